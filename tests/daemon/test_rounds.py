"""A round: looks for sessions when one is due, whatever hints say; what fails is told, shown and tried again."""

from __future__ import annotations

import json
import os
import queue
import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from dreamd import config, slugs, state
from dreamd.daemon import presence
from dreamd.daemon.loop import Loop
from dreamd.daemon.notify import Supervisor
from dreamd.daemon.rounds import TRUTH_SECONDS, Rounds
from dreamd.daemon.telling import Shown, Teller
from dreamd.daemon.world import World
from tests.daemon.running import PATIENCE, configure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.daemon.child import Ended
    from dreamd.paths import Places
    from tests.conftest import Cli, Talk

RULE = "Always use pnpm instead of npm in this repo."


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


class Going:
    """Rounds under way, a tick at a time."""

    def __init__(self, world: World) -> None:
        self.ends: queue.SimpleQueue[Ended] = queue.SimpleQueue()
        self.rounds = Rounds(world, self.ends.put, lambda: True)

    def tick(self, now: float) -> list[str]:
        """What one tick begins."""
        self.rounds.tick(now, unwatched=False)
        return list(self.rounds.runs)

    def settle(self) -> str:
        """Wait for a run's end, and settle it."""
        end = self.ends.get(timeout=PATIENCE)
        del self.rounds.runs[end.workspace]
        return self.rounds.settle(end)

    def close(self) -> None:
        """End what is still under way."""
        while self.rounds.runs:
            self.rounds.end(time.monotonic())
            del self.rounds.runs[self.ends.get(timeout=PATIENCE).workspace]


@pytest.fixture
def going_on() -> Iterator[Callable[[World], Going]]:
    """Makes rounds that are ended with the test."""
    made: list[Going] = []

    def make(world: World) -> Going:
        made.append(Going(world))
        return made[-1]

    yield make
    for going in made:
        going.close()


GoingOn: TypeAlias = "Callable[[World], Going]"


@pytest.fixture
def told(cli: Cli, places: Places) -> Told:
    return Told(cli, places)


def test_where_all_have_dreamed_sessions_are_looked_for_once_an_hour_and_without_any_hint(
    told: Told, going_on: GoingOn, cli: Cli, talk: Talk
) -> None:
    talk("one", RULE)
    cli.once()
    going = going_on(told.world)
    going.rounds.know()
    assert going.tick(10) == [""], "once at the beginning"
    assert going.settle() == ""
    assert going.tick(11) == []
    assert going.rounds.doing == "asleep: every project has dreamed lately"
    going.rounds.hint()
    assert going.tick(12) == [], "a hint alone wakes nobody who has dreamed"
    assert going.tick(10 + TRUTH_SECONDS) == [""]
    assert going.settle() == ""


def test_a_look_that_fails_is_told_and_comes_again(told: Told, going_on: GoingOn, talk: Talk) -> None:
    talk("one", RULE)
    going = going_on(told.world)
    assert going.tick(10) == [""]
    os.kill(going.rounds.runs[""].pid, signal.SIGKILL)
    assert "looking for sessions failed (exit code -9)" in going.settle()
    assert going.tick(11) == [""], "not in an hour, but in the next round"
    assert going.settle() == ""
    assert going.rounds.doing == "dreaming over shop"
    assert going.settle() == ""


def test_an_agent_that_wrote_before_we_began_is_at_work_too(
    cli: Cli, places: Places, going_on: GoingOn, talk: Talk
) -> None:
    told = Told(cli, places, "idle_minutes = 30")
    talk("one", RULE)
    going = going_on(told.world)
    with state.database(places.database) as db:
        db.execute(
            "INSERT INTO sessions (source, session, path, last) VALUES ('codex', 's', '/s', ?)",
            (time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(told.now() // 10**9 - 60)),),
        )
    assert going.tick(10) == []
    assert going.rounds.doing == "waiting: an agent is at work"
    told.ahead = 31 * 60 * 10**9
    assert going.tick(11) == [""]
    going.settle()


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
