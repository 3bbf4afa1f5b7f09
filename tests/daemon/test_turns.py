"""Whose turn it is: cheapest gates first, and fairly."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dreamd import clock, ledger, state
from dreamd.config import Config, Gates
from dreamd.daemon import turns
from dreamd.memory.layout import Workspace
from dreamd.records import Mark, Survey, Transcript

if TYPE_CHECKING:
    from dreamd.paths import Places

NOW = 1_790_000_000 * clock.SECOND
CONFIG = Config(gates=Gates(min_sessions=1))


def workspace(top: Path, name: str, hours: float | None = None) -> Workspace:
    """A workspace that dreamed so many hours ago."""
    root = top / name
    root.mkdir(parents=True)
    made = Workspace(name=name, root=root, layout="claude-code", project=top / "projects" / name)
    if hours is not None:
        made.lock.touch()
        stamp = NOW - int(hours * clock.HOUR)
        os.utime(made.lock, ns=(stamp, stamp))
    return made


def test_the_time_gate_asks_for_the_lock_file_alone(tmp_path: Path) -> None:
    known = [workspace(tmp_path, "old", 30), workspace(tmp_path, "new", 3), workspace(tmp_path, "never")]
    assert [item.name for item in turns.awake(known, CONFIG, NOW)] == ["old", "never"]


def test_a_lock_file_that_cannot_be_looked_at_keeps_nobody_from_the_dream_that_says_why(tmp_path: Path) -> None:
    root = tmp_path / "file"
    root.write_text("no directory")
    broken = Workspace(name="broken", root=root, layout="claude-code", project=tmp_path)
    assert turns.awake([broken, workspace(tmp_path, "new", 3)], CONFIG, NOW) == [broken]


def test_who_has_waited_longest_comes_first() -> None:
    known = [Workspace(name=name, root=Path(name), layout="claude-code", project=Path(name)) for name in "abcd"]
    assert [item.name for item in turns.fairly(known, {"a": 30, "b": 10, "d": 20})] == ["c", "b", "d", "a"]


@pytest.mark.parametrize("held", ["", "backoff", "paused", "nothing new"])
def test_ready_is_who_has_enough_and_is_not_held(tmp_path: Path, places: Places, held: str) -> None:
    item = workspace(tmp_path, "shop", 30)
    session = Transcript(
        source="claude-code", session="s", location=str(tmp_path / "s.jsonl"), size=1, inode=1, mtime_ns=1
    )
    human = 0 if held == "nothing new" else 2
    survey = Survey(
        source="claude-code", session="s", path=session.path, mark=Mark(), cwd="/w/shop", human=human, last="2026-01-01"
    )
    with state.database(places.database) as db:
        state.add_workspace(db, item)
        state.record_survey(db, survey, session, "shop", NOW)
        for _ in range({"backoff": 1, "paused": 5}.get(held, 0)):
            ledger.grow_backoff(db, "shop", "the disk is full", NOW)
        assert turns.ready(db, [item], CONFIG, NOW) == ([] if held else [item])
        if held == "backoff":
            assert turns.ready(db, [item], CONFIG, NOW + 10 * clock.MINUTE) == [item]
