"""Lays the sessions that an agent keeps in databases as files of our own, each when it changed."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import msgspec

from dreamd import files, lock
from dreamd.errors import LockHeld, StoreError
from dreamd.reading import copies, databases, walking
from dreamd.sources import Damaged

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.reading.walking import Walk
    from dreamd.records import Transcript

INDEX = "index.json"
INDEX_BYTES = 1 << 24
DAMAGE = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, msgspec.MsgspecError, sqlite3.Error)
"""What reading a database may raise, beside ``OSError``, since anything may stand in one."""


class Seen(msgspec.Struct, frozen=True):
    """What a database held when it was last read."""

    stamp: str
    sessions: tuple[str, ...]


def transcripts(
    name: str,
    found: list[Path],
    sessions: Callable[[sqlite3.Connection], Iterable[tuple[str, bytes]]],
    places: Places,
    walk: Walk,
    others: Callable[[Path, Container[str]], set[Path]] | None = None,
) -> Iterator[Transcript]:
    """Our copies of a source's sessions, each brought up to date; none stays of a session that is gone.

    Args:
        name: the source's.
        found: its databases. None is opened where it lies.
        sessions: id and lines of each session in a database.
        places: ours.
        walk: where damage is noted.
        others: lays what lies elsewhere: our folder, and the ids that the databases hold -> the copies that stay.
    """
    folder = places.copies / name
    try:
        files.make_private(folder)
        with lock.held(places.locks, folder, "write"):
            kept = _laid(found, folder, sessions, walk.damaged)
            kept |= others(folder, taken(folder)) if others else set()
            copies.prune(folder, kept)
    except (OSError, StoreError, LockHeld) as error:
        walk.damaged.append(Damaged(folder, str(error)))
        return
    for one in walking.below(folder, "*.jsonl", walk):
        if folder / one.name in kept:
            yield walking.transcript(name, one.name.removesuffix(".jsonl"), one)


def taken(folder: Path) -> set[str]:
    """The ids of the sessions that the databases held when they were last read."""
    return {session for one in _index(folder).values() for session in one.sessions}


def _laid(
    found: list[Path],
    folder: Path,
    sessions: Callable[[sqlite3.Connection], Iterable[tuple[str, bytes]]],
    damaged: list[Damaged],
) -> set[Path]:
    """The copies of all databases' sessions; those of a database that cannot be read now stay as they are."""
    index = _index(folder)
    seen: dict[str, Seen] = {}
    for path in found:
        before = index.get(str(path), Seen("", ()))
        try:
            unchanged = before.stamp == databases.stamp(path)
            seen[str(path)] = before if unchanged else _read(path, folder, sessions)
        except OSError as error:
            damaged.append(Damaged(path, error.strerror or str(error)))
            seen[str(path)] = before
        except DAMAGE as error:
            damaged.append(Damaged(path, f"what stands in it cannot be read ({type(error).__name__})"))
            seen[str(path)] = before
    if seen != index:
        files.write_atomic(folder / INDEX, msgspec.json.encode(seen))
    return {copies.place(folder, session) for one in seen.values() for session in one.sessions}


def _read(path: Path, folder: Path, sessions: Callable[[sqlite3.Connection], Iterable[tuple[str, bytes]]]) -> Seen:
    stamp = databases.stamp(path)
    copy = folder / "copy.db"
    try:
        databases.copied(path, copy)
        with databases.opened(copy) as db:
            found = [(session, copies.lay(folder, session, data)) for session, data in sessions(db)]
    finally:
        databases.remove(copy)
    return Seen(stamp, tuple(session for session, _ in found))


def _index(folder: Path) -> dict[str, Seen]:
    try:
        return msgspec.json.decode(files.read_regular(folder / INDEX, INDEX_BYTES) or b"{}", type=dict[str, Seen])
    except (OSError, ValueError):
        return {}
