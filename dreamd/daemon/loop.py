"""The daemon's one thread: ticks, ends of runs and signals come in by a queue, and are dealt with in turn."""

from __future__ import annotations

import math
import queue
import time
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import __version__, clock, metrics, patience, scanner, slugs
from dreamd.daemon import aftermath, presence
from dreamd.daemon.rounds import Rounds
from dreamd.daemon.timer import Timer
from dreamd.daemon.watch import Watch
from dreamd.errors import ConfigError, DreamdError, LockHeld, StoreError

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
ALONE_SECONDS = 50.0
"""After so long a tick looks whether we are still the only daemon: with the default settings each."""
MISSED_TICKS = 3
"""A loop that has waited in vain for so many is not well, and gives no sign of life."""
PATIENCE_SECONDS = 9.0
"""After a stop was asked for, what runs left is put right in this time, or by the next command."""
OVERFLOW = "so much was written at once that some of it went unseen, so all sessions are looked for anew"
DRAIN = "EXTEND_TIMEOUT_USEC=15000000"


class Loop:
    """A daemon under way.

    Args:
        world: what it is given from outside.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._rounds = Rounds(world, self._ended, self._alone)
        self._timer = Timer(world.config.daemon.tick_seconds, partial(self._inbox.put, self._tick))
        self._roots = _roots(world.config, world.places)
        self._watch = Watch(lambda: self._roots, self._rounds.hint, self._rounds.miss, self._watched)
        self._stopping = False
        self._asked: float | None = None
        """When it was asked to stop, on the monotonic clock in seconds."""
        self._was_alone = time.monotonic()
        """When it was seen last that no other daemon runs beside us."""
        self._displaced: LockHeld | StoreError | None = None
        """Why another daemon may run in our place."""
        self._shown = presence.first(__version__, world.now())
        self._last_tick, self._next_figures = time.monotonic(), 0.0
        self._troubles: dict[str, str] = {}
        """What goes wrong -> why, a sentence; until the same goes well."""

    def run(self) -> None:
        """Work until ``stop`` was called and every run has ended.

        Raises:
            StoreError: our own state cannot be read at the beginning, or our directory became another.
            LockHeld: another daemon took our place.
        """
        try:
            self._begin()
            while not self._stopping or self._rounds.runs:
                with suppress(queue.Empty):
                    self._inbox.get(timeout=self._pause())()
                self._look_at_clocks()
                self._show()
            self._end()
        finally:
            patience.end_by(math.inf)
        if self._displaced:
            raise self._displaced

    def stop(self) -> None:
        """End the runs, which put everything back, and then the loop; called by any thread, or a signal.

        From now on nothing waits for another process: whatever is under way gives up, and the stop is next.
        """
        if self._asked is None:
            self._asked = time.monotonic()
            patience.end_by(self._asked)
        self._inbox.put(self._stop)

    def reload(self) -> None:
        """Take the configuration as it stands in its file now; called by any thread, or a signal."""
        self._inbox.put(self._reload)

    def warned(self, message: str) -> None:
        """A library warns; called by any thread. Where events were lost, looking is due."""
        lost = "overflow" in message
        if lost:
            self._rounds.hint()
        name, told = (slugs.WATCH_OVERFLOW, OVERFLOW) if lost else (slugs.RUN_SAID, f"a library warns: {message}")
        self._inbox.put(partial(self._world.teller.tell, name, message=told))

    def _begin(self) -> None:
        world = self._world
        try:
            self._rounds.know()
        except StoreError:
            if self._asked is None:
                raise
        self._timer.stepped(world.now(), time.monotonic_ns())
        world.teller.tell(
            slugs.DAEMON_STARTED, message=f"the daemon began to watch (dreamd {__version__})", pid=self._shown.pid
        )
        self._timer.start()
        self._tick()
        world.supervisor.tell("READY=1")
        self._show()

    def _end(self) -> None:
        """Put right what runs left, as far as it can be done in time, and say goodbye."""
        world = self._world
        self._timer.stop()
        self._watch.stop()
        patience.end_by((self._asked or time.monotonic()) + PATIENCE_SECONDS)
        whole = False
        with suppress(DreamdError, OSError):
            whole = not self._moved() and aftermath.recover(world)
        left = "nothing was left half-done" if whole else "should anything be half-done, the next command puts it right"
        self._tell(slugs.DAEMON_STOPPED, f"the daemon stopped; {left}", pid=self._shown.pid)

    def _moved(self) -> bool:
        """Whether our own directory is another than at the beginning; nothing is written there."""
        return isinstance(self._displaced, StoreError)

    def _tell(self, name: str, message: str, **fields: object) -> None:
        teller = self._world.teller
        (teller.show_only if self._moved() else teller.tell)(name, "", message, **fields)

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
        self._last_tick = now
        if self._stopping or (now - self._was_alone >= ALONE_SECONDS and not self._alone()):
            return
        with self._troubled("watch"):
            self._watch.supervise(now)
            self._troubles.pop("watch", None)
        with self._troubled("round"):
            if self._rounds.tick(now, unwatched=bool(self._watch.lacking)):
                self._troubles.pop("round", None)
        if now >= self._next_figures:
            self._figures(now)

    def _alone(self) -> bool:
        """Whether no other daemon runs beside us; where one may, this one stops."""
        try:
            if not self._world.hold():
                self._tell(slugs.DAEMON_RETAKEN, "the daemon's lock file had been removed, and was made again")
        except (LockHeld, StoreError) as error:
            self._displaced = error
            self._tell(slugs.DAEMON_DISPLACED, f"this daemon gives up its place: {error.message}")
            self.stop()
            return False
        self._was_alone = time.monotonic()
        return True

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
        if self._stopping or not self._alone():
            return  # it was asked to end, or failed since our directory went; what it left is put right once all have
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
            span = clock.span(abs(jumped))
            ahead = f"the clock went ahead by {span}: it was set, or the machine slept"
            message = ahead if jumped > 0 else f"the clock was set back by {span}"
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
        shown = msgspec.structs.replace(
            self._shown, doing=self._rounds.doing, looks=self._rounds.looks, attention=attention
        )
        if shown != self._shown:
            self._shown = shown
            if not self._displaced:
                presence.show(self._world.places, shown)
            self._world.supervisor.tell(f"STATUS={shown.doing}")


def _roots(config: Config, places: Places) -> list[Path]:
    return [root for source in scanner.enabled(config.sources) for root in source.roots(places)]
