"""Counts what a reading sees beside the turns: times, places, versions and names it does not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.sources.claude_code import names

if TYPE_CHECKING:
    from dreamd.sources import Tally
    from dreamd.sources.claude_code.row import Row

UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
UNKNOWN_NAMES = 100
"""Distinct unknown names that are told apart; garbage must not fill the memory."""
NAME_LENGTH = 64


def count(row: Row, tally: Tally) -> None:
    """Take the row into the tally."""
    stamp = row.timestamp
    if stamp and stamp > tally.last and stamp[10:11] == "T":
        tally.last = stamp
    if row.cwd and not tally.cwd:
        tally.cwd = row.cwd
    if row.version and row.version not in tally.versions:
        tally.versions.add(row.version)
    if row.type not in names.PLAIN:
        name = unknown(row)[:NAME_LENGTH]
        if name and (name in tally.unknown or len(tally.unknown) < UNKNOWN_NAMES):
            tally.unknown[name] = tally.unknown.get(name, 0) + 1


def time(stamp: str | None) -> str:
    """The time where it is ISO 8601 in UTC, else empty."""
    return stamp if stamp and UTC.fullmatch(stamp) else ""


def unknown(row: Row) -> str:
    """What in the row this reader has no name for; empty as a rule."""
    if row.type == "attachment":
        kind = (row.attachment and row.attachment.type) or ""
        known = kind in names.SHOWN or kind in names.SURROUNDINGS or kind == names.QUEUED
        return "" if known else f"attachment:{kind}"
    if row.type == "system":
        return "" if row.subtype in names.SYSTEM else f"system:{row.subtype or ''}"
    return "" if row.type in names.PLAIN else row.type or "(no type)"
