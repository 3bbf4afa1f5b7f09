"""Killed with SIGKILL anywhere, the next command puts everything right: a step is done, or it never was.

``killed.py`` kills at an exact change of the world; the sweep over time also reaches the moments between them, the
worker's and git's work among them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.conftest import Look, World

KILLED = Path(__file__).parent / "killed.py"
PRIOR_NS = 1_795_000_000_123_456_789
GONE = b"4194304\n"
"""The lock file as another program left it: no such process lives."""

Stamp: TypeAlias = tuple[int, bytes, int] | None
Files: TypeAlias = dict[str, tuple[int, int, bytes]]


def bare(world: World) -> list[str]:
    """Two sessions; no memory yet."""
    world.talk("first", "Always use pnpm instead of npm.", "> Noted.", "Never deploy on a Friday.")
    world.talk("second", "Never push to main without asking me first.", "> Sure.", "Never deploy on a Friday.")
    return ["once"]


def adopted(world: World) -> list[str]:
    """The same beside a memory that people and other programs wrote."""
    bare(world)
    here = world.memory()
    here.mkdir(mode=0o755)
    (here / "MEMORY.md").write_bytes(b"# Mine\r\n- [Notes](notes.md) - what I noted")
    (here / "notes.md").write_bytes(b"A person's own words\n")
    (here / ".consolidate-lock").write_bytes(GONE)
    for path in here.iterdir():
        path.chmod(0o644)
        os.utime(path, ns=(PRIOR_NS, PRIOR_NS))
    return ["once"]


def begun(world: World) -> list[str]:
    """The same after a first dream, with a third session and news in the first."""
    adopted(world)
    world.cli.once()
    world.talk("first", "Always run the tests before a commit.", day="2026-11-06")
    world.talk("third", "Never deploy on a Friday.", "> Of course.", "Use tabs, never spaces.", day="2026-11-07")
    return ["once"]


def undoing(world: World) -> list[str]:
    """The undo of a dream."""
    adopted(world)
    return ["undo", world.cli.once()["dream_id"]]


SCENES = (bare, adopted, begun, undoing)


@dataclass(frozen=True)
class End:
    """What a command comes to when nothing happens to it."""

    files: Files
    known: Any
    changes: int


def dying(world: World, number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED), str(number), *arguments]
    cli = world.cli
    return subprocess.run(command, cwd=cli.cwd, env=cli.environment, capture_output=True, text=True, check=False)


def stamp(world: World) -> Stamp:
    lock = world.memory() / ".consolidate-lock"
    if not lock.exists():
        return None
    status = lock.stat()
    return (status.st_mtime_ns, lock.read_bytes(), status.st_mode)


def files(world: World, look: Look) -> Files:
    """The memory; the index is dated by whoever writes it, so its time is no result."""
    found = look(world.memory())
    return {name: (mode, 0 if name == "MEMORY.md" else mtime, data) for name, (mode, mtime, data) in found.items()}


def known(world: World) -> Any:  # noqa: ANN401 (JSON)
    """Sessions with their turns and states, and the steps that there were."""
    sessions = world.cli("sessions", "--json").document["sessions"]
    steps = world.cli("history", "--json").document["steps"]
    return [(row["session"], row["turns"], row["state"]) for row in sessions], [step["kind"] for step in steps]


def leftovers(world: World) -> list[Path]:
    """Whatever a crash might leave: staging, temporary files, journals, folders of runs."""
    found = [path for top in (world.cli.home, world.cli.own) for path in top.rglob(".dreamd*")]
    return found + list((world.cli.own / "runs").glob("*"))


def whole(world: World, scene: Callable[[World], list[str]], look: Look) -> End:
    ran = dying(world, 0, *scene(world))
    assert ran.returncode == 0, ran.stderr
    return End(files(world, look), known(world), int(ran.stderr.splitlines()[-1]))


def settles(world: World, command: list[str], look: Look, end: End, kill: Callable[[], None]) -> None:
    """Kill the command; the next one, whichever it is, puts right what is there; repeated, it comes to its end."""
    before, prior, began = files(world, look), stamp(world), time.time_ns()
    kill()
    status = world.cli("status", "--json", "--all")
    assert status.code == 0, status.out
    now, lock = files(world, look), stamp(world)
    assert now in (before, end.files), "a memory that is neither the old nor the new one"
    if now == before or command[0] == "undo":
        assert lock == prior, "the lock file is not what it was"
    else:
        assert lock is not None
        assert began <= lock[0] <= time.time_ns()
        assert lock[1:] == (b"", prior[2] if prior else 0o100600)
    again = world.cli(*command)
    assert again.code == 0, again.err
    assert files(world, look) == end.files
    assert world.cli.once()["outcome"] == "nothing_new"
    assert files(world, look) == end.files
    assert known(world) == end.known, "a session was lost or read twice"
    assert leftovers(world) == []


def killed_at(
    numbers: Iterable[int],
    scene: Callable[[World], list[str]],
    world: Callable[[str], World],
    look: Look,
    end: End,
) -> int:
    """Kill the command at each of these changes; see ``settles``. How many kills there were."""
    killed = 0
    for number in numbers:
        one = world(str(number))
        command = scene(one)

        def kill(one: World = one, number: int = number, command: list[str] = command) -> None:
            assert dying(one, number, *command).returncode == -9

        settles(one, command, look, end, kill)
        killed += 1
    return killed


@pytest.mark.parametrize("scene", [adopted, undoing])
def test_killed_at_a_change_of_the_world_the_next_command_puts_it_right(
    scene: Callable[[World], list[str]], world: Callable[[str], World], look: Look
) -> None:
    end = whole(world("whole"), scene, look)
    points = [end.changes * part // 8 for part in (4, 7)]
    assert killed_at(points, scene, world, look, end) == 2


@pytest.mark.slow  # every second change of every scene, so that CI ends in time; range(6) takes all
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(0, 6, 2))
@pytest.mark.parametrize("scene", SCENES)
def test_killed_at_any_change_of_the_world_the_next_command_puts_it_right(
    scene: Callable[[World], list[str]], part: int, world: Callable[[str], World], look: Look
) -> None:
    end = whole(world("whole"), scene, look)
    assert killed_at(range(1 + part, end.changes + 1, 6), scene, world, look, end) > 0


@pytest.mark.slow  # thirty runs a scene, each to its end
@pytest.mark.timeout(900)
@pytest.mark.parametrize("scene", SCENES)
def test_killed_at_any_time_the_next_command_puts_it_right(
    scene: Callable[[World], list[str]], world: Callable[[str], World], look: Look
) -> None:
    one = world("whole")
    command = scene(one)
    began = time.monotonic()
    assert one.cli(*command).code == 0
    lasted = time.monotonic() - began
    end = End(files(one, look), known(one), 0)
    for number in range(30):
        one = world(str(number))
        command = scene(one)

        def kill(one: World = one, number: int = number, command: list[str] = command) -> None:
            process = one.cli.start(*command)
            time.sleep(lasted * number / 30)
            process.kill()
            process.communicate()

        settles(one, command, look, end, kill)
