"""Counts what a reading sees beside the turns: times, places, versions and names it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.sources.claude_code import names

if TYPE_CHECKING:
    from dreamd.sources import Tally
    from dreamd.sources.claude_code.rows import Row

UNKNOWN_NAMES = 100
"""Distinct unknown names that are told apart; garbage must not fill the memory."""
NAME_LENGTH = 64


def count(row: Row, tally: Tally) -> None:
    """Take the row into the tally."""
    tally.rows += 1
    tally.cwd = tally.cwd or row.cwd or ""
    tally.last = max(tally.last, time(row.timestamp))
    if row.version:
        tally.versions.add(row.version)
    name = unknown(row)[:NAME_LENGTH]
    if name and (name in tally.unknown or len(tally.unknown) < UNKNOWN_NAMES):
        tally.unknown[name] = tally.unknown.get(name, 0) + 1


def time(stamp: str | None) -> str:
    """The time where it is ISO 8601 in UTC, else empty."""
    return stamp if stamp and stamp[4:5] == "-" and stamp[10:11] == "T" and stamp.endswith("Z") else ""


def unknown(row: Row) -> str:
    """What in the row this reader has no name for; empty as a rule."""
    if row.type == "attachment":
        kind = (row.attachment and row.attachment.type) or ""
        known = kind in names.SHOWN or kind in names.SURROUNDINGS or kind == names.QUEUED
        return "" if known else f"attachment:{kind}"
    if row.type == "system":
        return "" if row.subtype in names.SYSTEM else f"system:{row.subtype or ''}"
    return "" if row.type in names.SPOKEN or row.type in names.BOOKKEEPING else row.type or "(no type)"
