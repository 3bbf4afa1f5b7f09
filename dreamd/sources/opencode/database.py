"""Reads the sessions of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.databases import field, tables, whole
from dreamd.sources.opencode.session import Message, Session, brief, lines, wanted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator


def sessions(db: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """Id and lines of each session that a person began, oldest first.

    Where version 2 has messages of a session, these count: the older tables stay, and are not written any more.

    Raises:
        sqlite3.Error: it is no database, or another one.
    """
    present = tables(db)
    first = {field(row, "id"): row for row in db.execute("SELECT * FROM session")} if "session" in present else {}
    second = (
        {field(row, "id"): row for row in db.execute("SELECT * FROM session_v2")} if "session_v2" in present else {}
    )
    for session in filter(None, first | second):
        known = [rows[session] for rows in (second, first) if session in rows]
        if not any(field(row, "parent_id") for row in known):
            messages = _second(db, session) if "session_message" in present else []
            messages = messages or (_first(db, session) if {"message", "part"} <= present else [])
            directory, version, revert = (_either(known, name) for name in ("directory", "version", "revert"))
            yield session, lines(Session(session, directory, version, messages), brief(revert).message_id)


def _first(db: sqlite3.Connection, session: str) -> list[Message]:
    parts: dict[str, list[str]] = {}
    for row in db.execute("SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id", (session,)):
        if wanted(field(row, "data")):
            parts.setdefault(field(row, "message_id"), []).append(field(row, "data"))
    found = db.execute("SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id", (session,))
    return [_message(row, parts) for row in found]


def _second(db: sqlite3.Connection, session: str) -> list[Message]:
    return [
        _message(row, {})
        for row in db.execute("SELECT * FROM session_message WHERE session_id = ? ORDER BY seq", (session,))
    ]


def _message(row: sqlite3.Row, parts: dict[str, list[str]]) -> Message:
    own = field(row, "id")
    return Message(own, whole(row, "time_created"), field(row, "data"), parts.get(own, []), field(row, "type"))


def _either(rows: list[sqlite3.Row], name: str) -> str:
    return next(filter(None, (field(row, name) for row in rows)), "")
