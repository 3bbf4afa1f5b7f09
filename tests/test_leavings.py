"""What a killed process was writing goes away with the next step, wherever in our state it lies."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dreamd import leavings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.paths import Places
    from tests.conftest import World

GONE = ".dreamd-tmp-4194304-"
"""Above the kernel's highest process id."""


def test_of_our_state_the_files_of_the_dead_alone_are_removed(places: Places) -> None:
    kept = [places.runs / f"{GONE}a", places.history / f"{GONE}b", places.state / f".dreamd-tmp-{os.getpid()}-c"]
    gone = [places.state / f"{GONE}d", places.state / "governed" / f"{GONE}shop.json", places.harvest / f"{GONE}e"]
    for path in [*kept, *gone]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    leavings.sweep_state(places)
    assert [path.exists() for path in kept] == [True] * len(kept)
    assert not any(path.exists() for path in gone)


def test_what_cannot_be_removed_is_left(tmp_path: Path) -> None:
    (tmp_path / f"{GONE}folder").mkdir()
    leavings.sweep(tmp_path)
    assert (tmp_path / f"{GONE}folder").is_dir()


def test_the_next_dream_removes_them(world: Callable[[str], World]) -> None:
    here = world("here")
    here.talk("first", "Always use pnpm instead of npm.")
    left = here.cli.own / "governed" / f"{GONE}shop.json"
    left.parent.mkdir(parents=True)
    left.touch()
    here.cli.once()
    assert not left.exists()
