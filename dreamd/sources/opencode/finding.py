"""Finds the sessions in OpenCode's stores, and lays a copy of each that changed."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

import msgspec

from dreamd import files, lock
from dreamd.errors import LockHeld, StoreError
from dreamd.reading import walking
from dreamd.sources import Damaged
from dreamd.sources.opencode import copies, database, tree
from dreamd.sources.opencode.stores import NAME, roots

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript

INDEX = "index.json"
INDEX_BYTES = 1 << 24


class Seen(msgspec.Struct, frozen=True):
    """What a database held when it was last read."""

    stamp: str
    sessions: tuple[str, ...]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A transcript is our copy of a session: a database is never opened where it lies."""
    walk, folder = walking.Walk(damaged), places.copies / NAME
    tree_root, database_root = roots(places)
    databases = [found.path for found in walking.below(database_root, "opencode*.db", walk)]
    sessions = [found.path for found in walking.below(tree_root, "*/ses_*.json", walk)]
    if databases or sessions or folder.exists():
        try:
            files.make_private(folder)
            with lock.held(places.locks, folder, "write"):
                kept = _laid(databases, folder, damaged) | _from_tree(tree_root.parent, sessions, folder, damaged)
                copies.prune(folder, kept)
        except (OSError, StoreError, LockHeld) as error:
            damaged.append(Damaged(folder, str(error)))
            return
        for found in walking.below(folder, "*.jsonl", walk):
            if folder / found.name in kept:
                yield walking.transcript(NAME, found.name.removesuffix(".jsonl"), found)


def _laid(databases: list[Path], folder: Path, damaged: list[Damaged]) -> set[Path]:
    """The copies of all databases' sessions; those of a database that cannot be read now stay as they are."""
    index = _index(folder)
    seen: dict[str, Seen] = {}
    for path in databases:
        before = index.get(str(path), Seen("", ()))
        try:
            seen[str(path)] = before if before.stamp == database.stamp(path) else _read(path, folder)
        except (OSError, sqlite3.Error) as error:
            damaged.append(Damaged(path, str(error)))
            seen[str(path)] = before
    if seen != index:
        files.write_atomic(folder / INDEX, msgspec.json.encode(seen))
    return {copies.place(folder, session) for one in seen.values() for session in one.sessions}


def _read(path: Path, folder: Path) -> Seen:
    stamp = database.stamp(path)
    copy = folder / "copy.db"
    try:
        database.copied(path, copy)
        found = [(session, copies.lay(folder, session, data)) for session, data in database.sessions(copy)]
    finally:
        database.remove(copy)
    return Seen(stamp, tuple(session for session, _ in found))


def _from_tree(storage: Path, sessions: list[Path], folder: Path, damaged: list[Damaged]) -> set[Path]:
    """The copies of the tree's sessions; what a database took over stands as the database has it."""
    taken = {session for one in _index(folder).values() for session in one.sessions}
    kept = set()
    for path in sessions:
        if path.stem not in taken:
            copy = copies.place(folder, path.stem)
            try:
                touched = tree.touched(storage, path)
                if not copy.exists() or copy.stat().st_mtime_ns != touched:
                    copy = _grown(tree.session(storage, path), touched, folder, taken) or copy
            except (OSError, ValueError) as error:  # what was read before stays
                damaged.append(Damaged(path, str(error)))
            kept.add(copy)
    return kept


def _grown(found: tuple[str, bytes] | None, touched: int, folder: Path, taken: set[str]) -> Path | None:
    if not found or found[0] in taken:
        return None
    copy = copies.lay(folder, *found)
    os.utime(copy, ns=(touched, touched))
    return copy


def _index(folder: Path) -> dict[str, Seen]:
    try:
        return msgspec.json.decode(files.read_regular(folder / INDEX, INDEX_BYTES) or b"{}", type=dict[str, Seen])
    except (OSError, ValueError):
        return {}
