"""Takes purged statements out of all of our own state: database, runs, harvest, session texts, log, copies, caches."""

from __future__ import annotations

import shutil
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from dreamd import conversations, files, kept, leavings, log, purged, recent, state
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.purged import Finder

ASIDE = frozenset({"history", "copies", "locks", "workspaces"})
"""Below our state: what is looked after elsewhere, or is the agents' own."""


class Gone(Record, frozen=True):
    """What is taken out, beside the words themselves."""

    keys: tuple[str, ...] = ()
    """Keys of the entries."""
    rows: tuple[tuple[str, str, int], ...] = ()
    """(source, session, line) of what the person said for them."""


def expunge(places: Places, finder: Finder, gone: Gone) -> None:
    """Take them out, wherever they stand; doing it twice is doing it once.

    Raises:
        StoreError: a database cannot be used.
        OSError: something cannot be written.
    """
    _database(places, finder, gone)
    _runs(places.runs, finder)
    _harvest(places.harvest, finder, gone)
    _conversations(places.conversations, finder, gone)
    log.rewrite(places.log, partial(_event, finder))
    for path in (places.state / "copybooks").glob("*"):
        path.unlink(missing_ok=True)
    recent.drop(places)
    leavings.sweep_state(places)
    for path in _others(places):
        if holds(finder, path):
            path.unlink()


def holds(finder: Finder, path: Path) -> bool:
    """Whether a file holds a purged statement, as it lies there or as JSON that it is made of."""
    data = path.read_bytes()
    if purged.holds(finder, data.decode("utf-8", "ignore")):
        return True
    return any(purged.within(finder, value) for value in values(data))


def values(data: bytes) -> Iterator[Any]:
    """The JSON values of bytes that are one, or have one a line."""
    for part in (data, *data.splitlines()):
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield msgspec.json.decode(part)


def _database(places: Places, finder: Finder, gone: Gone) -> None:
    with state.database(places.database) as db:
        for table in ("evidence", "statements", "rejected"):
            rows = [(key,) for key in gone.keys]
            db.executemany(f"DELETE FROM {table} WHERE key = ?", rows)  # noqa: S608 (constants)
        for table, columns in (("evidence", ("quote",)), ("rejected", ("text", "quote"))):
            for row in _holding(db, table, columns, finder):
                db.execute(f"DELETE FROM {table} WHERE workspace = ? AND key = ? AND quote = ?", row)  # noqa: S608
        for identity, dream in db.execute("SELECT id, dream FROM dreams").fetchall():
            _replace(db, "UPDATE dreams SET dream = ? WHERE id = ?", dream, (identity,), finder)
        for source, session, tail in db.execute("SELECT source, session, tail FROM sessions").fetchall():
            query = "UPDATE sessions SET tail = ? WHERE source = ? AND session = ?"
            _replace(db, query, tail, (source, session), finder)
        for *place, operation in db.execute("SELECT workspace, dream, number, operation FROM proposals").fetchall():
            if purged.within(finder, msgspec.json.decode(operation)):
                db.execute("DELETE FROM proposals WHERE workspace = ? AND dream = ? AND number = ?", place)
    state.vacuum(places.database)


def _holding(
    db: sqlite3.Connection, table: str, columns: tuple[str, ...], finder: Finder
) -> list[tuple[str, str, str]]:
    rows = db.execute(f"SELECT workspace, key, quote, {', '.join(columns)} FROM {table}").fetchall()  # noqa: S608
    return [(row[0], row[1], row[2]) for row in rows if any(purged.holds(finder, text) for text in row[3:])]


def _replace(db: sqlite3.Connection, query: str, text: str, place: tuple[str, ...], finder: Finder) -> None:
    value = msgspec.json.decode(text)
    if purged.within(finder, value):
        db.execute(query, (msgspec.json.encode(purged.cleaned(finder, value)).decode(), *place))


def _runs(runs: Path, finder: Finder) -> None:
    """Records of dreams and what rejected ones left: all of one goes, since the words stand about in it."""
    for folder in runs.glob("*"):
        if any(holds(finder, path) for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
            shutil.rmtree(folder)


def _harvest(folder: Path, finder: Finder, gone: Gone) -> None:
    for path, head in kept.heads(folder):
        first, *rest = path.read_bytes().splitlines(keepends=True)
        cited = {line for *place, line in gone.rows if tuple(place) == (head.source, head.session)}
        left = [line for line in rest if not _said(line, cited, finder)]
        if left != rest:
            files.write_atomic(path, b"".join([first, *left]))


def _said(line: bytes, cited: set[int], finder: Finder) -> bool:
    turns = (turn for turn in values(line) if isinstance(turn, dict))
    return any(purged.within(finder, turn) or turn.get("line") in cited for turn in turns)


def _conversations(path: Path, finder: Finder, gone: Gone) -> None:
    if not path.exists():
        return
    with conversations.opened(path) as db:
        conversations.delete(
            db,
            [
                number
                for number, *place, text in conversations.every(db)
                if tuple(place) in gone.rows or purged.holds(finder, text)
            ],
        )
        conversations.settle(db)
    state.vacuum(path)


def _event(finder: Finder, event: dict[str, Any]) -> dict[str, Any] | None:
    """The event without the objects in it that hold one; ``None`` where it is itself about one."""
    flat = {name: value for name, value in event.items() if isinstance(value, str)}
    return None if purged.within(finder, flat) else purged.cleaned(finder, event)


def _others(places: Places) -> Iterable[Path]:
    """Whatever else lies in our own state."""
    ours = {places.database, places.conversations, places.purged, places.purge, places.config, places.log}
    for path in sorted(places.state.rglob("*")):
        inside = path.relative_to(places.state).parts[0]
        if path.is_file() and not path.is_symlink() and inside not in ASIDE and path not in ours:
            yield path
