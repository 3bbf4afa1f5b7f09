"""Gives the daemon its ticks, and notices when the clock was set or the machine slept."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from dreamd import clock

if TYPE_CHECKING:
    from collections.abc import Callable

TICK = "tick"
INSTANCES = 3
"""A job makes the next one before it has ended, and one that would be one too many would be dropped."""
STEP_SECONDS = 5.0
"""Wall clock and monotonic clock part by no more than this unless one was set, or both were asleep."""


class Timer:
    """Ticks until it is stopped.

    Each tick is a job of its own for one moment: a clock that is set forward by years then brings one tick and not
    thousands that were missed.

    Args:
        seconds: between two ticks.
        tick: called by a thread of the scheduler; must return at once.
    """

    def __init__(self, seconds: float, tick: Callable[[], None]) -> None:
        self.seconds = seconds
        self._tick = tick
        self._drift: float | None = None
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(1)},
            job_defaults={"coalesce": True, "max_instances": INSTANCES, "misfire_grace_time": None},
            daemon=True,
        )

    def start(self) -> None:
        """Tick now, and from now on."""
        self._scheduler.start()
        self.again(0)

    def again(self, seconds: float | None = None) -> None:
        """Tick the next time in so many seconds, as the clock is now."""
        wait = timedelta(seconds=self.seconds if seconds is None else seconds)
        moment = clock.moment(clock.now_ns()) + wait  # by the scheduler's own clock, and not one that we are given
        self._scheduler.add_job(self._once, "date", run_date=moment, id=TICK, replace_existing=True)

    def _once(self) -> None:
        self.again()
        self._tick()

    def stop(self) -> None:
        """Tick no more.

        A scheduler that is shut down while its thread takes up a job loses that job, and its thread dies of it; so it
        is paused first, and its jobs are asked for, which waits for what it is at.
        """
        self._scheduler.pause()
        self._scheduler.get_jobs()
        self._scheduler.shutdown(wait=False)

    def stepped(self, wall_ns: int, monotonic_ns: int) -> float:
        """Seconds by which the clock has jumped since the last call: set by somebody, or the machine was suspended."""
        drift = (wall_ns - monotonic_ns) / 1e9
        last, self._drift = self._drift, drift
        jumped = 0.0 if last is None else drift - last
        return jumped if abs(jumped) > STEP_SECONDS else 0.0
