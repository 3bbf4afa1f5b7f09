"""The loop around the rounds: tells troubles, stops in time, lives while its ticks come, and leaves nothing behind."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import slugs
from dreamd.daemon import child, loop, watch
from dreamd.daemon.loop import Loop
from dreamd.daemon.notify import Supervisor
from dreamd.daemon.timer import TICK
from tests.daemon.running import PATIENCE
from tests.daemon.told import ASLEEP, Told, looping, resting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.paths import Places
    from tests.conftest import Cli, Talk

RULE = "Always use pnpm instead of npm in this repo."
DAY_SECONDS = 86_400.0
STOP_SECONDS = 10.0
"""A stop is promised to be over in this time."""


@pytest.fixture
def told(cli: Cli, places: Places) -> Told:
    return Told(cli, places)


def test_a_loop_tells_a_jump_of_the_clock_and_lost_events_and_goes_on(told: Told) -> None:
    with looping(told) as loop:
        told.ahead = -3_600 * 10**9
        assert told.event(slugs.CLOCK_STEPPED)["message"] == "the clock was set back by 1 h"
        loop.warned("Inotify queue overflowed; filesystem events were lost")
        assert "went unseen" in told.event(slugs.WATCH_OVERFLOW)["message"]
    assert told.event(slugs.DAEMON_STOPPED)["message"] == "the daemon stopped; nothing was left half-done"


def test_trouble_is_told_once_and_shown_until_the_same_goes_well(
    cli: Cli, places: Places, tmp_path: Path, talk: Talk
) -> None:
    figures = tmp_path / "nowhere" / "dreamd.prom"
    told = Told(cli, places, f'[metrics]\ntextfile = "{figures}"')
    talk("one", RULE)
    with looping(told):
        assert "cannot write" in told.event(slugs.RUN_FAILED)["message"]
        told.event(slugs.DREAM_FINISHED)
        attention = cli("status", "--json").document["daemon"]["attention"]
        assert [line for line in attention if "cannot write" in line], "also after a dream that went well"
    rest = []
    while not told.shown.empty():
        rest.append(told.shown.get().sentence)
    assert not [line for line in rest if "cannot write" in line], "once"


@contextmanager
def petted(told: Told) -> Iterator[Callable[[], bool]]:
    """Says whether a sign of life has come to a manager such as systemd since it was asked last."""
    name = f"dreamd-pet-{os.getpid()}"
    told.world.supervisor = Supervisor({"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": "180000000"})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{name}")
        manager.settimeout(0)

        def pet() -> bool:
            found = False
            while True:
                try:
                    found = b"WATCHDOG=1" in manager.recv(4096).split(b"\n") or found
                except BlockingIOError:
                    return found

        yield pet


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has abstract names, and systemd")
def test_a_loop_that_waits_in_vain_for_its_ticks_asks_for_another_and_then_gives_no_sign_of_life(told: Told) -> None:
    made = Loop(told.world)

    def looks(late: float) -> None:
        made._last_tick = time.monotonic() - told.world.config.daemon.tick_seconds - late
        made._look_at_clocks()

    with petted(told) as pet:
        looks(0)
        assert pet()
        assert not made._timer._scheduler.get_job(TICK)
        looks(loop.PAUSE_SECONDS + 1)
        assert pet(), "one tick that was lost is made good"
        assert made._timer._scheduler.get_job(TICK)
        looks(loop.MISSED_TICKS * loop.PAUSE_SECONDS)
        assert not pet(), "a loop that gets no ticks any more is to be ended, and begun anew"
        made._tick()
        made._look_at_clocks()
        assert pet(), "one that ticks again is well again"
    made._rounds.end(time.monotonic())
    made._watch.stop()


def test_a_stop_has_time_to_kill_what_is_deaf_to_hear_its_last_words_and_to_put_things_right(told: Told) -> None:
    told.world.supervisor = Supervisor({})
    made = Loop(told.world)
    assert made._pause() > loop.STOPPING_SECONDS
    made._stop()
    assert made._pause() == loop.STOPPING_SECONDS, "after which it looks whether a run has had its grace"
    killed = child.GRACE_SECONDS + loop.STOPPING_SECONDS
    assert killed + child.LAST_WORDS_SECONDS < loop.PATIENCE_SECONDS, "something is left to put things right in"
    assert max(killed + child.LAST_WORDS_SECONDS, loop.PATIENCE_SECONDS) + watch.LAST_SECONDS <= STOP_SECONDS


def holdings(found: dict[str, int]) -> None:
    """Find what this process holds: threads, descriptors, and directories that the kernel watches for it."""
    gc.collect()  # what earlier tests left is not ours to lose
    descriptors = list(Path("/proc/self/fdinfo").iterdir())
    found["threads"] = len(list(Path("/proc/self/task").iterdir()))
    found["descriptors"] = len(descriptors)
    found["watches"] = sum(watch._watches(path) for path in descriptors)


def ticks(made: Loop, number: int) -> dict[str, int]:
    """Have the loop tick so often, as fast as it can; what is held then, as found in its own thread."""
    done, found = threading.Event(), dict[str, int]()
    for _ in range(number):
        made._inbox.put(made._tick)
    made._inbox.put(partial(holdings, found))
    made._inbox.put(done.set)
    assert done.wait(10 * PATIENCE)
    return found


@pytest.mark.slow
def test_ten_thousand_ticks_of_the_whole_loop_leave_no_thread_no_descriptor_and_no_watch(
    told: Told, places: Places
) -> None:
    if not Path("/proc/self/fdinfo").is_dir():
        pytest.skip("this system does not tell what a process holds")
    locks = resting(places, *(f"p{number}" for number in range(5)))
    with looping(told) as made:
        until = time.monotonic() + PATIENCE
        while made._rounds.doing != ASLEEP and time.monotonic() < until:
            time.sleep(0.05)  # its first look for sessions is under way
        before = ticks(made, 100)
        assert made._rounds.doing == ASLEEP
        assert before["watches"] > 10
        assert ticks(made, 9_000) == before
        os.utime(locks[0], (time.time() - 2 * DAY_SECONDS,) * 2)
        assert ticks(made, 1_000) == before
        assert made._rounds.doing == "watching; no project has enough that is new", "each a round that read our state"
