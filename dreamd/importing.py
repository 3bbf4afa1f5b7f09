"""Brings the memory in an archive into a workspace, as one step of its history."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import archives, clock, handwork, lock, recovery, redact, steps
from dreamd.errors import PolicyViolation, StoreError
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import bounds, contents, index, store
from dreamd.memory.layout import FILE_BYTES, Layout, Workspace
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.archives import Archive
    from dreamd.attempt import Setting

LAYOUTS: tuple[Layout, ...] = ("claude-code", "workspace")
SHOWN = 255
"""Characters of what an archive says of itself."""


class Parcel(Record, frozen=True):
    """A memory as an archive holds it."""

    name: str
    """Of the workspace that it was."""
    layout: Layout
    made: str
    files: dict[str, bytes]
    """As that layout names them."""
    mtimes: dict[str, int]


class Plan(Record, frozen=True):
    """What an import would do to a memory."""

    files: dict[str, bytes]
    """Those that it would write, as this memory's layout names them."""
    mtimes: dict[str, int]
    same: tuple[str, ...]
    """They stand here already, byte for byte."""
    differing: tuple[str, ...]
    """They stand here with other words."""
    homeless: tuple[str, ...]
    """They have no place in this memory's layout."""


def parcel(path: Path) -> Parcel:
    """Read the archive whole, so that nothing of it is used unless all of it is sound.

    Raises:
        StoreError: it is damaged, or no memory.
        PolicyViolation: a file in it, or what it is called, holds a secret.
    """
    with archives.opened(path, "export") as archive:
        about, made = archive.manifest.about, archive.manifest.made
        members = archive.manifest.files
        _must_be_free((*about.values(), made, *(item.name for item in members)), f"a name in {path}")
        layout = next((item for item in LAYOUTS if item == about.get("layout")), None)
        if layout is None or not _possible(layout, archive.manifest):
            raise StoreError(f"{path} holds no memory that dreamd could have written", "Nothing of it was used.")
        files = {item.name: _bytes(archive, item) for item in members}
    for name, data in files.items():
        _must_be_free([data.decode("utf-8", "replace")], f"{name} in {path}")
    mtimes = {item.name: item.mtime_ns for item in members}
    return Parcel(name=about.get("name", ""), layout=layout, made=made, files=files, mtimes=mtimes)


def _possible(layout: Layout, manifest: archives.Manifest) -> bool:
    """Whether a memory of that layout may hold just these files, and be called so."""
    was, told = _was(layout), (manifest.about.get("name", ""), manifest.made)
    return (
        len(manifest.files) <= store.MAX_FILES
        and sum(item.bytes for item in manifest.files) <= store.MAX_BYTES
        and all(item.bytes <= FILE_BYTES and bounds.lawful(was, item.name) for item in manifest.files)
        and all(store.visible(text) == text and len(text) <= SHOWN for text in told)
        and clock.parse(manifest.made) is not None
    )


def _was(layout: Layout) -> Workspace:
    """The memory's names as that layout has them."""
    return Workspace(name="was", root=Path("was"), layout=layout, project=Path("was"))


def _must_be_free(texts: Iterable[str], where: str) -> None:
    """See that no secret comes in.

    Raises:
        PolicyViolation: one is there.
    """
    if found := next((rules for text in texts if (rules := redact.findings(text))), None):
        fix = "No secret enters a memory: take it out of the memory that was exported, and export that again."
        raise PolicyViolation(f"{where} holds a secret ({found[0]})", fix)


def _bytes(archive: Archive, member: archives.Member) -> bytes:
    target = io.BytesIO()
    archives.copied(archive, member, target)
    return target.getvalue()


def planned(this: Parcel, workspace: Workspace, current: Mapping[str, bytes]) -> Plan:
    """What the import would do to a memory that holds these files.

    Raises:
        StoreError: two of its files would have one place here, or the memory would be too large.
    """
    moved = {name: _moved(this, workspace, name) for name in this.files}
    _must_part(this, moved)
    came = {new: this.files[old] for old, new in moved.items() if new}
    index_of = workspace.index
    if index_of in came and index_of in current:
        came[index_of] = _pointing(current[index_of], came[index_of])
    same = tuple(name for name, data in came.items() if current.get(name) == data)
    bounds.must_fit(workspace, current, {**current, **came})
    return Plan(
        files={name: data for name, data in came.items() if name not in same},
        mtimes={new: this.mtimes[old] for old, new in moved.items() if new and new != index_of},
        same=same,
        differing=tuple(name for name in came if name in current and name not in {*same, index_of}),
        homeless=tuple(old for old, new in moved.items() if not new),
    )


def _must_part(this: Parcel, moved: Mapping[str, str]) -> None:
    """See that no file takes the place of another one that comes with it.

    Raises:
        StoreError: two have one place in this memory's layout, and hold other words.
    """
    taken: dict[str, str] = {}
    for old, new in moved.items():
        first = taken.setdefault(new, old)
        if new and this.files[first] != this.files[old]:
            raise StoreError(
                f"{first} and {old} of {this.name} would both be {new} here",
                "Rename one of them in the memory that was exported, and export that again.",
            )


def _moved(this: Parcel, workspace: Workspace, name: str) -> str:
    """What the file is called here; empty where there is no such place."""
    was = _was(this.layout)
    if name == was.index:
        return workspace.index
    if name in was.people:
        pairs = dict(zip(reversed(was.people), reversed(workspace.people), strict=False))
        return pairs.get(name, "")
    stem, archived = was.stem(name), was.archived(name)
    if stem:
        return workspace.topic(stem)
    return workspace.archive(archived) if archived else ""


def _pointing(here: bytes, came: bytes) -> bytes:
    """The index with the lines of the other one whose topics it does not point to, at its end."""
    known = {item.file for item in index.pointers(here)}
    new = dict.fromkeys(item.text for item in index.pointers(came) if item.file not in known)
    begun = here if not here or here.endswith(b"\n") else here + b"\n"
    return begun + "".join(f"{line}\n" for line in new).encode("utf-8", "surrogateescape") if new else here


def bring(setting: Setting, workspace: Workspace, this: Parcel, *, replace: bool = False) -> tuple[Plan, str]:
    """Carry the import out.

    Its entries are nobody's whom dreamd knows: until a person confirms them, recall marks them.

    Args:
        setting: what an attempt needs.
        workspace: the memory that it goes into.
        this: what was exported.
        replace: files that stand here with other words give way; the history keeps them.

    Returns:
        What was planned, and the step's id; empty where nothing was left to do, or where files differ and may not give
        way: then nothing has changed.

    Raises:
        LockHeld: another process writes here.
        StoreError: as ``handwork.carry_out``.
    """
    places = setting.places
    repository = steps.repository(places, workspace, setting.search)
    with lock.held(places.locks, workspace.memory, "write"):
        for line in recovery.recover_writes(places, workspace, setting.search, setting.now()):
            setting.say(line)
        current = store.read(workspace)
        plan = planned(this, workspace, current.bytes)
        if not plan.files or (plan.differing and not replace):
            return plan, ""
        after = current.bytes | plan.files
        changes = _changes(workspace, plan)
        settlement = Settlement(workspace=workspace.name, evidence={})
        summary = f"import of {this.name}, exported {this.made[:10]}"
        mtimes = {name: ns for name, ns in plan.mtimes.items() if name in plan.files}
        work = Work("import", summary, after, changes, (), settlement, mtimes=mtimes)
        attempt = handwork.begun(setting, workspace, repository)
        handwork.carry_out(attempt, current, work)
        _read_back(workspace, plan)
    return plan, attempt.note.dream_id


def _changes(workspace: Workspace, plan: Plan) -> tuple[Change, ...]:
    """Every entry that came."""
    return tuple(
        Change(
            op="add",
            topic=workspace.stem(one.file) or one.file.removesuffix(".md"),
            text=one.item.entry.text,
            file=one.file,
        )
        for one in contents.placed(contents.topics(workspace, plan.files))
    )


def _read_back(workspace: Workspace, plan: Plan) -> None:
    """See that all of it stands there.

    Raises:
        StoreError: it does not.
    """
    now = store.read(workspace).bytes
    missing = [name for name, data in plan.files.items() if now.get(name) != data]
    if missing:
        raise StoreError(
            f"{missing[0]} was changed at the same moment; look whether it is right", "See: dreamd history"
        )
