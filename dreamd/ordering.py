"""Puts a memory in order as its person asks, each time in one step: a file split, the index made anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import clock, holding, log, slugs
from dreamd.checks import Candidate, links
from dreamd.errors import PolicyViolation, StoreError
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import contents, index, splitting, store
from dreamd.memory.layout import TOPIC_BYTES
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.attempt import Setting
    from dreamd.holding import Held
    from dreamd.memory.layout import Workspace
    from dreamd.memory.splitting import Cut


class Split(Record, frozen=True):
    """One file of a split, as it is or would be; the fields are the JSON keys of ``split`` (cli.md)."""

    file: str
    bytes: int
    headings: tuple[str, ...] = ()
    """Of the new file: all that it holds."""
    description: str = ""
    new: bool = True


class Ordered(Record, frozen=True):
    """What became of the memory."""

    id: str = ""
    """The step; empty where nothing changed."""
    files: tuple[Split, ...] = ()
    lines: tuple[str, ...] = ()
    """dreamd's own block of the index."""
    was: tuple[str, ...] = ()
    """The lines of it that are changed, as they stood before."""
    findings: tuple[str, ...] = ()
    """What a person should mend or know."""


def named(workspace: Workspace, wanted: str) -> str:
    """The name of the memory's file that a person means by its stem, its name, or its path.

    Raises:
        StoreError: the memory has none.
    """
    held = store.read(workspace)
    places = {str(store.place(workspace, name)): name for name in held.files}
    short = {name.rpartition("/")[2]: name for name in held.files if not workspace.archived(name)}
    found = held.files.keys() & {wanted, f"{wanted}.md"} or {short.get(wanted, ""), short.get(f"{wanted}.md", "")}
    meant = next(iter(found - {""}), "") or places.get(str(Path(wanted).expanduser().resolve()), "")
    if meant:
        return meant
    reason = next((item.reason for item in held.hazards if item.name in {wanted, f"{wanted}.md"}), "")
    left = f": it is left alone ({reason.replace('_', ' ')})" if reason else ""
    problem = f"{wanted!r} is no file of the memory in {workspace.root}{left}"
    raise StoreError(problem, "Name a topic, such as: release-process")


def look(setting: Setting, workspace: Workspace, name: str) -> Ordered:
    """What a split would make of the file; nothing is written.

    Raises:
        PolicyViolation: it is not to be split, or not so.
        DreamdError: as ``holding.held``.
    """
    with holding.held(setting, workspace) as this:
        made = _cut(this, name)
        after = _after(this, name, made)
        holding.must_pass(Candidate(workspace, this.current.bytes, after, this.own, {}, by_hand=True, split=name))
        return Ordered(files=_files(this, name, made), findings=_left(this, name, made))


def split(setting: Setting, workspace: Workspace, name: str) -> Ordered:
    """Split the file at its headings; what it holds stands in it and in new topics, byte for byte.

    Raises:
        PolicyViolation: it is not to be split, or not so; nothing has changed.
        DreamdError: as ``holding.held`` and ``handwork.carry_out``; or what was written does not stand there.
    """
    with holding.held(setting, workspace) as this:
        made = _cut(this, name)
        after = _after(this, name, made)
        files = _files(this, name, made)
        changes = [
            Change(op="new", file=workspace.topic(piece.name), topic=piece.name, text=piece.title)
            for piece in made.pieces
        ]
        shrunk = Change(op="edit", file=name, topic=workspace.stem(name) or name, text=f"{name} without them")
        count = len(made.pieces)
        told = f"split {name}: {count} new {'topic' if count == 1 else 'topics'}"
        dates = dict.fromkeys(_undated(workspace, after, (name, *_new(files))), this.current.files[name].mtime_ns)
        work = replace(_work(this, told, after, (*changes, shrunk)), mtimes=dates)
        done = holding.carry_out(this, work, split=name)
    _tell(setting, workspace, done, told, [item.file for item in files])
    return Ordered(id=done, files=files, findings=_left(this, name, made))


def regenerate(setting: Setting, workspace: Workspace) -> Ordered:
    """Make dreamd's own pointers anew from their topics' heads; lines of others, and what is amiss, stay as they are.

    Raises:
        DreamdError: as ``holding.held`` and ``handwork.carry_out``.
    """
    with holding.held(setting, workspace) as this:
        before = this.current.bytes
        old = before.get(workspace.index, b"")
        standing = {one.name: one for file, one in contents.topics(workspace, before).items() if workspace.stem(file)}
        new = index.rebuild(old, this.own, standing)
        lines = [item.text for item in index.own_pointers(new, this.own | frozenset(_keys(old, new)))]
        stood = [item.text for item in index.own_pointers(old, this.own)]
        was = tuple(line for line in stood if line not in lines)
        findings = _amiss(workspace, before, new)
        if new == old:
            return Ordered(lines=tuple(lines), findings=findings)
        told = f"index: {len(was)} {'pointer' if len(was) == 1 else 'pointers'} made anew"
        changed = [line for line in lines if line not in stood]
        changes = tuple(Change(op="edit", file=workspace.index, topic="MEMORY", text=line) for line in changed)
        after = before | {workspace.index: new}
        done = holding.carry_out(this, _work(this, told, after, changes))
    _tell(setting, workspace, done, told, [workspace.index])
    return Ordered(id=done, lines=tuple(lines), was=was, findings=findings)


def _cut(this: Held, name: str) -> Cut:
    taken = this.current.files.keys() | {hazard.name for hazard in this.current.hazards}
    data = this.current.bytes.get(name)
    if data is None:
        raise PolicyViolation(f"{name} is not there")
    return splitting.cut(this.workspace, name, data, taken, clock.date(this.setting.now()))


def _after(this: Held, name: str, made: Cut) -> dict[str, bytes]:
    """The memory with the new topics, and a pointer to each."""
    workspace = this.workspace
    new = {workspace.topic(piece.name): piece.data for piece in made.pieces}
    after = this.current.bytes | {name: made.rest} | new
    standing = {one.name: one for file, one in contents.topics(workspace, after).items() if workspace.stem(file)}
    old = after.get(workspace.index, b"")
    after[workspace.index] = index.rebuild(old, this.own, standing, [piece.name for piece in made.pieces])
    return after


def _files(this: Held, name: str, made: Cut) -> tuple[Split, ...]:
    kept = Split(file=name, bytes=len(made.rest), new=False)
    return (
        kept,
        *(
            Split(this.workspace.topic(piece.name), len(piece.data), piece.headings, piece.description)
            for piece in made.pieces
        ),
    )


def _new(files: tuple[Split, ...]) -> tuple[str, ...]:
    return tuple(item.file for item in files if item.new)


def _left(this: Held, name: str, made: Cut) -> tuple[str, ...]:
    """What is over its size even so, since it has no headings to cut it at."""
    index_file = this.workspace.index
    over = [item for item in _files(this, name, made) if item.bytes >= TOPIC_BYTES and item.file != index_file]
    return tuple(
        f"{item.file} has {item.bytes} bytes even so, and agents cut it at {TOPIC_BYTES}: give it headings of its own"
        for item in over
    )


def _undated(workspace: Workspace, after: Mapping[str, bytes], names: tuple[str, ...]) -> list[str]:
    """Files whose age no entry tells: agents go by their mtime, and moving makes nothing new."""
    held = contents.topics(workspace, {name: after[name] for name in names})
    return [name for name in names if name in held and not any(entry.updated for entry in held[name].entries)]


def _keys(old: bytes, new: bytes) -> tuple[str, ...]:
    """Keys of the index lines that are new."""
    before = set(index.text_of(old).splitlines())
    return tuple(index.key(line) for line in index.text_of(new).splitlines() if line not in before)


def _work(this: Held, summary: str, after: Mapping[str, bytes], changes: tuple[Change, ...]) -> Work:
    workspace = this.workspace
    keys = _keys(this.current.bytes.get(workspace.index, b""), after.get(workspace.index, b""))
    settlement = Settlement(workspace=workspace.name, keys=keys)
    return Work("govern", summary[: holding.SUMMARY], after, changes, keys, settlement)


def _amiss(workspace: Workspace, files: Mapping[str, bytes], new: bytes) -> tuple[str, ...]:
    """What no regeneration mends: dead pointers, files without one, an index that grows too large."""
    after = dict(files) | ({workspace.index: new} if new else {})
    asked = Candidate(workspace=workspace, before=after, after=after, own=frozenset(), evidence={})
    found = [f"{item.file}: {item.text}" for item in links.run(asked)]
    gate, (lines, chars) = index.gate(new), index.size(new)
    if gate != "open":
        full = "no new topic is taken" if gate == "full" else "agents cut it at 200 and 25,000"
        found.append(f"{workspace.index}: {lines} lines, {chars} characters; {full}")
    return tuple(found)


def _tell(setting: Setting, workspace: Workspace, step: str, told: str, names: list[str]) -> None:
    log.write(
        setting.places.log, slugs.MEMORY_ORDERED, setting.now(), workspace.name, step=step, message=told, files=names
    )
