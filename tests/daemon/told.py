"""A world around a daemon's loop, in the process of a test, that keeps what it is told."""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamd import config, slugs, state
from dreamd.daemon import presence
from dreamd.daemon.loop import Loop
from dreamd.daemon.notify import Supervisor
from dreamd.daemon.telling import Shown, Teller
from dreamd.daemon.world import World
from dreamd.memory.layout import Workspace
from tests.daemon.running import PATIENCE, configure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from tests.conftest import Cli

ASLEEP = "asleep: every project has dreamed lately"


class Told:
    """A world around a daemon, and what it was told."""

    def __init__(self, cli: Cli, places: Places, more: str = "") -> None:
        configure(cli.own, more)
        self.ahead = 0
        self.shown: queue.SimpleQueue[Shown] = queue.SimpleQueue()
        settings = config.load(places.config)
        environment = {"NOTIFY_SOCKET": str(cli.own / "deaf"), "WATCHDOG_USEC": "400000"}
        self.world = World(
            places=places,
            config=settings,
            reload=lambda: settings,
            arm=lambda: None,
            environment=cli.environment,
            options=(),
            search=os.environ["PATH"],
            teller=Teller(places.log, self.now, self.shown.put),
            supervisor=Supervisor(environment),
            new_id=lambda: "0badcafe",
            hold=lambda: True,
            now=self.now,
        )

    def now(self) -> int:
        return time.time_ns() + self.ahead

    def event(self, name: str) -> dict[str, Any]:
        """The next event of that name."""
        while True:
            found: dict[str, Any] = json.loads(self.shown.get(timeout=PATIENCE).line)
            if found["event"] == name:
                return found


@contextmanager
def looping(told: Told) -> Iterator[Loop]:
    """A loop under way in a thread of its own, stopped at the end."""
    loop = Loop(told.world)
    thread = threading.Thread(target=loop.run, daemon=True)
    with presence.alone(told.world.places):
        thread.start()
        try:
            told.event(slugs.DAEMON_STARTED)
            yield loop
        finally:
            loop.stop()
            thread.join(PATIENCE)
    assert not thread.is_alive()


def resting(places: Places, *names: str) -> list[Path]:
    """Projects that have just dreamed; their lock files."""
    locks = []
    with state.database(places.database) as db:
        for name in names:
            root = places.home / ".claude" / "projects" / f"-w-{name}" / "memory"
            made = Workspace(name=name, root=root, layout="claude-code", project=Path("/w") / name)
            root.mkdir(parents=True)
            made.lock.touch()
            state.add_workspace(db, made)
            locks.append(made.lock)
    return locks
