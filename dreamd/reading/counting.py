"""Counts what a reading sees beside the turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dreamd.sources import Tally

UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", re.ASCII)
UNKNOWN_NAMES = 100
"""Distinct unknown names that are told apart; garbage must not fill the memory."""
NAME_LENGTH = 64


def time(stamp: str | None) -> str:
    """The time where it is ISO 8601 in UTC, else empty."""
    return stamp if stamp and UTC.fullmatch(stamp) else ""


def moment(stamp: str | None, tally: Tally) -> None:
    """Take a row's time into the tally."""
    if stamp and stamp > tally.last and stamp[10:11] == "T":
        tally.last = stamp


def unknown(name: str, tally: Tally) -> None:
    """Count a name that the source does not know; an empty one is none."""
    name = name[:NAME_LENGTH]
    if name and (name in tally.unknown or len(tally.unknown) < UNKNOWN_NAMES):
        tally.unknown[name] = tally.unknown.get(name, 0) + 1
