"""Sessions whose files are cut, replaced or taken away while they are read: what is there is read, and once."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from dreamd.memory import topic
from tests.faults.scenes import bare

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import World
    from tests.faults.conftest import Stage

    Scene = Callable[[World], list[str]]
    Staging = Callable[[Scene], Stage]

KEPT = {"Always use pnpm instead of npm.", "Never deploy on a Friday."}
LOST = {"Never push to main without asking me first."}


def truncated(path: Path) -> None:
    """Cut in the middle of its first row, in place."""
    with path.open("r+b") as file:
        file.truncate(100)


def emptied(path: Path) -> None:
    """Nothing is left, in place."""
    path.write_bytes(b"")


def rotated(path: Path) -> None:
    """Another file has its name, with other words."""
    new = path.with_suffix(".new")
    other = re.sub(rb'"uuid": "....', b'"uuid": "0000', path.read_bytes())
    new.write_bytes(other.replace(b"Never push to main", b"Never write to main"))
    new.replace(path)


def vanished(path: Path) -> None:
    """It is gone."""
    path.unlink()


def unreadable(path: Path) -> None:
    """A directory stands in its place."""
    path.unlink()
    path.mkdir()


SPOILT = (truncated, emptied, rotated, vanished, unreadable)


def learned(here: Stage) -> list[str]:
    """What the memory says, in whatever topic."""
    topics = [topic.parse(path.stem, path.read_bytes()) for path in here.side.memory.glob("[!M]*.md")]
    return sorted(entry.text for one in topics for entry in one.entries)


def spoil(here: Stage, at: int, how: Callable[[Path], None]) -> None:
    """Spoil a session just before this change of a dream, then put it back: the rest is read, and then it, all once."""
    here.again()
    second = here.world.talk("second")
    aside = second.with_suffix(".aside")
    shutil.copy2(second, aside)
    stopped = here.stopped(at)
    assert stopped
    how(second)
    ran = here.go_on(stopped)
    note = f"{how.__name__} at change {at}: {ran.err}"
    assert ran.code in {0, 1}, note
    assert here.side.run("status").code == 0
    assert here.side.run("once").code == 0
    now = learned(here)
    assert len(now) == len(set(now)), note
    assert set(now) >= KEPT, note
    assert set(now) - KEPT <= LOST | {"Never write to main without asking me first."}, note
    if second.is_dir():
        second.rmdir()
    aside.replace(second)
    assert here.side.run("once").code == 0
    now = learned(here)
    assert len(now) == len(set(now)), note
    assert set(now) >= KEPT | LOST, note
    assert here.side.leftovers() == []


@pytest.mark.parametrize("how", [truncated, vanished])
def test_a_session_that_is_spoilt_in_the_middle_of_a_dream_costs_no_other(
    stage: Staging, how: Callable[[Path], None]
) -> None:
    here = stage(bare)
    spoil(here, len(here.changes()) * 5 // 9, how)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("how", SPOILT)
def test_a_session_that_is_spoilt_anywhere_in_a_dream_costs_no_other(
    stage: Staging, how: Callable[[Path], None]
) -> None:
    here = stage(bare)
    last = len(here.changes())
    for part in range(4):
        spoil(here, 1 + last * part // 4, how)
