"""A daemon under way, as a process of its own, for tests."""

from __future__ import annotations

import json
import queue
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Cli

PATIENCE = 60
"""Seconds after which a test gives up waiting."""
EAGER = """
[gates]
min_hours = {hours}
min_sessions = 1
scan_minutes = 0
idle_minutes = 0
[daemon]
tick_seconds = 0.1
{more}
"""


def configure(own: Path, more: str = "", hours: float = 24) -> None:
    """Write a configuration in which nothing waits for long; ``more`` begins in its table ``[daemon]``."""
    own.mkdir(parents=True, exist_ok=True)
    (own / "config.toml").write_text(EAGER.format(more=more, hours=hours))


class Daemon:
    """A daemon under way, and the events that it tells on its standard error."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.told: list[dict[str, Any]] = []
        self._coming: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._coming.put(json.loads(line))
        self._coming.put(None)

    def event(self, name: str, matches: Callable[[dict[str, Any]], bool] = lambda _event: True) -> dict[str, Any]:
        """The next event of that name; those before it are passed over."""
        while (event := self._coming.get(timeout=PATIENCE)) is not None:
            self.told.append(event)
            if event["event"] == name and matches(event):
                return event
        raise AssertionError(f"the daemon ended without {name}; it told {self.told}")

    def rest(self) -> list[dict[str, Any]]:
        """What it tells until it ends."""
        while (event := self._coming.get(timeout=PATIENCE)) is not None:
            self.told.append(event)
        return self.told


@contextmanager
def daemon(cli: Cli, *arguments: str) -> Iterator[Daemon]:
    """A daemon that has started; it is asked to end at the end."""
    with cli.start(*arguments, "run") as process:
        running = Daemon(process)
        try:
            running.event("daemon.started")
            yield running
        finally:
            process.terminate()
            process.wait(PATIENCE)
