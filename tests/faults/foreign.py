"""Another program that consolidates the same memory, with the manners of Claude Code's own dream."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd import lock

if TYPE_CHECKING:
    from pathlib import Path

HOUR_NS = 3_600 * 10**9


@dataclass(frozen=True)
class Foreign:
    """A process that lives, and the lock file that it would take."""

    lock: Path
    pid: int

    def may_take(self) -> bool:
        """Whether nobody that lives holds the lock file, or for an hour."""
        held = lock.read(self.lock)
        return held.mtime_ns is None or lock.foreign_holder(held, time.time_ns(), self.pid) is None

    def take(self) -> bool:
        """Write the own process into the file, and look whether it stands there; no other file is written anew."""
        if not self.may_take():
            return False
        self.lock.parent.mkdir(parents=True, exist_ok=True)
        self.lock.write_text(str(self.pid))
        return self.holds()

    def holds(self) -> bool:
        """Whether the file names us."""
        return lock.read(self.lock).pid == self.pid

    def end(self) -> None:
        """The dream is over: the file's time stays, as the watermark."""
        status = self.lock.stat()
        self.lock.write_bytes(b"")
        os.utime(self.lock, ns=(status.st_mtime_ns, status.st_mtime_ns))


def age(path: Path) -> None:
    """Make the lock file look as if an hour had passed."""
    status = path.stat()
    os.utime(path, ns=(status.st_mtime_ns - HOUR_NS, status.st_mtime_ns - HOUR_NS))
