"""Counts what a reading sees beside the turns: times, places, and names it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import counting
from dreamd.sources.codex import events, names
from dreamd.sources.codex.speech import COMPLETED

if TYPE_CHECKING:
    from dreamd.sources import Tally
    from dreamd.sources.codex.row import Row


def count(row: Row, tally: Tally) -> None:
    """Take the row into the tally."""
    counting.moment(row.time or row.payload.timestamp, tally)
    if row.name in names.TURN_STARTS and row.payload.cwd and not tally.cwd:
        tally.cwd = row.payload.cwd
    counting.unknown(unknown(row), tally)


def unknown(row: Row) -> str:
    """What in the row this reader has no name for; empty as a rule."""
    kind, _, part = row.name.partition(":")
    if row.name == COMPLETED:
        item = (row.payload.item and row.payload.item.type) or ""
        return "" if item in events.COMPLETED else f"item_completed:{item}"
    known = {"response_item": names.ITEMS, "event_msg": events.EVENTS}.get(kind)
    if known is not None:
        return "" if part in known else row.name
    return "" if kind in names.PLAIN or (row.bare and kind in names.ITEMS) else kind or "(no type)"
