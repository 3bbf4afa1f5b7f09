"""Tells what happens in the daemon: to the event log, and to whoever reads its standard error."""

from __future__ import annotations

import logging
import os
import select
import warnings
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd import clock, log, slugs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONGEST = 4096
"""Bytes of a line that a pipe takes whole, or not at all."""
LIBRARIES = ("watchdog", "apscheduler")
TROUBLE = frozenset({slugs.RUN_FAILED, slugs.CONFIG_REFUSED, slugs.WATCH_LIMITED})


@dataclass(frozen=True, slots=True)
class Shown:
    """One event for whoever reads along."""

    line: bytes
    """As JSON."""
    sentence: str
    """For people."""
    trouble: bool
    """Something went wrong."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Where events go; none of the ways stops work when it is full, closed or stuck."""

    path: Path
    """The event log."""
    now: Callable[[], int]
    show: Callable[[Shown], None]

    def tell(self, name: str, workspace: str = "", message: str = "", **fields: object) -> None:
        """One event of ``slugs``, in the log and shown."""
        log.write(self.path, name, self.now(), workspace, message=message, **fields)
        self.show_only(name, workspace, message, **fields)

    def show_only(self, name: str, workspace: str = "", message: str = "", **fields: object) -> None:
        """One event that stands in the log already: a dream's own process has written it there."""
        line = log.rendered(name, self.now(), workspace, message=message, **fields)
        if len(line) > LONGEST:
            line = log.rendered(name, self.now(), workspace, message=f"{message[: LONGEST // 8]} ...")
        trouble = name in TROUBLE or fields.get("outcome") in {"failed", "rejected"}
        self.show(Shown(line, message, trouble))


def as_lines(descriptor: int) -> Callable[[Shown], None]:
    """Shows events as JSON lines."""
    return lambda shown: _write(descriptor, shown.line)


def to_people(shown: Shown) -> None:
    """Show an event as a sentence on the terminal, with the time of day."""
    _write(2, f"{clock.iso(clock.now_ns())[11:16]} UTC  {log.visible(shown.sentence)}\n".encode())


def trouble_alone(show: Callable[[Shown], None]) -> Callable[[Shown], None]:
    """Shows only what went wrong."""
    return lambda shown: show(shown) if shown.trouble else None


def _write(descriptor: int, line: bytes) -> None:
    """Write the line, unless nobody takes it now: a full pipe, a terminal that was stopped."""
    with suppress(OSError, ValueError):
        if select.select([], [descriptor], [], 0)[1]:
            os.write(descriptor, line[:LONGEST])


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
