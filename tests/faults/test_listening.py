"""Killed while a look keeps what was said: the next look keeps every turn, and none twice."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.faults.scenes import begun
from tests.faults.shim import How

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import World
    from tests.faults.conftest import Stage


def looked_at(world: World) -> list[str]:
    """Sessions that a dream has read, and news in them, but no words kept yet."""
    begun(world)
    (world.cli.own / "conversations.db").unlink()
    return ["sessions", "--json"]


def said(stage: Stage) -> list[tuple[str, int, str]]:
    """Every turn that is kept, as often as it is found."""
    with sqlite3.connect(stage.world.cli.own / "conversations.db") as db:
        rows = db.execute(
            """SELECT sessions.session, line, turns.text FROM said JOIN turns ON turns.id = said.rowid
            JOIN sessions ON sessions.id = turns.session WHERE said MATCH ?""",
            ("never OR always OR sure OR of OR noted OR use",),
        ).fetchall()
        assert len(rows) == db.execute("SELECT count(*) FROM turns").fetchone()[0]
    db.close()
    return sorted(rows)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_at_any_change_every_turn_is_kept_once(stage: Callable[[Callable[[World], list[str]]], Stage]) -> None:
    here = stage(looked_at)
    points = range(1, len(here.changes()) + 1, 5)  # of all alike, for their time
    whole = said(here)
    assert len(whole) == 10
    for at in points:
        here.again()
        here.forks.shim.arm(How.KILL, at)
        here.forks.run(here.world.cli, *here.command)
        here.forks.shim.arm(How.COUNT)
        assert here.forks.run(here.world.cli, *here.command).code == 0
        assert said(here) == whole, at
