"""The daemon's one thread: ticks, ends of runs and signals come in by a queue, and are dealt with in turn."""

from __future__ import annotations

import queue
import time
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import __version__, metrics, scanner, slugs
from dreamd.daemon import aftermath, presence
from dreamd.daemon.rounds import Rounds
from dreamd.daemon.timer import Timer
from dreamd.daemon.watch import Watch
from dreamd.errors import ConfigError, DreamdError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.config import Config
    from dreamd.daemon.child import Ended
    from dreamd.daemon.world import World
    from dreamd.paths import Places

PAUSE_SECONDS, STOPPING_SECONDS = 10.0, 0.5
"""The loop looks at its clocks at least so often; while it stops, more often."""
FIGURES_SECONDS = 60.0
"""Figures for monitoring are no older."""
MISSED_TICKS = 3
"""A loop that has waited in vain for so many is not well, and gives no sign of life."""
DRAIN = "EXTEND_TIMEOUT_USEC=15000000"


class Loop:
    """A daemon under way.

    Args:
        world: what it is given from outside.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._rounds = Rounds(world, self._ended)
        self._timer = Timer(world.config.daemon.tick_seconds, partial(self._inbox.put, self._tick))
        self._roots = _roots(world.config, world.places)
        self._watch = Watch(lambda: self._roots, self._rounds.hint, self._rounds.miss, self._watched)
        self._stopping = False
        self._shown = presence.first(__version__, world.now())
        self._last_tick, self._next_figures = time.monotonic(), 0.0
        self._troubles: dict[str, str] = {}
        """What goes wrong -> why, a sentence; until the same goes well."""

    def run(self) -> None:
        """Work until ``stop`` was called and every run has ended.

        Raises:
            StoreError: our own state cannot be read at the beginning.
        """
        world = self._world
        self._rounds.know()
        self._timer.stepped(world.now(), time.monotonic_ns())
        world.teller.tell(slugs.DAEMON_STARTED, message=f"dreamd {__version__} watches", pid=self._shown.pid)
        self._timer.start()
        self._tick()
        world.supervisor.tell("READY=1")
        self._show()
        while not self._stopping or self._rounds.runs:
            with suppress(queue.Empty):
                self._inbox.get(timeout=self._pause())()
            self._look_at_clocks()
            self._show()
        self._timer.stop()
        self._watch.stop()
        whole = False
        with suppress(DreamdError, OSError):
            whole = aftermath.recover(world)
        left = "nothing was left half-done" if whole else "what was cut short is put right by the next command"
        world.teller.tell(slugs.DAEMON_STOPPED, message=f"stopped; {left}", pid=self._shown.pid)

    def stop(self) -> None:
        """End the runs, which put everything back, and then the loop; called by any thread, or a signal."""
        self._inbox.put(self._stop)

    def reload(self) -> None:
        """Take the configuration as it stands in its file now; called by any thread, or a signal."""
        self._inbox.put(self._reload)

    def warned(self, message: str) -> None:
        """A library warns; called by any thread. Where events were lost, looking is due."""
        lost = "overflow" in message
        if lost:
            self._rounds.hint()
        name = slugs.WATCH_OVERFLOW if lost else slugs.RUN_SAID
        self._inbox.put(partial(self._world.teller.tell, name, message=message))

    def _watched(self, name: str, why: str) -> None:
        self._world.teller.tell(name, message=why)

    def _stop(self) -> None:
        self._stopping = True
        self._world.supervisor.tell("STOPPING=1", DRAIN, "STATUS=stopping")

    def _reload(self) -> None:
        """An invalid configuration is refused, and the old one stays."""
        world = self._world
        world.supervisor.reloading(time.monotonic_ns())
        try:
            world.config = world.reload()
        except (ConfigError, StoreError) as error:
            why = str(error).replace("\n", ". ")
            world.teller.tell(slugs.CONFIG_REFUSED, message=f"the configuration stays as it was: {why}")
        else:
            world.teller.tell(slugs.CONFIG_RELOADED, message="the configuration was read again")
            self._roots = _roots(world.config, world.places)
            self._rounds.soon()
            self._timer.seconds = world.config.daemon.tick_seconds
            self._timer.again(0)
        world.supervisor.tell("READY=1")

    def _tick(self) -> None:
        """Hints are a help and no more: what ails the watch keeps no round from beginning."""
        now = time.monotonic()
        with self._troubled("watch"):
            self._watch.supervise(now)
            self._troubles.pop("watch", None)
        if not self._stopping:
            with self._troubled("round"):
                if self._rounds.tick(now, unwatched=bool(self._watch.lacking)):
                    self._troubles.pop("round", None)
        if now >= self._next_figures:
            self._figures(now)
        self._last_tick = now

    def _figures(self, now: float) -> None:
        self._next_figures = now + FIGURES_SECONDS
        with self._troubled("figures"):
            metrics.write(self._world.places.database, self._world.config, self._world.now())
            self._troubles.pop("figures", None)

    def _ended(self, end: Ended) -> None:
        """Called by a thread of the run that has ended."""
        self._inbox.put(partial(self._settle, end))

    def _settle(self, end: Ended) -> None:
        del self._rounds.runs[end.workspace]
        if self._stopping:
            return  # it was asked to end; what it left is put right once all have
        with self._troubled("round"):
            failed = self._rounds.settle(end)
            if failed:
                self._trouble("look", failed)
            elif not end.workspace:
                self._troubles.pop("look", None)
        self._figures(time.monotonic())

    def _look_at_clocks(self) -> None:
        """End what takes too long, notice when a clock was set, and give a sign of life."""
        now, world = time.monotonic(), self._world
        if self._stopping:
            self._rounds.end(now)
        self._rounds.end_overdue(now)
        if jumped := self._timer.stepped(world.now(), time.monotonic_ns()):
            message = f"the clock went {'ahead' if jumped > 0 else 'back'} by {abs(jumped):.0f} s, or the machine slept"
            world.teller.tell(slugs.CLOCK_STEPPED, message=message)
            self._rounds.soon()
            self._timer.again(0)
        late = now - self._last_tick - self._timer.seconds
        if late > PAUSE_SECONDS:
            self._timer.again(0)  # a tick was lost; should this one be, too, the loop is not well
        if late < MISSED_TICKS * PAUSE_SECONDS:
            world.supervisor.tell("WATCHDOG=1")

    def _pause(self) -> float:
        """Seconds to wait at most for what comes in: twice within the patience of whoever watches over us."""
        return STOPPING_SECONDS if self._stopping else min(PAUSE_SECONDS, (self._world.supervisor.patience or 60) / 2)

    @contextmanager
    def _troubled(self, what: str) -> Iterator[None]:
        """Trouble with our own files or the system ends nothing: the next tick tries again."""
        try:
            yield
        except (DreamdError, OSError) as error:
            self._trouble(what, str(error).replace("\n", ". "))

    def _trouble(self, what: str, why: str) -> None:
        """Tell it once, and show it until the same goes well."""
        if self._troubles.get(what) != why:
            self._troubles[what] = why
            self._world.teller.tell(slugs.RUN_FAILED, message=why)

    def _show(self) -> None:
        """Let people know what we do, whenever that has changed."""
        attention = tuple(filter(None, (self._watch.lacking, *self._troubles.values())))
        shown = msgspec.structs.replace(self._shown, doing=self._rounds.doing, attention=attention)
        if shown != self._shown:
            self._shown = shown
            presence.show(self._world.places, shown)
            self._world.supervisor.tell(f"STATUS={shown.doing}")


def _roots(config: Config, places: Places) -> list[Path]:
    return [root for source in scanner.enabled(config.sources) for root in source.roots(places)]
