"""Two dreams and another program at once, round after round: one at a time, nothing lost, nothing twice."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from dreamd.memory import topic
from tests.faults.conftest import forked
from tests.faults.foreign import Foreign
from tests.faults.promises import LOCK
from tests.faults.scenes import adopted

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import World
    from tests.faults.conftest import Forks, Stage

    Staging = Callable[[Callable[[World], list[str]]], Stage]

PATIENCE = 20.0
"""Seconds after which what was taken is not given back any more."""
THINGS = ("tables", "fonts", "mocks", "tags", "drafts", "menus", "labels", "charts", "themes", "queues")
SAID = [f"Never change the {thing} by hand." for thing in THINGS]


@dataclass
class Rival:
    """Takes the lock file whenever it may, holds it for a moment, and looks whether anybody wrote meanwhile.

    A dream that was about to take the file, too, may put its own in our place; it looks at once whom it displaced, and
    gives it back (``lock.write``). Such an instant is no harm: but ours it must be again, and nothing written.
    """

    here: Stage
    other: Foreign
    over: threading.Event = field(default_factory=threading.Event)
    taken: int = 0
    broken: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Until it is over."""
        chance = random.Random(4711)  # noqa: S311 (any moment will do)
        while not self.over.wait(chance.random() / 20):
            if not self.other.take():
                continue
            self.taken += 1
            before = self.here.side.words()
            self.over.wait(chance.random() / 50)
            until = time.monotonic() + PATIENCE
            while not self.other.holds() and time.monotonic() < until:
                time.sleep(0.001)
            if not self.other.holds():
                self.broken.append(f"the lock file was taken from another, and is {self.other.lock.read_bytes()!r}")
            if self.here.side.words() != before:
                self.broken.append(f"somebody wrote while the lock file was another's (the {self.taken}th time)")
            self.other.end()


def round_of(here: Stage, both: tuple[Forks, Forks], number: int) -> int:
    """Say something, and start two dreams at once; how many dreamed."""
    here.world.talk("first", SAID[number % len(SAID)], "> Noted.", day="2026-11-10")
    for one in both:
        one.start(here.world.cli, "once", "--json")
    ended = [one.wait() for one in both]
    assert all("dreams" in ran.document for ran in ended), [ran.err for ran in ended]
    dreams = [ran.document["dreams"][0] for ran in ended]
    assert {(dream["outcome"], dream["reason"]) for dream in dreams} <= {
        ("dreamed", ""),
        ("nothing_new", "no_sessions"),
        ("nothing_new", "nothing_kept"),
        ("skipped", "locked"),
        ("rejected", "lock_lost"),
    }
    return sum(dream["outcome"] == "dreamed" for dream in dreams)


def race(here: Stage, both: tuple[Forks, Forks], pid: int, rounds: int) -> Rival:
    """So many rounds, then one more dream alone; holds the promises at the end of each."""
    here.again()
    rival = Rival(here, Foreign(here.side.memory / LOCK, pid))
    dreamed, newest = 0, 0
    with ThreadPoolExecutor(1) as pool:
        rivalry = pool.submit(rival.run)
        try:
            for number in range(rounds):
                began = time.time_ns()
                fresh = round_of(here, both, number)
                if rivalry.done():
                    rivalry.result()  # raises what ended it: a race against nobody shows nothing
                watermark = here.side.stamp()
                assert watermark
                assert watermark[0] >= max(newest, began if fresh else 0), "the watermark went back"
                dreamed, newest = dreamed + fresh, watermark[0]
                assert rival.broken == []
        finally:
            rival.over.set()
        rivalry.result()
    last = here.side.run("once", "--json").document["dreams"][0]
    dreamed += last["outcome"] == "dreamed"
    sessions, steps = here.side.known()
    assert {state for _, _, state in sessions} == {"read"}
    assert steps.count("dream") == dreamed, "a dream is in the history as often as it was told"
    texts = [
        entry.text
        for path in here.side.memory.glob("*.md")
        for entry in topic.parse(path.stem, path.read_bytes()).entries
    ]
    learned = [text for text in texts if text.startswith("Never change the ")]
    assert sorted(learned) == sorted(SAID[:rounds]), "something was lost or learned twice"
    assert here.side.leftovers() == []
    return rival


def test_in_a_race_of_a_few_rounds_nobody_writes_while_another_holds(
    stage: Staging, forks: Forks, sleeper: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with forked(tmp_path_factory.mktemp("rival")) as second:
        assert race(stage(adopted), (forks, second), sleeper, 6).taken > 0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_in_a_race_of_200_rounds_nobody_writes_while_another_holds(
    stage: Staging, forks: Forks, sleeper: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with forked(tmp_path_factory.mktemp("rival")) as second:
        assert race(stage(adopted), (forks, second), sleeper, 200).taken > 50
