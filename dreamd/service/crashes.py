"""What launchd leaves out when it starts the daemon: it starts what fails again and again, and lets the log grow.

It becomes what it starts, so that signals reach that: ``python -m dreamd.service.crashes FILE PROGRAM ARGUMENTS``. What
it starts need not know of it; a daemon that cannot even read its configuration is counted too.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from dreamd import clock, files

MOST = 5
"""Starts ..."""
WITHIN_NS = 5 * clock.MINUTE
"""... within this time are enough."""
LARGEST = 4_096
LARGEST_LOG = 1_000_000
"""Bytes; what the daemon does stands in its own log, which is rotated."""
STDERR = 2
GIVEN_UP = b"dreamd started five times within five minutes; it stays down until: dreamd service start\n"


def main(path: Path, command: list[str]) -> None:
    """Become the command, or end well where it was started too often: launchd leaves alone what ended well."""
    shorten(STDERR)
    if too_many(path, clock.now_ns()):
        os.write(STDERR, GIVEN_UP)  # for the agent's log; there is no person to print to
        return
    os.execv(command[0], command)  # noqa: S606 (no shell is wanted)


def shorten(log: int) -> None:
    """Empty the file that this descriptor writes into, if it is one and has grown too large."""
    with suppress(OSError):
        found = os.fstat(log)
        if stat.S_ISREG(found.st_mode) and found.st_size > LARGEST_LOG:
            os.ftruncate(log, 0)


def too_many(path: Path, now_ns: int) -> bool:
    """Note a start; whether so many came shortly before it that there should be no more.

    It says so once: the start after that, by hand or at the next login, is a first one again.

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
    """A person starts it, so that no start before counts."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _starts(path: Path) -> list[int]:
    try:
        return msgspec.json.decode(files.read_regular(path, LARGEST) or b"[]", type=list[int])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
