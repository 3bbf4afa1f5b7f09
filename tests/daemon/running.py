"""A daemon under way, as a process of its own, for tests."""

from __future__ import annotations

import json
import queue
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamd.fakes.messages_server import say, serve

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator

    from dreamd.dialog import Reply, Request
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


@contextmanager
def hanging(own: Path, more: str = "") -> Iterator[threading.Event]:
    """A model that does not answer: dreams stay in their middle. The event is set once it was asked."""
    asked, over = threading.Event(), threading.Event()

    def answer(_request: Request) -> Reply:
        asked.set()
        over.wait(PATIENCE)
        return say("Nothing to keep.")

    with serve(answer) as server:
        configure(own, f'{more}\n[dream]\nengine = "anthropic"\nbase_url = "{server.url}"\nmodel = "qwen3"\n')
        try:
            yield asked
        finally:
            over.set()


def runs(parent: int) -> list[int]:
    """Processes that the daemon has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.parent.name))
    return found


class Daemon:
    """A daemon under way, and the events that it tells on its standard error."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.told: list[dict[str, Any]] = []
        self.said: list[str] = []
        """What is no event: why it ends, as any command says it."""
        self._coming: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith("{"):
                self._coming.put(json.loads(line))
            else:
                self.said.append(line.rstrip())
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
