"""What an installation or its undoing would change in agents' files, how that is done, and how things stand."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import difference, files
from dreamd.errors import ConfigError, DreamdError, StoreError
from dreamd.hooks import block, held, jsonc, notes, starting
from dreamd.hooks.agents import Target
from dreamd.hooks.held import Held
from dreamd.hooks.notes import Note
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.hooks.starting import Made
    from dreamd.paths import Places

State: TypeAlias = Literal["installed", "absent", "not_found", "changed", "unreadable"]
"""``changed``: ours, but not as we would write it now; ``not_found``: the agent is not here."""

LONG_LINE = 500
"""A file with longer lines is one line to a diff, which then shows what comes in and goes out alone."""
DEAF = "Claude Code reads no settings with remarks or commas at an end in them (seen with 2.1.197): take those out"


class Standing(Record, frozen=True):
    """How one file stands; the fields are JSON keys of ``hooks`` (cli.md)."""

    agent: str
    path: str
    state: State
    detail: str = ""


class Change(Record, frozen=True):
    """One file as it is and as it would be."""

    target: Target
    held: Held
    new: bytes | None
    """``None``: it goes."""
    note: Note | None


def look(target: Target, command: str) -> Standing:
    """How the file of this target stands."""

    def standing(state: State, detail: str = "") -> Standing:
        return Standing(agent=target.agent, path=str(target.path), state=state, detail=detail)

    if not target.found:
        return standing("not_found", f"there is no {target.path.parent}")
    try:
        text = held.read(target.path).text
        differs = _differs(target, text, command)
    except DreamdError as error:
        return standing("unreadable", error.message)
    if differs is None:
        return standing("absent")
    return standing("changed", differs) if differs else standing("installed", _deaf(target, text))


def installation(places: Places, target: Target, command: str) -> Change | None:
    """What would be changed so that this agent calls us; ``None`` where it does already.

    Raises:
        ConfigError: the file cannot be read as what it is.
        StoreError: the file cannot be read.
    """
    now = held.read(target.path)
    with _naming(now):
        if _differs(target, now.text, command) == "":
            return None
        before, _ = _without(places, target, now)
        if target.form == "hook":
            added, made = starting.put(before or "", command)
        else:
            added, made = block.put(before or "", command, block.stood(now.text)), None
        data = _bytes(added.into(before or ""))
    note = Note(at=added.at, text=added.text, made=made, created=before is None, sum=files.sha256(data))
    return Change(target=target, held=now, new=data, note=note)


def removal(places: Places, target: Target) -> Change | None:
    """What would be changed so that nothing of ours is left; ``None`` where nothing is.

    Raises:
        ConfigError: the file cannot be read as what it is, or what is ours cannot be taken out alone.
        StoreError: the file cannot be read.
    """
    now = held.read(target.path)
    with _naming(now):
        before, there = _without(places, target, now)
    return Change(target=target, held=now, new=None if before is None else _bytes(before), note=None) if there else None


def apply(places: Places, change: Change) -> None:
    """Do it. A crash in between leaves a note that fits no file, which does no harm.

    Raises:
        StoreError: somebody changed the file since it was read, or the system refuses; it is as it was.
        OSError: our own state cannot be written.
    """
    path = change.held.path
    before = notes.load(places).get(str(path))
    if change.note is not None:
        notes.keep(places, path, change.note)
    try:
        held.write(change.held, change.new)
    except StoreError:
        notes.keep(places, path, before)
        raise
    if change.note is None:
        notes.keep(places, path, None)


def applied(places: Places, changes: list[Change], failed: list[DreamdError] | None = None) -> int:
    """Do them one after the other; how many were done.

    Args:
        places: our places.
        changes: what was planned. Two agents may have one file, by a link: for the second it is planned anew.
        failed: gets why one was not done; without it the first such ends all.

    Raises:
        DreamdError: as ``apply``, where ``failed`` is ``None``.
    """
    done = list[Change]()
    for change in changes:
        now: Change | None = change
        try:
            if failed is not None and any(change.held.path == other.held.path for other in done):
                now = removal(places, change.target)
            if now is not None:
                apply(places, now)
                done.append(now)
        except DreamdError as error:
            if failed is None:
                raise
            failed.append(error)
    return len(done)


def told(change: Change) -> list[str]:
    """The change as the lines of a unified diff; no secret that stands in the file is shown."""
    name = str(change.target.path)
    old, new = change.held.data, change.new
    before, after = ({} if data is None else {name: data} for data in (old, new))
    lines = [line for diff in difference.between(before, after).values() for line in diff]
    if all(len(line) < LONG_LINE for line in lines):
        return lines
    return [f"--- {name}", f"+++ {name}", *_middle(_text(old or b""), _text(new or b""))]


def _middle(old: str, new: str) -> Iterator[str]:
    """What differs between two texts of one long line."""
    start = _alike(old, new)
    behind = _alike(old[start:][::-1], new[start:][::-1])
    for sign, text in (("-", old), ("+", new)):
        yield from (f"{sign}... {line} ..." for line in text[start : len(text) - behind].splitlines())


def _alike(one: str, other: str) -> int:
    """How many signs of their beginnings are the same."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _differs(target: Target, text: str, command: str) -> str | None:
    return starting.differs(text, command) if target.form == "hook" else block.differs(text, command)


def _without(places: Places, target: Target, now: Held) -> tuple[str | None, bool]:
    """The text without what is ours (``None``: no file), and whether anything is."""
    if now.data is None:
        return None, False
    note, text = notes.load(places).get(str(now.path)), now.text
    if note is not None and note.sum == files.sha256(now.data):
        return (None if note.created else text[: note.at] + text[note.at + len(note.text) :]), True
    if _differs(target, text, "") is None:
        return text, False
    made: Made = (note.made if note else None) or "hooks"
    if note is not None and text.count(note.text) == 1:
        rest = text.replace(note.text, "")
        if _is_all(target, text, rest, made):
            return rest, True
    return (starting.take(text, made) if target.form == "hook" else block.take(text)), True


def _is_all(target: Target, text: str, rest: str, made: Made) -> bool:
    """Whether what we put in was all that is ours, and nothing else."""
    try:
        if target.form == "block":
            return block.differs(rest, "") is None
        return json.dumps(jsonc.read(rest).value) == json.dumps(starting.without(jsonc.read(text).value, made))
    except ConfigError:
        return False


def _deaf(target: Target, text: str) -> str:
    return DEAF if target.form == "hook" and jsonc.read(text).lenient else ""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@contextmanager
def _naming(now: Held) -> Iterator[None]:
    """Errors say which file they are about, and what to do with it."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(
            f"{now.path} cannot be changed: {error.message}",
            "Mend the file, or leave this agent out (--agent NAME); nothing was changed.",
        ) from error
