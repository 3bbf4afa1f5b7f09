"""Works out what taking back a step, or one change of it, makes of a memory; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import HistoryConflict, StoreError
from dreamd.memory import contents, index, merge, retiring
from dreamd.memory import entry as entries
from dreamd.memory.reverse import WAYS, File, Reversed, keys, prose, reverse, told
from dreamd.records import Change, Entry, Record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from dreamd.memory.history import Step
    from dreamd.memory.layout import Workspace
    from dreamd.memory.reverse import Pair
    from dreamd.memory.store import Held


class Undone(Record, frozen=True):
    """The memory after an undo; nothing is written yet."""

    files: dict[str, bytes]
    """Every file of the memory as it shall be."""
    changes: tuple[Change, ...] = ()
    """Empty where nothing of the step is left to take back."""
    taken: tuple[Entry, ...] = ()
    """Statements that go: not to be learned again from the same rows."""
    given: tuple[Entry, ...] = ()
    """Statements that come back."""
    keys: tuple[str, ...] = ()
    """Keys of the entries and index lines that are written."""
    modes: dict[str, int] = {}
    """Name -> permission bits, of files that come back exactly."""
    mtimes: dict[str, int] = {}
    """Name -> nanoseconds, of files that come back exactly."""
    drop_dirs: tuple[str, ...] = ()
    """Directories that the step made, to be removed where they are empty."""
    conflicts: tuple[str, ...] = ()
    """Why a part of the step stays: somebody changed the same since."""


def plan(
    workspace: Workspace,
    step: Step,
    before: Mapping[str, Held],
    after: Mapping[str, Held],
    current: Mapping[str, bytes],
    own: AbstractSet[str],
    *,
    number: int = 0,
) -> Undone:
    """Take back a whole step, or the change with that ``number`` (from 1, as ``show`` counts).

    A file that nobody touched since comes back byte for byte; in others the changes are taken back entry by entry. Of a
    whole step all is taken back that can be, and the rest is told; the archive keeps what did not come back.

    Args:
        workspace: whose memory.
        step: the step as recorded.
        before: the files before the step.
        after: the files after it.
        current: the files now.
        own: keys of the entries and index lines that dreamd wrote.
        number: 0 for the whole step.

    Raises:
        StoreError: the step has no such change.
        HistoryConflict: the change with that number, or all that is left of the step, was changed since.
    """
    only = _chosen(step, number)
    touched = _touched(workspace, before, after, current)
    pointers = touched.pop(workspace.index, None)
    turned = _turned(list(touched.values()), only)
    changes = tuple(change for file, result in turned for change in told(file, result))
    conflicts = _conflicts(turned, pointers)
    if conflicts and not changes:
        raise HistoryConflict(conflicts[0], WAYS)
    files, exact = dict(current), [file for file, result in turned if result.exact]
    for file, result in turned:
        _set(files, file.name, result.data)
    if pointers and pointers.now == pointers.was and only is None and len(exact) == len(turned):
        exact.append(pointers)
        _set(files, workspace.index, pointers.wanted)
    else:
        lines = _lines(step, pointers, only, current.get(workspace.index, b""))
        _set(files, workspace.index, _index(workspace, (step, before), lines, current, files, own))
    if not changes and pointers and files.get(workspace.index) != current.get(workspace.index):
        changes = (Change(op="edit", file=workspace.index, topic=workspace.index.removesuffix(".md")),)
    pairs, taken, given = _balance(turned)
    back = {file.name: before[file.name] for file in exact if file.wanted is not None}
    return Undone(
        files=files,
        changes=changes,
        taken=taken,
        given=given,
        keys=_keys(workspace, current, files, pairs),
        modes={name: held.mode for name, held in back.items()},
        mtimes={name: held.mtime_ns for name, held in back.items()},
        drop_dirs=() if only else step.made_dirs,
        conflicts=conflicts,
    )


def _conflicts(turned: list[tuple[File, Reversed]], pointers: File | None) -> tuple[str, ...]:
    """Why a part of the step stays."""
    if not turned and pointers and pointers.now != pointers.was:
        return (f"{pointers.name} cannot be taken back: it was changed since",)
    return tuple(line for _, result in turned for line in result.conflicts)


def _balance(turned: list[tuple[File, Reversed]]) -> tuple[list[Pair], tuple[Entry, ...], tuple[Entry, ...]]:
    """All that changes, the entries that go, and those that come back; what moves to another file is neither."""
    pairs = [pair for file, result in turned if not file.archive for pair in result.changes]
    moved = {entries.key(left) for left, _ in pairs if left} & {entries.key(kept) for _, kept in pairs if kept}
    taken = tuple(left for left, _ in pairs if left and entries.key(left) not in moved)
    return pairs, taken, tuple(kept for _, kept in pairs if kept and entries.key(kept) not in moved)


def _turned(touched: list[File], only: Change | None) -> list[tuple[File, Reversed]]:
    """Each file after the undo; the archive's last, since they keep what did not come back."""
    turned = [(file, reverse(file, only)) for file in touched if not file.archive]
    gone = [entry for _, result in turned for entry in result.lost]
    lost = frozenset(entries.key(one) for entry in gone for one in (entry, retiring.kept(entry)))
    beside = {file.stem: result for file, result in turned}
    return turned + [(file, _unarchived(file, only, lost, beside.get(file.stem))) for file in touched if file.archive]


def _unarchived(file: File, only: Change | None, lost: frozenset[str], beside: Reversed | None) -> Reversed:
    """An archive file after the undo: what did not come back into its topic stays there.

    Args:
        file: the archive's.
        only: the one change; ``None`` for all.
        lost: keys of entries that could not come back.
        beside: what became of the topic; ``None`` where the step changed none of that name.
    """
    if beside is None or beside.exact:
        return reverse(file, only, lost)
    if prose(file.was) - prose(file.wanted):
        return Reversed(data=file.now, conflicts=(f"{file.name} keeps text that has no place in its topic any more",))
    back = [kept for _, kept in beside.changes if kept]
    came = {entries.key(one) for kept in back for one in (kept, retiring.kept(kept))}
    return reverse(file, only, lost | (keys(file) - came))


def _chosen(step: Step, number: int) -> Change | None:
    if not number:
        return None
    if not 1 <= number <= len(step.changes):
        raise StoreError(
            f"step {step.id} has {len(step.changes)} changes, so there is no change {number}",
            f"See their numbers with: dreamd show {step.id}",
        )
    return step.changes[number - 1]


def _touched(
    workspace: Workspace, before: Mapping[str, Held], after: Mapping[str, Held], current: Mapping[str, bytes]
) -> dict[str, File]:
    """Name -> file, sorted, of every file that the step changed."""
    archive = workspace.archive("").removesuffix(".md")
    files = (
        File(
            name=name,
            was=after[name].data if name in after else None,
            wanted=before[name].data if name in before else None,
            now=current.get(name),
            archive=name.startswith(archive),
        )
        for name in sorted(before.keys() | after.keys())
    )
    return {file.name: file for file in files if file.was != file.wanted}


def _set(files: dict[str, bytes], name: str, data: bytes | None) -> None:
    if data is None:
        files.pop(name, None)
    else:
        files[name] = data


def _lines(step: Step, pointers: File | None, only: Change | None, now: bytes) -> bytes:
    """The index before its own block is made anew: a cleaning changed lines of others in it, and those come back."""
    if step.kind != "govern" or pointers is None or only is not None:
        return now
    return merge.index(pointers.was or b"", pointers.wanted or b"", now)


def _pointed(workspace: Workspace, step: Step, before: Mapping[str, Held]) -> AbstractSet[str] | None:
    """Stems of the topics that may get a pointer when they come back; ``None`` where all may.

    What a cleaning moved to the archive may have had none.
    """
    if step.kind != "govern":
        return None
    old = before[workspace.index].data if workspace.index in before else b""
    return {item.file.removesuffix(".md") for item in index.pointers(old)}


def _index(
    workspace: Workspace,
    taken: tuple[Step, Mapping[str, Held]],
    lines: bytes,
    current: Mapping[str, bytes],
    files: Mapping[str, bytes],
    own: AbstractSet[str],
) -> bytes | None:
    """The index as it is with dreamd's block for the topics as they will be; ``None`` where all of it was ours.

    Args:
        workspace: whose memory.
        taken: the step that is taken back, and the files before it.
        lines: the index, without what the step alone put there.
        current: the files now.
        files: the files as they will be.
        own: keys of the entries and index lines that dreamd wrote.
    """
    step, before = taken
    standing = {held.name: held for name, held in contents.topics(workspace, files).items() if workspace.stem(name)}
    stems = {workspace.stem(name) for name in current} - {""}
    gone = {workspace.stem(name) for name in current.keys() - files.keys()}  # what cannot be read is there all the same
    back, pointed = standing.keys() - stems, _pointed(workspace, step, before)
    if pointed is not None:
        back &= pointed
    born = sorted(back, key=lambda stem: (standing[stem].created, stem))
    made = index.rebuild(lines, own, standing, born, gone & stems)
    was_blank = workspace.index in before and not before[workspace.index].data.strip()
    return made if made.strip() or was_blank else None


def _keys(
    workspace: Workspace, current: Mapping[str, bytes], files: Mapping[str, bytes], pairs: list[Pair]
) -> tuple[str, ...]:
    """Keys of what the undo writes: the entries that come back, the index lines that are new."""
    old = index.text_of(current.get(workspace.index, b"")).splitlines()
    new = index.text_of(files.get(workspace.index, b"")).splitlines()
    back = (entries.key(kept) for _, kept in pairs if kept)
    return (*dict.fromkeys(back), *(index.key(line) for line in new if line not in old))
