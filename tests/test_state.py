"""State is one transaction a change, and what was recorded first stands."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from dreamd import clock, codec, ledger, spending, state
from dreamd.errors import StoreError
from dreamd.ledger import Read, Settlement
from dreamd.memory.layout import Workspace
from dreamd.records import Dream, Mark, Quote, Survey, Transcript, Turn

NOW = 1_796_040_000 * clock.SECOND
SPACE = Workspace(name="repo", root=Path("/m"), layout="claude-code", project=Path("/w/repo"))
FILE = Transcript(
    source="claude-code", session="5e55", location=str(Path("/t/5e55.jsonl")), size=10, inode=3, mtime_ns=0
)
TURN = Turn(source="claude-code", session="5e55", line=7, role="human", text="Use pnpm.", row="u1")
QUOTE = Quote(
    source="claude-code", session="5e55", line=7, quote="Use pnpm.", role="human", date="2026-11-01", row="u1"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "own" / "state.db"


def _add_and_fail(db: sqlite3.Connection) -> None:
    state.add_workspace(db, SPACE)
    raise ZeroDivisionError


def survey(**fields: object) -> Survey:
    given: dict[str, object] = {"cwd": "/w/repo", "human": 2, "last": "2026-11-01T10:00:00Z"} | fields
    return Survey(source="claude-code", session="5e55", path=FILE.path, mark=Mark(), **given)  # type: ignore[arg-type]


def test_looking_makes_no_file_and_writing_makes_a_private_one(path: Path) -> None:
    with state.database(path, look=True) as db:
        assert state.sessions(db) == []
    assert not path.parent.exists()
    with state.database(path) as db:
        state.add_workspace(db, SPACE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_an_error_rolls_everything_back(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), state.database(path) as db:
        _add_and_fail(db)
    with state.database(path) as db:
        assert state.workspaces(db) == []


@pytest.mark.parametrize("content", [b"this is no database at all" * 200, b"SQLite format 3\x00" + b"\x00" * 5000])
def test_a_damaged_file_is_a_clear_error(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"state\.db"), state.database(path) as db:
        state.sessions(db)
    assert path.read_bytes() == content


def test_a_later_version_is_refused(path: Path) -> None:
    with state.database(path):
        pass
    sqlite3.connect(path).execute("PRAGMA user_version=99").connection.close()
    with pytest.raises(StoreError, match="later dreamd"), state.database(path):
        pytest.fail("opened a later version's file")


def test_a_file_of_the_version_before_keeps_what_it_holds_and_what_was_spent(path: Path) -> None:
    path.parent.mkdir()
    first = sqlite3.connect(path)
    first.executescript(state.SCHEMA[0])
    dream = Dream(workspace="repo", outcome="dreamed", dream_id="d1", cost_usd=0.25)
    first.execute("INSERT INTO dreams VALUES ('d1', 'repo', ?, 'dreamed', ?)", (NOW, codec.encode(dream).decode()))
    first.execute("PRAGMA user_version=1")
    first.commit()
    first.close()
    for _ in range(2):
        with state.database(path) as db:
            assert spending.this_month(db, NOW) == 0.25
            assert ledger.last_dream(db, "repo") == (dream, NOW)


def test_what_was_spent_counts_for_the_month_in_which_the_dream_last_asked(path: Path) -> None:
    month = 40 * clock.DAY
    with state.database(path) as db:
        assert spending.enter(db, "d1", 0.5, NOW) == 0.5
        assert spending.enter(db, "d1", -0.25, NOW) == 0.25
        assert spending.enter(db, "d2", 1.0, NOW) == 1.25
        assert spending.enter(db, "d1", 0.25, NOW + month) == 0.5
        assert spending.enter(db, "d3", 0.25, NOW + month) == 0.75


def test_a_server_that_asks_for_time_gets_it_up_to_a_day(path: Path) -> None:
    with state.database(path) as db:
        state.add_workspace(db, SPACE)
        waits = [ledger.grow_backoff(db, SPACE.name, "why", 0, least).retry_ns for least in (0, clock.HOUR, 1 << 60)]
    assert waits == [10 * clock.MINUTE, clock.HOUR, clock.DAY]


def test_a_session_is_new_when_size_or_inode_differs(path: Path) -> None:
    with state.database(path) as db:
        assert state.changed(state.sessions(db), [FILE]) == [(FILE, Mark())]
        state.record_survey(db, survey(), FILE, "repo", 1)
        known = state.sessions(db)
        grown = Transcript(source="claude-code", session="5e55", location=str(FILE.path), size=11, inode=3, mtime_ns=0)
        assert state.changed(known, [FILE]) == []
        assert state.changed(known, [grown]) == [(grown, Mark())]


def test_home_and_workspace_once_recorded_stand(path: Path) -> None:
    with state.database(path) as db:
        state.record_survey(db, survey(), FILE, "repo", 1)
        state.record_survey(db, survey(cwd="/elsewhere", last="2026-10-01T00:00:00Z"), FILE, "other", 2)
        (session,) = state.sessions(db)
    assert (session.workspace, session.cwd, session.first_ns) == ("repo", "/w/repo", 1)
    assert session.last == "2026-11-01T10:00:00Z", "the newest row stays the newest"


def settlement() -> Settlement:
    read = Read(
        source="claude-code", session="5e55", mark=Mark(size=10, inode=3, offset=10, line=7), tail=(TURN,), human=2
    )
    dream = Dream(workspace="repo", outcome="dreamed", dream_id="3f2a91bc")
    evidence: dict[str, tuple[Quote, ...]] = {"k": (QUOTE,)}
    return Settlement(workspace="repo", reads=(read,), rows=("u1",), evidence=evidence, keys=("k", "p"), dream=dream)


def test_settling_twice_is_settling_once(path: Path) -> None:
    with state.database(path) as db:
        state.add_workspace(db, SPACE)
        state.record_survey(db, survey(), FILE, "repo", 1)
        ledger.grow_backoff(db, "repo", "why", 1)
        for _ in range(2):
            ledger.settle(db, settlement(), 5)
        (session,) = state.sessions(db, "repo")
        assert (session.human, session.dreamed, session.mark.line, session.tail) == (0, 2, 7, (TURN,))
        assert state.known_rows(db, "repo") == ["u1"]
        assert ledger.statements(db, "repo") == {"k", "p"}
        assert ledger.evidence(db, "repo", "k") == (QUOTE,)
        assert ledger.backoff(db, "repo") == ledger.Backoff()
        last = ledger.last_dream(db, "repo")
    assert last is not None
    assert (last[0].outcome, last[1]) == ("dreamed", 5)


def test_what_a_survey_saw_beyond_what_was_read_is_surveyed_again(path: Path) -> None:
    grown = Transcript(source="claude-code", session="5e55", location=str(FILE.path), size=20, inode=3, mtime_ns=0)
    with state.database(path) as db:
        state.record_survey(db, survey(human=4), grown, "repo", 1)
        ledger.settle(db, settlement(), 5)
        (session,) = state.sessions(db)
        assert state.changed([session], [FILE]) == []
        assert state.changed([session], [grown]) == [(grown, session.mark)]


def test_a_survey_recorded_after_its_rows_were_read_does_not_wait_for_ever(path: Path) -> None:
    with state.database(path) as db:
        state.record_survey(db, survey(), FILE, "repo", 1)
        ledger.settle(db, settlement(), 5)
        state.record_survey(db, survey(), FILE, "repo", 6)
        ledger.settle(db, settlement(), 7)
        (session,) = state.sessions(db)
    assert (session.human, session.dreamed) == (0, 2)


def test_a_session_that_is_gone_on_with_waits_since_its_new_rows(path: Path) -> None:
    with state.database(path) as db:
        state.record_survey(db, survey(), FILE, "repo", 1)
        ledger.settle(db, settlement(), 5)
        for moment in (8, 9):
            state.record_survey(db, survey(), FILE, "repo", moment)
        (session,) = state.sessions(db)
    assert session.first_ns == 8


def test_looking_leaves_the_file_alone(path: Path) -> None:
    with state.database(path) as db:
        state.add_workspace(db, SPACE)
    before = path.stat()
    with state.database(path, look=True) as db:
        assert state.workspaces(db) == [SPACE]
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_file_that_another_process_holds_is_not_called_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with state.database(path):
        pass
    monkeypatch.setattr(state, "WAIT_SECONDS", 0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked") as caught, state.database(path):
        pytest.fail("wrote into a locked file")
    other.close()
    assert "move" not in caught.value.fix


def test_backoff_doubles_to_a_day_and_pauses_after_five(path: Path) -> None:
    with state.database(path) as db:
        state.add_workspace(db, SPACE)
        grown = [ledger.grow_backoff(db, "repo", "the disk is full", 0) for _ in range(12)]
    minutes = [item.retry_ns // 60_000_000_000 for item in grown]
    assert minutes[:5] == [10, 20, 40, 80, 160]
    assert minutes[-1] == 24 * 60
    assert [bool(item.paused) for item in grown[:5]] == [False, False, False, False, True]


def test_a_rejection_names_the_rows_it_forbids(path: Path) -> None:
    with state.database(path) as db:
        ledger.add_evidence(db, "repo", "k", [QUOTE])
        made = ledger.rejection(db, "repo", "k", "Use pnpm.", 9)
        bare = ledger.rejection(db, "repo", "unknown", "Text.", 9)
        ledger.settle(db, Settlement(workspace="repo", rejected=made + bare), 9)
        assert set(ledger.rejections(db, "repo")) == {*made, *bare}
        ledger.settle(db, Settlement(workspace="repo", lifted=("k", "unknown")), 10)
        assert ledger.rejections(db, "repo") == ()
    assert [(item.line, item.quote, item.since_ns) for item in made] == [(7, "Use pnpm.", 9)]
    assert bare[0].quote == ""


def test_a_person_may_go_on_with_a_headless_session(path: Path) -> None:
    with state.database(path) as db:
        state.record_survey(db, survey(headless=True), FILE, "repo", 1)
        state.record_survey(db, survey(headless=False), FILE, "repo", 2)
        assert not state.sessions(db)[0].headless
        state.record_survey(db, survey(headless=True), FILE, "repo", 3)
        assert state.sessions(db)[0].headless


def test_who_looks_while_another_is_making_the_file_waits_for_it(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        made = threading.Timer(0.3, other.execute, ("COMMIT",))
        made.start()
        with state.database(path, look=True) as db:
            assert state.workspaces(db) == []
        made.join()
