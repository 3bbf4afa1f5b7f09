"""Several remember at once, a dream runs, a crash comes between: nothing is lost, nothing stands twice."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults.test_interference import dream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.paths import Places
    from tests.conftest import Cli, Memory, Talk, World

KILLED = Path(__file__).parent / "killed.py"
LEARNED = "Never push to main without asking me first."
SAID = "Commits are signed by Anna"


@pytest.fixture
def terminal() -> Iterator[int]:
    """The end of a terminal at which a person types."""
    ours, theirs = pty.openpty()
    yield theirs
    os.close(ours)
    os.close(theirs)


@pytest.fixture
def here(talk: Talk, memory: Memory, cli: Cli) -> Path:
    """A project that is known, with nothing in its memory; returns the memory's directory."""
    talk("none", "hello", "> Hello.")
    cli.once()
    talk("first", "Always use pnpm instead of npm.", "> Noted.", LEARNED)
    return memory()


def count(memory: Path, said: str) -> int:
    """How often the statement stands in the memory, its archive aside."""
    return sum(path.read_text("utf-8").count(f"- {said}") for path in memory.glob("*.md"))


def leftovers(cli: Cli) -> list[Path]:
    staged = [path for top in (cli.home, cli.own) for path in top.rglob(".dreamd*")]
    return staged + list((cli.own / "runs").glob("*"))


def test_what_is_said_while_a_dream_runs_is_kept_beside_what_it_learns(here: Path, places: Places, cli: Cli) -> None:
    def meanwhile() -> None:
        for said in (("I prefer dark roast coffee",), ("--topic", "commits-and-reviews", "--type", "feedback", SAID)):
            ran = cli.typed("remember", "--workspace", "shop", *said)
            assert ran.code == 0, ran.err

    assert dream(places, meanwhile).outcome == "dreamed"
    for said in ("I prefer dark roast coffee", SAID, LEARNED, "Always use pnpm instead of npm."):
        assert count(here, said) == 1
    index = (here / "MEMORY.md").read_text("utf-8")
    assert [index.count(f"]({path.name})") for path in here.glob("*.md") if path.name != "MEMORY.md"] == [1, 1, 1]
    steps = cli("history", "--json").document["steps"]
    assert sorted(step["kind"] for step in steps) == ["dream", "remember", "remember"]
    assert leftovers(cli) == []


def test_what_the_dream_is_about_to_learn_and_is_typed_meanwhile_stands_once(
    here: Path, places: Places, cli: Cli
) -> None:
    assert dream(places, lambda: _remembers(cli, LEARNED)).reason == "memory_changed"
    assert count(here, LEARNED) == 1
    assert dream(places).outcome == "dreamed"
    assert (count(here, LEARNED), count(here, "Always use pnpm instead of npm.")) == (1, 1)
    assert "seen: 2" in (here / "agent-rules.md").read_text("utf-8")


def _remembers(cli: Cli, *said: str) -> None:
    ran = cli.typed("remember", "--workspace", "shop", *said)
    assert ran.code == 0, ran.err


def test_a_row_of_that_day_does_not_turn_what_was_typed(here: Path, cli: Cli, talk: Talk) -> None:
    _remembers(cli, "Always use pnpm instead of npm.")
    today = datetime.now(tz=UTC).date().isoformat()
    talk("second", "Always use npm instead of pnpm.", "> Noted.", day=today)
    cli.once()
    assert count(here, "Always use pnpm instead of npm.") == 1
    assert count(here, "Always use npm instead of pnpm.") == 0


def test_all_who_remember_at_once_are_heard_once(here: Path, cli: Cli, terminal: int) -> None:
    said = ["We ship on Tuesdays", "We pack on Mondays", "We ship on Tuesdays", "We invoice on Fridays"]
    every = [cli.start("remember", "--json", "--workspace", "shop", one, stdin=terminal) for one in said]
    ended = [(process.communicate()[0], process.returncode) for process in every]
    assert [code for _, code in ended] == [0, 0, 0, 0], ended
    outcomes = "".join(out for out, _ in ended)
    assert (outcomes.count('"outcome":"saved"'), outcomes.count('"outcome":"known"')) == (3, 1)
    assert [count(here, one) for one in said] == [1, 1, 1, 1]
    assert len(cli("history", "--json").document["steps"]) == 3


def begun(world: World) -> Cli:
    """A memory that holds one statement about owners."""
    world.talk("none", "hello", "> Hello.")
    world.cli.once()
    _remembers(world.cli, "The staging database is db-04")
    return world.cli


def dying(cli: Cli, number: int, terminal: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED), str(number), "remember", "--workspace", "shop", *arguments]
    return subprocess.run(
        command, cwd=cli.cwd, env=cli.environment, stdin=terminal, capture_output=True, text=True, check=False
    )


def changes(world: Callable[[str], World], terminal: int) -> int:
    """How often one remember changes the world."""
    ran = dying(begun(world("whole")), 0, terminal, "The staging database is db-05")
    assert ran.returncode == 0, ran.stderr
    return int(ran.stderr.splitlines()[-1])


def settles(one: World, number: int, terminal: int) -> None:
    """Kill the update; the next remember puts right what is there, and both it and the update stand once."""
    cli, memory = begun(one), one.memory()
    assert dying(cli, number, terminal, "The staging database is db-05").returncode == -9
    _remembers(cli, "We ship on Tuesdays")
    stands = (count(memory, "The staging database is db-04"), count(memory, "The staging database is db-05"))
    assert stands in {(1, 0), (0, 1)}
    again = cli.typed("remember", "--json", "--workspace", "shop", "The staging database is db-05")
    assert again.document["outcome"] == ("updated" if stands == (1, 0) else "known")
    for said, times in (("The staging database is db-05", 1), ("We ship on Tuesdays", 1)):
        assert count(memory, said) == times
    kinds = [step["kind"] for step in cli("history", "--json").document["steps"]]
    assert kinds == ["remember"] * 3
    assert leftovers(cli) == []


def test_killed_at_a_change_of_the_world_nothing_is_lost_and_nothing_stands_twice(
    world: Callable[[str], World], terminal: int
) -> None:
    total = changes(world, terminal)
    for part in (3, 5, 7):
        settles(world(str(part)), total * part // 8, terminal)


@pytest.mark.slow  # every third change of the world
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(3))
def test_killed_at_any_change_of_the_world_nothing_is_lost_and_nothing_stands_twice(
    world: Callable[[str], World], terminal: int, part: int
) -> None:
    for number in range(1 + part, changes(world, terminal) + 1, 9):
        settles(world(str(number)), number, terminal)


@pytest.mark.parametrize("part", [5, 7])
def test_killed_while_a_dream_runs_the_dream_completes_or_takes_it_back(
    here: Path, places: Places, cli: Cli, world: Callable[[str], World], terminal: int, part: int
) -> None:
    number = changes(world, terminal) * part // 8
    said: list[str] = []
    result = dream(
        places, lambda: said.append(str(dying(cli, number, terminal, SAID).returncode)), say=lambda _line: None
    )
    assert (said, result.outcome) == (["-9"], "dreamed")
    assert count(here, LEARNED) == 1
    stands = count(here, SAID)
    ran = cli.typed("remember", "--json", "--workspace", "shop", SAID)
    assert ran.document["outcome"] == ("known" if stands else "saved")
    assert count(here, SAID) == 1
    assert leftovers(cli) == []
