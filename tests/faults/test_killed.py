"""Killed with SIGKILL anywhere, the next command puts everything right: a step is done, or it never was.

``killed.py`` kills at an exact change of the world, wherever Python runs (``test_each_change.py`` goes below it); the
sweep over time also reaches the moments between them, the worker's and git's work among them.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.promises import Side
from tests.faults.scenes import SCENES, adopted, undoing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Look, World
    from tests.faults.conftest import Stage
    from tests.faults.promises import End

    Scene = Callable[[World], list[str]]

KILLED = Path(__file__).parent / "killed.py"


def side(world: World, look: Look) -> Side:
    return Side(world.cli, world.memory(), look, world.cli)


def dying(world: World, number: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(KILLED), str(number), *arguments]
    cli = world.cli
    return subprocess.run(command, cwd=cli.cwd, env=cli.environment, capture_output=True, text=True, check=False)


def end_of(world: World, scene: Scene, look: Look) -> End:
    """What the scene's command comes to when nothing happens to it."""
    return promises.undisturbed(side(world, look), scene(world))


@pytest.mark.parametrize("scene", [adopted, undoing])
def test_killed_at_a_change_of_the_world_the_next_command_puts_it_right(
    scene: Scene, world: Callable[[str], World], look: Look
) -> None:
    end, counted = end_of(world("whole"), scene, look), world("counted")
    ran = dying(counted, 0, *scene(counted))
    changes = int(ran.stderr.splitlines()[-1])
    for part in (4, 7):
        one = world(str(part))
        was = promises.before(side(one, look), scene(one))
        assert dying(one, changes * part // 8, *was.command).returncode == -9
        promises.kept(was, end)


@pytest.mark.slow  # twelve runs a scene, each to its end
@pytest.mark.timeout(900)
@pytest.mark.parametrize("scene", SCENES)
def test_killed_at_any_time_the_next_command_puts_it_right(scene: Scene, stage: Callable[[Scene], Stage]) -> None:
    here = stage(scene)
    here.again()
    began = time.monotonic()
    assert here.world.cli(*here.command).code == 0
    lasted = time.monotonic() - began
    for number in range(12):
        was = here.again()
        process = here.world.cli.start(*here.command)
        time.sleep(lasted * number / 12)
        process.kill()
        process.communicate()
        promises.kept(was, here.end)
