"""What is remembered of the governance of a memory: when it was looked over, what was found, what a person settled.

It holds counts and ids alone, no word of the memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, files
from dreamd.errors import StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

MONTH_NS = 30 * clock.DAY


class Governed(Record, frozen=True):
    """Of one workspace."""

    checked_ns: int = 0
    """When it was looked over last; 0 where it never was."""
    blocking: int = 0
    warnings: int = 0
    notes: int = 0
    settled: tuple[str, ...] = ()
    """Ids of faults that a person said are none."""


def place(places: Places, workspace: str) -> Path:
    """Where it lies."""
    return places.state / "governed" / f"{workspace}.json"


def read(places: Places, workspace: str) -> Governed:
    """What is remembered; what is damaged counts as nothing."""
    try:
        data = files.read_regular(place(places, workspace), 1 << 20)
        return msgspec.json.decode(data or b"{}", type=Governed)
    except (OSError, msgspec.DecodeError):
        return Governed()


def write(places: Places, workspace: str, known: Governed) -> None:
    """Remember it.

    Raises:
        StoreError: it cannot be written.
    """
    path = place(places, workspace)
    try:
        files.make_private(path.parent)
        files.write_atomic(path, msgspec.json.encode(known))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}", "Check that its directory is writable.") from error


def due(known: Governed, now_ns: int) -> bool:
    """Whether a month has passed since the memory was looked over."""
    return not known.checked_ns <= now_ns < known.checked_ns + MONTH_NS


def told(known: Governed) -> str:
    """What needs a person, a sentence; empty where nothing does."""
    count = known.blocking + known.warnings
    if not count:
        return ""
    waiting = "1 fault of this memory waits for you" if count == 1 else f"{count} faults of this memory wait for you"
    grave = f", {known.blocking} of them grave" if known.blocking else ""
    return f"{waiting}{grave}: dreamd govern"
