"""What a fault meets: a person's home with sessions and a memory, and the command that shall act on it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.faults.promises import LOCK

if TYPE_CHECKING:
    from tests.conftest import World

PRIOR_NS = 1_795_000_000_123_456_789
GONE = b"4194304\n"
"""The lock file as another program left it: no such process lives."""


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
    (here / LOCK).write_bytes(GONE)
    for path in here.iterdir():
        path.chmod(0o644)
        os.utime(path, ns=(PRIOR_NS, PRIOR_NS))
    return ["once"]


def begun(world: World) -> list[str]:
    """The same after a first dream, with a third session and news in the first."""
    adopted(world)
    world.cli.once()
    world.talk("first", "Always run the tests before a commit.", day="2026-11-06")
    world.talk("third", "Always use pnpm instead of npm.", "> Of course.", "Use tabs, never spaces.", day="2026-11-07")
    return ["once"]


def undoing(world: World) -> list[str]:
    """The undo of a dream."""
    adopted(world)
    return ["undo", world.cli.once()["dream_id"]]


def promoting(world: World) -> list[str]:
    """What was said three times is to be read at every start."""
    begun(world)
    (world.cli.own / "config.toml").write_text('[resident]\npromote = "ask"\n')
    world.talk("fourth", "Never deploy on a Friday.", day="2026-11-08")
    world.cli.once()
    return ["promote", "--yes"]


SCENES = (bare, adopted, begun, undoing)
