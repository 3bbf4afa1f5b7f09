"""Any one call by which a dream or an undo changes files may go wrong, in any way: every promise holds.

Where ``test_killed.py`` kills at what Python does, here each call of libc counts, those of SQLite and git among them.
Every one is tried where a dream into a memory of ours (``begun``) or an undo is killed, torn, or fails in one call, and
where a dream writes less than it was asked to. The rest is sampled, for its time: where all calls fail from one on,
every tenth; where a promotion is killed, every fifth; every sixth of a first dream (``bare``, ``adopted``) and of
git's own. The tests that are not slow try two each.
"""

from __future__ import annotations

import errno
import shutil
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.scenes import adopted, bare, begun, promoting, undoing
from tests.faults.shim import How, shim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tests.conftest import World
    from tests.faults.conftest import Stage
    from tests.faults.shim import Shim

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]


def sweep(stage: Stage, points: Iterable[int], how: How, error: int = errno.EIO, below: Shim | None = None) -> None:
    """Let each of these changes (or those of git ``below``) go wrong in this way, and hold the promises against it."""
    armed = below or stage.forks.shim
    for at in points:
        was = stage.again()
        armed.arm(how, at, error)
        ran = stage.forks.run(stage.world.cli, *stage.command)
        hit = armed.hit
        armed.arm(How.COUNT)
        assert hit or below, f"there was no change {at}"  # git makes one more or less, as it packs
        try:
            if how in {How.KILL, How.TEAR} and not below:
                assert ran.code == -signal.SIGKILL
            else:
                assert ran.code in {0, 1}, "an error of the system is told as one, and is no bug"
                promises.failed(was, ran)
            promises.kept(was, stage.end)
        except AssertionError as broken:
            broken.add_note(f"{how.name} at change {at}: {hit}\n{ran.err}")
            raise


def to_kill(kinds: str) -> list[int]:
    """Where a kill leaves something of its own: a sync before makes no difference to whoever looks afterwards."""
    return [at for at in range(1, len(kinds) + 1) if at == 1 or kinds[at - 2] != "s"]


def to_write(kinds: str) -> list[int]:
    return [at for at, kind in enumerate(kinds, 1) if kind == "w"]


def to_sample(points: list[int]) -> list[int]:
    """Two: before the decision, and after it."""
    return [points[len(points) * part // 8] for part in (4, 7)]


def test_killed_at_two_changes_the_next_command_puts_it_right(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_sample(to_kill(here.changes())), How.KILL)


def test_where_two_changes_fail_nothing_is_lost(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_sample([*range(1, len(here.changes()) + 1)]), How.FAIL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scene", "step"), [(bare, 6), (adopted, 6), (begun, 1), (undoing, 1), (promoting, 5)])
def test_killed_at_any_change_the_next_command_puts_it_right(stage: Staging, scene: Scene, step: int) -> None:
    here = stage(scene)
    sweep(here, to_kill(here.changes())[::step], How.KILL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scene", "step"), [(begun, 1), (undoing, 1)])
def test_killed_in_the_middle_of_any_write_the_next_command_puts_it_right(
    stage: Staging, scene: Scene, step: int
) -> None:
    here = stage(scene)
    sweep(here, to_write(here.changes())[::step], How.TEAR)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scene", "step"), [(begun, 1), (undoing, 1)])
def test_where_any_one_change_fails_nothing_is_lost(stage: Staging, scene: Scene, step: int) -> None:
    here = stage(scene)
    sweep(here, range(1, len(here.changes()) + 1, step), How.FAIL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("scene", [begun, undoing])
def test_where_every_change_from_one_on_fails_nothing_is_lost(stage: Staging, scene: Scene, error: int) -> None:
    here = stage(scene)
    sweep(here, range(1 + error % 2, len(here.changes()) + 1, 10), How.FAIL_FROM, error)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_where_any_one_write_writes_less_than_it_was_asked_to_nothing_is_lost(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_write(here.changes()), How.SHORT)


@pytest.fixture
def git(tmp_path: Path) -> Shim:
    """A shim of its own for the program git; its directory also holds a git that loads it."""
    made, real = shim(tmp_path), shutil.which("git")
    loaded = " ".join(f"{name}={value}" for name, value in made.environment.items())
    program = tmp_path / "git"
    program.write_text(f'#!/bin/sh\nexec {shutil.which("env")} {loaded} {real} "$@"\n')
    program.chmod(0o755)
    return made


def with_git(here: Stage, git: Shim) -> Stage:
    """The same, where the command that shall go wrong finds that git."""
    search = f"{git.path.parent}:{here.world.cli.environment['PATH']}"
    return replace(here, world=replace(here.world, cli=here.world.cli.having(PATH=search)))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("how", "error"), [(How.KILL, 0), (How.FAIL, errno.EIO), (How.FAIL_FROM, errno.ENOSPC)])
@pytest.mark.parametrize("scene", [begun, undoing])
def test_where_git_dies_or_fails_at_any_of_its_changes_nothing_is_lost(
    stage: Staging, git: Shim, scene: Scene, how: How, error: int
) -> None:
    here = with_git(stage(scene), git)
    git.arm(How.COUNT)
    here.changes()
    changes = len(git.kinds)
    assert changes > 10
    sweep(here, range(1, changes + 1, 6), how, error, git)
