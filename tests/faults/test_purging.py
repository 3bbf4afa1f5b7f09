"""Killed anywhere in a purge: it has not begun and nothing is lost, or the next command completes it and says so.

For their time every twelfth change is tried for a kill, every twenty-fifth for a torn or failed write.
"""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import Ran, World, _cli, _memory, _talk
from tests.faults.shim import How
from tests.searched import holders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.faults.conftest import Forks

    Run = Callable[..., Ran]

KILLED = Path(__file__).parent / "killed.py"
SAID, WORD = "Our supplier Quokkabert pays ninety days late", "Quokkabert"
OTHER = "Always use pnpm instead of npm."
AFTER_THE_DECISION = 80
"""A change of the world in the middle of a purge."""
PURGE = ("--workspace", "shop", "forget", "--purge", "--yes", "--json", WORD)


@pytest.fixture
def terminal() -> Iterator[int]:
    """The end of a terminal at which a person types."""
    ours, theirs = pty.openpty()
    yield theirs
    os.close(ours)
    os.close(theirs)


def begun(world: World) -> None:
    """A statement in a topic, its index, the history of several steps, session texts, and a record of a dream."""
    world.talk("one", OTHER, "> Noted.", f"{SAID}.", f"> I note: {SAID}!")
    world.cli.once()
    assert world.cli.typed("--workspace", "shop", "remember", "We ship on Tuesdays").code == 0
    record = world.cli.own / "runs" / "f00d" / "record.jsonl"
    record.parent.mkdir(parents=True)
    record.write_text(f'{{"said": "{SAID}"}}\n', "utf-8")


def dying(world: World, number: int, terminal: int) -> subprocess.CompletedProcess[str]:
    command, cli = [sys.executable, str(KILLED), str(number), *PURGE], world.cli
    return subprocess.run(
        command, cwd=cli.cwd, env=cli.environment, stdin=terminal, capture_output=True, text=True, check=False
    )


def held(world: World) -> list[str]:
    return holders(WORD, world.cli.own, world.memory())


def settles(world: World, run: Run, decided: bool) -> None:  # noqa: FBT001 (what there was)
    """The next command completes what was decided; what was not is still there, and is purged now."""
    ran = run(world.cli, "status", "--all")
    assert ran.code == 0, ran.err
    assert ("completed purge" in ran.err) is decided
    if not decided and held(world):
        assert run(world.cli, *PURGE).code == 0
    assert held(world) == []
    assert not (world.cli.own / "purge.json").exists()
    texts = "".join(path.read_text("utf-8") for path in world.memory().glob("*.md"))
    assert (texts.count(f"- {OTHER}"), texts.count("- We ship on Tuesdays")) == (1, 1)
    kinds = [step["kind"] for step in run(world.cli, "history", "--json").document["steps"]]
    assert kinds == ["remember", "dream"]
    assert [path for top in (world.cli.home, world.cli.own) for path in top.rglob(".dreamd*")] == []
    assert run(world.cli, "once", "--json").document["dreams"][0]["outcome"] == "nothing_new"


def test_killed_in_the_middle_of_a_purge_the_next_command_completes_it(
    world: Callable[[str], World], terminal: int
) -> None:
    here = world("middle")
    begun(here)
    assert dying(here, AFTER_THE_DECISION, terminal).returncode == -9
    assert (here.cli.own / "purge.json").exists()
    settles(here, lambda cli, *arguments: cli(*arguments), decided=True)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("how", "step"), [(How.KILL, 12), (How.TEAR, 25), (How.FAIL, 25)])
def test_whatever_goes_wrong_at_any_change_a_purge_has_not_begun_or_is_completed(
    top: Path, forks: Forks, terminal: int, how: How, step: int
) -> None:
    (top / "home").mkdir()
    here = World(_cli(top / "home", top).having(STDIN=os.ttyname(terminal)), _talk(top / "home"), _memory(top / "home"))
    begun(here)
    template = top / "template"
    for part in ("home", "own"):
        shutil.copytree(top / part, template / part)
    before = held(here)
    forks.shim.arm(How.COUNT)
    assert forks.run(here.cli, *PURGE).code == 0
    kinds = forks.shim.kinds
    points = [at for at, kind in enumerate(kinds, 1) if kind == "w" or (how is not How.TEAR and kind != "s")]
    seen = set()
    for at in points[::step]:
        for part in ("home", "own"):
            shutil.rmtree(top / part)
            shutil.copytree(template / part, top / part)
        forks.shim.arm(how, at)
        ran = forks.run(here.cli, *PURGE)
        hit = forks.shim.hit
        forks.shim.arm(How.COUNT)
        assert ran.code == -signal.SIGKILL if how is not How.FAIL else ran.code in {0, 1}, f"{hit}\n{ran.err}"
        decided = (here.cli.own / "purge.json").exists()
        assert decided or held(here) in ([], before), f"before the decision nothing has changed: {hit}"
        seen.add(decided)
        try:
            settles(here, forks.run, decided)
        except AssertionError as broken:
            broken.add_note(f"{how.name} at change {at}: {hit}\n{ran.err}")
            raise
    assert seen == {True, False}
