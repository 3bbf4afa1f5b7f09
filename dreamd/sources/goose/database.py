"""Reads the sessions of Goose's database, as lines like those of its older files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dreamd.reading.databases import field, tables, whole
from dreamd.sources.goose.row import AGENTS, CHANNELS, IGNORED, RUNS, TYPES, content_of, recipe_of, visibility

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

PART_BYTES = 1 << 16
"""A longer part of a tool's is a file or a page; no evidence is looked up there."""
MILLISECONDS = 10_000_000_000
"""A greater time counts these: as seconds it would lie behind the year 2286."""


def sessions(db: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """Id and lines of each session that is no subagent's and none of Goose's own, oldest first.

    What ``goose run`` was given by a script is not told from what a person typed, unless a recipe gave it.

    Raises:
        sqlite3.Error: it is no database, or another one.
    """
    if {"sessions", "messages"} <= tables(db):
        for row in db.execute("SELECT * FROM sessions ORDER BY created_at, id").fetchall():
            kind = field(row, "session_type") or "user"
            if field(row, "id") and kind not in AGENTS and not field(row, "parent_session_id"):
                yield field(row, "id"), "".join(_lines(db, row, kind)).encode("utf-8", "replace")


def _lines(db: sqlite3.Connection, session: sqlite3.Row, kind: str) -> Iterator[str]:
    scheduled = kind in RUNS or bool(field(session, "schedule_id"))
    yield _line(
        working_dir=field(session, "working_dir"), session_type=kind, schedule_id="scheduled" if scheduled else None
    )
    recipe = scheduled or recipe_of(field(session, "recipe_json"))
    standing = db.execute("SELECT * FROM messages WHERE session_id = ?", (field(session, "id"),)).fetchall()
    first: dict[str, tuple[list[object], str]] = {}
    behind_summary = False
    for row in sorted(standing, key=lambda row: (_seconds(row), whole(row, "id"))):
        role, by, shown = field(row, "role"), "", visibility(field(row, "metadata_json"))
        content = [part for part in content_of(field(row, "content_json")) if _wanted(part)]
        # What was typed into the shell between two prompts stands in the session too, for the person's eyes alone.
        seen = shown.user and (shown.agent or kind != "terminal")
        if role == "user":
            by = "recipe" if recipe else "channel" if kind in CHANNELS else kind if kind not in TYPES else ""
            recipe = recipe and not shown.user and shown.agent  # it begins the session; what comes later is typed
            # A compaction repeats a prompt as one text, whoever its parts were from.
            known = first.setdefault(_words(content), (content, by))
            content, by = known if behind_summary and seen and _words(content) else (content, by)
        behind_summary = not seen
        rest = {"by": by} if by else {}
        yield _line(role=role, created=_seconds(row), content=content, metadata={"userVisible": seen}, **rest)


def _words(content: list[object]) -> str:
    """The texts in one, as a compaction puts them together."""
    found = [part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)]
    return "\n".join(found)


def _wanted(part: object) -> bool:
    if not isinstance(part, dict):
        return False
    kind = part.get("type")
    return kind == "text" or (kind not in IGNORED and len(json.dumps(part)) <= PART_BYTES)


def _seconds(row: sqlite3.Row) -> int:
    """When the message was made; some versions wrote milliseconds."""
    time = whole(row, "created_timestamp")
    return time // 1000 if time >= MILLISECONDS else time


def _line(**fields: object) -> str:
    return f"{json.dumps(fields, ensure_ascii=False, separators=(',', ':'))}\n"
