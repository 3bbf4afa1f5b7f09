"""Which sessions count, and why not; what is waited for; what status says of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import clock, intake, ledger, standing, state
from dreamd.config import Config, Gates, Sources
from dreamd.intake import Standing
from dreamd.memory.layout import Workspace
from dreamd.records import Dream, Mark, Survey, Transcript
from dreamd.state import Session

if TYPE_CHECKING:
    from dreamd.paths import Places

NOW = clock.parse("2026-11-30T12:00:00Z") or 0
SPACE = Workspace(name="shop", root=Path("/nowhere/m"), layout="claude-code", project=Path("/w/shop"))
BASE = Session(
    source="claude-code",
    session="5e55",
    path=Path("/t"),
    workspace="shop",
    cwd="/w/shop",
    human=2,
    last="2026-11-30T10:00:00.000Z",
)


def stands(config: Config | None = None, *, live: bool = False, **fields: object) -> Standing:
    return intake.standing(msgspec.structs.replace(BASE, **fields), config or Config(), NOW, live=live)


def test_a_session_with_something_new_to_say_counts() -> None:
    assert stands() == Standing("new")
    assert stands(last="") == Standing("new")
    assert stands(dreamed=7) == Standing("new")


def test_a_session_without_new_human_turns_was_read_or_never_counts() -> None:
    assert stands(human=0, dreamed=3) == Standing("read")
    assert stands(human=0) == Standing("skipped", "no_human_turn")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"own": True}, "own_run"), ({"headless": True}, "headless"), ({"cwd": ""}, "no_project")],
)
def test_a_session_that_does_not_count_says_why(fields: dict[str, object], reason: str) -> None:
    session = msgspec.structs.replace(BASE, **fields)
    assert intake.standing(session, Config(), NOW, live=True) == Standing("skipped", reason)


def test_settings_let_programs_runs_in_and_keep_projects_out() -> None:
    assert stands(Config(sources=Sources(headless=True)), headless=True) == Standing("new")
    assert stands(Config(sources=Sources(headless=True)), headless=True, own=True) == Standing("skipped", "own_run")
    excluded = Config(sources=Sources(exclude=("/w",)))
    assert stands(excluded) == Standing("skipped", "excluded")
    assert stands(excluded, cwd="/worn/shop") == Standing("new"), "another directory whose name begins alike"


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("2026-11-30T11:45:00.000Z", Standing("skipped", "live")),
        ("2026-11-30T11:29:00.000Z", Standing("new")),
        ("2026-11-30T12:45:00.000Z", Standing("new")),
        ("no time", Standing("new")),
    ],
)
def test_a_session_is_live_by_its_newest_row_and_a_row_of_the_future_keeps_nobody(
    last: str, expected: Standing
) -> None:
    assert stands(last=last) == expected
    assert stands(last=last, live=True) == Standing("new")
    assert stands(Config(gates=Gates(idle_minutes=0)), last=last) == Standing("new")


def test_a_scan_by_itself_waits_for_the_throttle_and_for_some_time_gate(places: Places, tmp_path: Path) -> None:
    config = Config()
    assert intake.due(places, config, NOW), "nothing is known yet"
    with state.database(places.database) as db:
        state.stamp_scan(db, NOW)
    assert not intake.due(places, config, NOW + 9 * clock.MINUTE)
    assert intake.due(places, config, NOW + 10 * clock.MINUTE)
    root = tmp_path / "memory"
    root.mkdir()
    with state.database(places.database) as db:
        state.add_workspace(db, msgspec.structs.replace(SPACE, root=root))
    assert intake.due(places, config, NOW + clock.HOUR)
    (root / ".consolidate-lock").touch()
    now = clock.now_ns()
    assert not intake.due(places, config, now + clock.HOUR)
    assert intake.due(places, config, now + 25 * clock.HOUR)


def test_status_counts_what_waits_and_tells_of_the_last_failure(places: Places) -> None:
    file = Transcript(source="claude-code", session="5e55", location=str(Path("/t")), size=10, inode=3, mtime_ns=0)
    survey = Survey(
        source="claude-code", session="5e55", path=file.path, mark=Mark(), cwd="/w/shop", human=2, last=BASE.last
    )
    with state.database(places.database) as db:
        state.add_workspace(db, SPACE)
        state.record_survey(db, survey, file, "shop", NOW)
        ledger.record_outcome(db, Dream(workspace="shop", outcome="failed", reason="disk_full", dream_id="1"), NOW)
        for _ in range(5):
            ledger.grow_backoff(db, "shop", "the disk is full", NOW)
        row = standing.status(db, SPACE, [file], places, Config(), NOW)
    assert (row.waiting, row.topics, row.entries, row.index_lines) == (1, 0, 0, 0)
    assert row.gates.sessions.reason == "1 of 5 new sessions"
    assert row.gates.time.reason == "never dreamed"
    assert row.last == standing.Last(outcome="failed", reason="disk_full", dream_id="1", time=clock.iso(NOW))
    assert row.paused == "the disk is full"
    assert any("paused after repeated failures" in line for line in row.attention)


def test_status_says_when_a_session_gate_opens_by_patience_alone(places: Places) -> None:
    file = Transcript(source="claude-code", session="5e55", location=str(Path("/t")), size=10, inode=3, mtime_ns=0)
    survey = Survey(source="claude-code", session="5e55", path=file.path, mark=Mark(), cwd="/w/shop", human=1, last="")
    with state.database(places.database) as db:
        state.add_workspace(db, SPACE)
        state.record_survey(db, survey, file, "shop", NOW - 8 * clock.DAY)
        row = standing.status(db, SPACE, [file], places, Config(), NOW)
    assert row.gates.sessions.open
    assert "waiting for more than 7 days" in row.gates.sessions.reason
