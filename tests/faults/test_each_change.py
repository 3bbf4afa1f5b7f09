"""Any one call by which a dream or an undo changes files may go wrong, in any way: every promise holds.

Where ``test_killed.py`` kills at what Python does, here each call of libc counts, those of SQLite and git among them.
"""

from __future__ import annotations

import errno
import signal
from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.scenes import SCENES, begun, undoing
from tests.faults.shim import How

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.conftest import World
    from tests.faults.conftest import Stage

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]


def sweep(stage: Stage, points: Iterable[int], how: How, error: int = errno.EIO) -> None:
    """Let each of these changes go wrong in this way, and hold the promises against it."""
    for at in points:
        was = stage.again()
        stage.forks.shim.arm(how, at, error)
        ran = stage.forks.run(stage.world.cli, *stage.command)
        hit = stage.forks.shim.hit
        stage.forks.shim.arm(How.COUNT)
        assert hit, f"there was no change {at}"
        try:
            if how in {How.KILL, How.TEAR}:
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
    """A few, the last ones among them: there lies what is published."""
    return [points[len(points) * part // 8] for part in (3, 5, 6, 7)]


def test_killed_at_a_few_changes_the_next_command_puts_it_right(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_sample(to_kill(here.changes())), How.KILL)


def test_where_a_few_changes_fail_nothing_is_lost(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_sample([*range(1, len(here.changes()) + 1)]), How.FAIL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("scene", SCENES)
def test_killed_at_any_change_the_next_command_puts_it_right(stage: Staging, scene: Scene, part: int) -> None:
    here = stage(scene)
    sweep(here, to_kill(here.changes())[part::2], How.KILL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("scene", [begun, undoing])
def test_killed_in_the_middle_of_any_write_the_next_command_puts_it_right(stage: Staging, scene: Scene) -> None:
    here = stage(scene)
    sweep(here, to_write(here.changes()), How.TEAR)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("scene", [begun, undoing])
def test_where_any_one_change_fails_nothing_is_lost(stage: Staging, scene: Scene, part: int) -> None:
    here = stage(scene)
    sweep(here, range(1 + part, len(here.changes()) + 1, 2), How.FAIL)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("scene", [begun, undoing])
def test_where_every_change_from_one_on_fails_nothing_is_lost(stage: Staging, scene: Scene, error: int) -> None:
    here = stage(scene)
    sweep(here, range(1 + error % 2, len(here.changes()) + 1, 4), How.FAIL_FROM, error)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_where_any_one_write_writes_less_than_it_was_asked_to_nothing_is_lost(stage: Staging) -> None:
    here = stage(begun)
    sweep(here, to_write(here.changes()), How.SHORT)
