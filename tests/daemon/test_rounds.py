"""A round: looks for sessions when one is due, whatever hints say; what fails is told, shown and tried again."""

from __future__ import annotations

import os
import queue
import signal
import time
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import pytest

from dreamd import state
from dreamd.daemon.rounds import TRUTH_SECONDS, Rounds
from tests.daemon.running import PATIENCE
from tests.daemon.told import ASLEEP, Told, resting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.daemon.child import Ended
    from dreamd.daemon.world import World
    from dreamd.paths import Places
    from tests.conftest import Cli, Talk

RULE = "Always use pnpm instead of npm in this repo."


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
    assert going.rounds.doing == ASLEEP, "from then on, and not only from the next round"
    assert going.rounds.looks.startswith("when one may dream again, or at ")
    assert going.tick(11) == []
    assert going.rounds.doing == ASLEEP
    going.rounds.hint()
    assert going.tick(12) == [], "a hint alone wakes nobody who has dreamed"
    assert going.tick(10 + TRUTH_SECONDS) == [""]
    assert going.settle() == ""


def test_where_all_have_dreamed_before_we_began_nobody_says_that_too_little_is_new(
    told: Told, going_on: GoingOn, places: Places
) -> None:
    resting(places, "shop", "site")
    gates = msgspec.structs.replace(told.world.config.gates, scan_minutes=10)
    told.world.config = msgspec.structs.replace(told.world.config, gates=gates)
    with state.database(places.database) as db:
        state.stamp_scan(db, told.now())
    going = going_on(told.world)
    assert going.tick(10) == [], "sessions were looked for a moment ago"
    assert going.rounds.doing == ASLEEP
    assert going.rounds.looks.startswith("at about "), "which no look of ours is known to have made good"


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
