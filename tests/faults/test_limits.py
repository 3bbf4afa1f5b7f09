"""Too little of what the system gives: a file may not grow, no file may be opened, there is no memory, no disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults import promises
from tests.faults.scenes import begun, undoing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import World
    from tests.faults.conftest import Stage

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]

MEGABYTE = 1 << 20
LIMITS = {
    "FSIZE": (0, 100, 1_000, 3_000, 8_192, 20_000, 40_000, 80_000),
    "NOFILE": tuple(range(3, 16)),
    "AS": tuple(MEGABYTE * size for size in (0, 1, 2, 4, 8, 10, 12, 16, 40, 80)),
}
CODES = {"FSIZE": {0, 1}, "NOFILE": {0, 1, 2}, "AS": {0, 1, 2, 3}}
"""Without descriptors git does not start, which is told as such; without memory nobody can promise a fair message."""


def limited(here: Stage, kind: str, limit: int) -> int:
    """Run the command under the limit, hold the promises against it; its exit code."""
    was = here.again()
    ran = here.forks.run(here.world.cli, *here.command, **{kind: limit})
    try:
        assert ran.code in CODES[kind], ran.err
        promises.failed(was, ran)
        promises.kept(was, here.end)
    except AssertionError as broken:
        broken.add_note(f"RLIMIT_{kind} {limit}: {ran.code}\n{ran.err}")
        raise
    return ran.code


@pytest.mark.parametrize(("kind", "limit"), [("FSIZE", 8_192), ("NOFILE", 9), ("AS", MEGABYTE)])
def test_under_a_tight_limit_nothing_is_lost(stage: Staging, kind: str, limit: int) -> None:
    limited(stage(begun), kind, limit)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize("scene", [begun, undoing])
def test_under_any_limit_nothing_is_lost(stage: Staging, kind: str, scene: Scene) -> None:
    here = stage(scene)
    codes = {limited(here, kind, limit) for limit in LIMITS[kind]}
    spared = kind == "AS" and scene is undoing  # an undo may need no more than the process has already
    assert codes - {0} or spared, "no limit was tight enough to matter"
