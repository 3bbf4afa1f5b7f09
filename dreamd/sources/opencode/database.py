"""Reads the sessions of a database, from a copy of it that is our own."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from dreamd.sources.opencode.session import Message, Session, brief, lines, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TRIES = 3
TAILS = ("", "-wal")


def stamp(database: Path) -> str:
    """What changes when somebody writes to the database: size and time of its file, and of its log's.

    Raises:
        OSError: there is no such file.
    """
    found = [database.stat(), *[path.stat() for path in [_beside(database, "-wal")] if path.exists()]]
    return " ".join(f"{status.st_ino}:{status.st_size}:{status.st_mtime_ns}" for status in found)


def copied(database: Path, copy: Path) -> None:
    """Make a copy of the database and its log, as both were at one moment.

    The log holds what was written last. The owner's files are read as bytes: opening them as a database would write
    beside them.

    Raises:
        OSError: a file cannot be read or written, or the database changes all the time.
    """
    for _ in range(TRIES):
        before = stamp(database)
        remove(copy)
        for tail in TAILS:
            if _beside(database, tail).exists():
                shutil.copyfile(_beside(database, tail), _beside(copy, tail))
                _beside(copy, tail).chmod(0o600)
        if stamp(database) == before:
            return
    raise OSError(errno.EBUSY, "it is being written all the time")


def remove(copy: Path) -> None:
    """Leave nothing of the copy."""
    for tail in (*TAILS, "-shm"):
        _beside(copy, tail).unlink(missing_ok=True)


def sessions(copy: Path) -> Iterator[tuple[str, bytes]]:
    """Id and lines of each session that a person began, oldest first.

    Where version 2 has messages of a session, these count: the older tables stay, and are not written any more.

    Raises:
        sqlite3.Error: it is no database, or another one.
    """
    with closing(sqlite3.connect(copy)) as db:
        db.row_factory = sqlite3.Row
        db.text_factory = lambda data: data.decode("utf-8", "replace")
        for setting in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
            db.execute(f"PRAGMA {setting}")
        tables = {row["name"] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        first = {_field(row, "id"): row for row in db.execute("SELECT * FROM session")} if "session" in tables else {}
        second = (
            {_field(row, "id"): row for row in db.execute("SELECT * FROM session_v2")} if "session_v2" in tables else {}
        )
        for session in filter(None, first | second):
            known = [rows[session] for rows in (second, first) if session in rows]
            if not any(_field(row, "parent_id") for row in known):
                messages = _second(db, session) if "session_message" in tables else []
                messages = messages or (_first(db, session) if {"message", "part"} <= tables else [])
                directory, version, revert = (_either(known, name) for name in ("directory", "version", "revert"))
                yield session, lines(Session(session, directory, version, messages), brief(revert).message_id)


def _first(db: sqlite3.Connection, session: str) -> list[Message]:
    parts: dict[str, list[str]] = {}
    for row in db.execute("SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id", (session,)):
        if wanted(_field(row, "data")):
            parts.setdefault(_field(row, "message_id"), []).append(_field(row, "data"))
    found = db.execute("SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id", (session,))
    return [_message(row, parts) for row in found]


def _second(db: sqlite3.Connection, session: str) -> list[Message]:
    return [
        _message(row, {})
        for row in db.execute("SELECT * FROM session_message WHERE session_id = ? ORDER BY seq", (session,))
    ]


def _message(row: sqlite3.Row, parts: dict[str, list[str]]) -> Message:
    time, own = _field(row, "time_created"), _field(row, "id")
    return Message(
        own, int(time) if time.isdecimal() else 0, _field(row, "data"), parts.get(own, []), _field(row, "type")
    )


def _either(rows: list[sqlite3.Row], name: str) -> str:
    return next(filter(None, (_field(row, name) for row in rows)), "")


def _field(row: sqlite3.Row, name: str) -> str:
    """A column as text; empty where this version has none."""
    return str(row[name] or "") if name in row.keys() else ""  # noqa: SIM118 (a row is no mapping)


def _beside(database: Path, tail: str) -> Path:
    return database.with_name(database.name + tail)
