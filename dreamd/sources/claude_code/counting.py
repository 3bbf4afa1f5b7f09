"""Counts what a reading sees beside the turns: times, places, versions and names it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import counting
from dreamd.sources.claude_code import names

if TYPE_CHECKING:
    from dreamd.sources import Tally
    from dreamd.sources.claude_code.row import Row


def count(row: Row, tally: Tally) -> None:
    """Take the row into the tally."""
    if row.timestamp and row.timestamp > tally.last:
        counting.moment(row.timestamp, tally)
    if row.version and row.version not in tally.versions:
        tally.versions.add(row.version)
    if row.type not in names.PLAIN:
        counting.unknown(unknown(row), tally)


def unknown(row: Row) -> str:
    """What in the row this reader has no name for; empty as a rule."""
    if row.type == "attachment":
        kind = (row.attachment and row.attachment.type) or ""
        known = kind in names.SHOWN or kind in names.SURROUNDINGS or kind == names.QUEUED
        return "" if known else f"attachment:{kind}"
    if row.type == "system":
        return "" if row.subtype in names.SYSTEM else f"system:{row.subtype or ''}"
    return "" if row.type in names.PLAIN else row.type or "(no type)"
