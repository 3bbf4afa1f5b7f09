"""Counts the daemon's starts where the supervisor does not: launchd starts what fails again for ever.

``dreamd run`` under launchd asks ``too_many`` first, and ends with exit code 0 where the answer is yes: launchd leaves
alone what ended well. It calls ``forget`` when it ends well by itself.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, files

if TYPE_CHECKING:
    from pathlib import Path

MOST = 5
"""Starts that may fail ..."""
WITHIN_NS = 5 * clock.MINUTE
"""... within this time."""
LARGEST = 4_096


def too_many(path: Path, now_ns: int) -> bool:
    """Note that the daemon starts; whether so many starts before it failed that it should give up.

    It gives up once: the start after that, by hand or at the next login, is a first one again.

    Args:
        path: a small file of our own; a damaged one counts as empty.
        now_ns: now.
    """
    recent = [start for start in _starts(path) if 0 <= now_ns - start < WITHIN_NS]
    if len(recent) >= MOST:
        forget(path)
        return True
    with suppress(OSError):  # what cannot be counted must not keep the daemon from starting
        files.make_private(path.parent)
        files.write_atomic(path, msgspec.json.encode([*recent, now_ns]))
    return False


def forget(path: Path) -> None:
    """The daemon ended as it should."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _starts(path: Path) -> list[int]:
    try:
        return msgspec.json.decode(files.read_regular(path, LARGEST) or b"[]", type=list[int])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []
