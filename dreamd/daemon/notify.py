"""Tells systemd how we are, in its own words (sd_notify(3)); where nobody listens, nothing is told."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OURS = frozenset({"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"})
"""Variables that are meant for us, and for no process that we start."""
MICROSECOND = 1_000
"""Nanoseconds."""


class Supervisor:
    """The service manager that started us.

    Args:
        environment: ours; ``NOTIFY_SOCKET`` and ``WATCHDOG_USEC`` are looked at.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        allowed = environment.get("WATCHDOG_USEC", "")
        self.patience = int(allowed) / 1_000_000 if self._address and allowed.isdecimal() else 0.0
        """Seconds without a sign of life after which we are killed; 0: for ever."""

    def tell(self, *lines: str) -> None:
        """Tell it such lines as ``READY=1``; a manager that is gone or deaf is no reason to stop."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.settimeout(0)
            sock.sendto("\n".join(line.replace("\n", " ") for line in lines).encode(), self._address)

    def reloading(self, monotonic_ns: int) -> None:
        """Tell it that the configuration is being read again; ``READY=1`` ends that."""
        self.tell("RELOADING=1", f"MONOTONIC_USEC={monotonic_ns // MICROSECOND}")
