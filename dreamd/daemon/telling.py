"""Tells what happens in the daemon: to the event log, and to whoever reads its standard error."""

from __future__ import annotations

import logging
import os
import select
import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd import clock, log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONGEST = 4096
"""Bytes of a line that a pipe takes whole, or not at all."""
LIBRARIES = ("watchdog", "apscheduler")


@dataclass(frozen=True, slots=True)
class Teller:
    """Where events go; none of the ways stops work when it is full, closed or stuck."""

    path: Path
    """The event log."""
    now: Callable[[], int]
    show: Callable[[bytes, str], None]
    """Shows one event: as a JSON line, and as a sentence for people (empty where there is none)."""

    def tell(self, name: str, workspace: str = "", message: str = "", **fields: object) -> None:
        """One event of ``slugs``, in the log and shown."""
        now = self.now()
        log.write(self.path, name, now, workspace, message=message, **fields)
        self.show(log.rendered(name, now, workspace, message=message, **fields), message)

    def show_only(self, name: str, workspace: str = "", message: str = "", **fields: object) -> None:
        """One event that stands in the log already: a dream's own process has written it there."""
        self.show(log.rendered(name, self.now(), workspace, message=message, **fields), message)


def to_journal(line: bytes, _sentence: str) -> None:
    """Write the JSON line to standard error, unless nobody takes it now."""
    with suppress(OSError, ValueError):
        if select.select([], [2], [], 0)[1]:
            os.write(2, line if len(line) <= LONGEST else line[: LONGEST - 1] + b"\n")


def to_terminal(_line: bytes, sentence: str) -> None:
    """Write the sentence to standard error, with the time of day."""
    minute = clock.minute_of_day(clock.now_ns())
    with suppress(OSError):
        os.write(2, f"{minute // 60:02d}:{minute % 60:02d}  {sentence}\n".encode())


class Heard(logging.Handler):
    """Passes on what the libraries warn of.

    Args:
        each: told each warning, by whichever thread gives it.
    """

    def __init__(self, each: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._each = each

    def emit(self, record: logging.LogRecord) -> None:
        """Pass one warning on."""
        self._each(record.getMessage())

    def listen(self) -> None:
        """Hear what the libraries say, and keep it from going anywhere else."""
        for name in LIBRARIES:
            library = logging.getLogger(name)
            library.handlers, library.propagate = [self], False
        # It notices that a directory which went and came again is watched already, which is as it should be.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="watchdog")
