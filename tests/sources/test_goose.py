"""Whose words stand in a Goose session, in its older files and in its database, and what is told once in both."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark, Turn
from dreamd.sources import Damaged, Tally, goose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from tests.conftest import Look
    from tests.sources.conftest import Row, Scene, Search

AGENT = goose.SOURCE
START = 1_793_610_000
SCHEMA = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
CREATE TABLE sessions (id TEXT PRIMARY KEY, session_type TEXT, working_dir TEXT, created_at TEXT, schedule_id TEXT,
  recipe_json TEXT, parent_session_id TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT, role TEXT,
  content_json TEXT, created_timestamp INTEGER, metadata_json TEXT);
"""
OWN: Row = {"userVisible": False, "agentVisible": True}
"""Of a message that the agent alone sees."""
KEPT: Row = {"userVisible": True, "agentVisible": False}
AWAY: Row = {"userVisible": False, "agentVisible": False}

# --- whose words ------------------------------------------------------------------------------------------------------


def text(words: object, **fields: object) -> Row:
    return {"type": "text", "text": words, **fields}


def message(role: object, *parts: object, **fields: object) -> Row:
    return {"id": None, "role": role, "created": START, "content": list(parts), **fields}


CALL = {"type": "toolRequest", "id": "c", "toolCall": {"status": "success", "value": {"name": "sh", "arguments": {}}}}
RESULT = {
    "type": "toolResponse",
    "id": "c",
    "toolResult": {"status": "success", "value": {"content": [{"type": "text", "text": "use npm"}]}},
}
FILE = "--- Resource: file:///w/a.md ---\nuse npm\n---\n"

ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (message("user", text("use tabs")), [("human", "use tabs", "typed")]),
    "a picture in it": (
        message("user", text("use tabs"), {"type": "image", "data": "AAAA"}),
        [("human", "use tabs", "typed")],
    ),
    "what a tool gave": (message("user", RESULT), []),
    "what the client says beside it": (message("user", RESULT, text("use npm")), [("injected", "use npm", "tool")]),
    "what the agent alone sees": (
        message("user", text("use npm"), metadata=OWN),
        [("injected", "use npm", "hidden")],
    ),
    "what was said before a compaction": (
        message("user", text("use tabs"), metadata=KEPT),
        [("human", "use tabs", "typed")],
    ),
    "a text for the agent": (
        message("user", text("use tabs"), text("use npm", annotations={"audience": ["assistant"]})),
        [("human", "use tabs", "typed"), ("injected", "use npm", "audience")],
    ),
    "a text for both": (
        message("user", text("use tabs", annotations={"audience": ["user", "assistant"], "priority": 0.0})),
        [("human", "use tabs", "typed")],
    ),
    "a file that an editor sent along": (
        message("user", text("use tabs"), text(FILE)),
        [("human", "use tabs", "typed"), ("pasted", FILE.strip(), "resource")],
    ),
    "commands of the shell": (
        message("user", text("<shell_history>\nnpm i\n</shell_history>\n\nuse tabs")),
        [("injected", "<shell_history>\nnpm i\n</shell_history>", "shell_history"), ("human", "use tabs", "typed")],
    ),
    "commands of the shell that close nothing": (
        message("user", text("<shell_history>\nI use npm")),
        [("injected", "<shell_history>\nI use npm", "shell_history")],
    ),
    "the client's note": (
        message("user", text("<info-msg>\nIt is 09:00.\n</info-msg>")),
        [("injected", "<info-msg>\nIt is 09:00.\n</info-msg>", "info-msg")],
    ),
    "a command": (message("user", text("/compact")), [("injected", "/compact", "command")]),
    "a command with words": (
        message("user", text("/plan use tabs")),
        [("injected", "/plan", "command"), ("human", "use tabs", "command_args")],
    ),
    "a path": (message("user", text("/etc/hosts is mine")), [("human", "/etc/hosts is mine", "typed")]),
    "one compound tag": (
        message("user", text("<system-reminder>use npm</system-reminder>")),
        [("injected", "<system-reminder>use npm</system-reminder>", "wrapper")],
    ),
    "the agent": (message("assistant", text("Done."), CALL), [("assistant", "Done.", "assistant")]),
    "how the agent is told to go on": (
        message("assistant", text("Your context was compacted."), metadata=OWN),
        [("injected", "Your context was compacted.", "hidden")],
    ),
    "thoughts and notices": (
        message("assistant", {"type": "thinking", "thinking": "npm"}, {"type": "systemNotification", "msg": "npm"}),
        [],
    ),
    "parts of another form": (message("user", 17, text(17)), []),
    "a message of another form": ({"role": "user", "created": "noon", "content": "use npm"}, []),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_message_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    older = {"type": "toolResponse", "toolResult": {"status": "success", "value": [text("a.txt")]}}
    failed = {"type": "toolResponse", "toolResult": {"status": "error", "error": "gone"}}
    scene.write(message("assistant", text("Look."), CALL), message("user", RESULT, older, failed))
    assert scene.shown(1) == [("tool_call", "sh {}"), ("assistant", "Look.")]
    assert scene.shown(2) == [("tool_result", "use npm"), ("tool_result", "a.txt"), ("tool_result", "gone")]


def test_names_that_are_not_known_are_counted(scene: Scene) -> None:
    scene.write({"working_dir": "/w", "session_type": "dream"}, message("oracle"), message("user", {"type": "omen"}))
    assert scene.read()[1].unknown == {"session:dream": 1, "oracle": 1, "part:omen": 1}


def test_the_header_tells_the_project_and_whether_a_person_sat_there(scene: Scene) -> None:
    scene.write({"working_dir": "/w/shop", "schedule_id": None}, message("user", text("use tabs")))
    turns, tally = scene.read()
    assert (tally.cwd, turns[0].cwd, tally.headless) == ("/w/shop", "/w/shop", False)
    assert (turns[0].time, tally.last) == ("2026-11-02T09:00:00.000Z", "2026-11-02T09:00:00.000Z")
    scene.path.unlink()
    scene.write({"working_dir": "/w/shop", "schedule_id": "nightly"})
    assert scene.read()[1].headless


# --- the database -----------------------------------------------------------------------------------------------------


@pytest.fixture
def store(home: Path) -> Path:
    """Goose's directory of sessions, with an empty database."""
    folder = home / ".local" / "share" / "goose" / "sessions"
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "sessions.db")) as db:
        db.executescript(SCHEMA)
    return folder


@pytest.fixture
def db(store: Path) -> Iterator[sqlite3.Connection]:
    """The database as Goose has it open."""
    with closing(sqlite3.connect(store / "sessions.db", isolation_level=None)) as opened:
        yield opened


def begin(db: sqlite3.Connection, session: str, kind: str = "user", **fields: object) -> None:
    row = {"working_dir": "/w/shop", "created_at": session, **fields}
    rest = [row.get(name) for name in ("working_dir", "created_at", "schedule_id", "recipe_json", "parent_session_id")]
    db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", [session, kind, *rest])


def say(db: sqlite3.Connection, number: int, words: object, role: str = "user", see: Row | None = None) -> None:
    """Message of session ``a``."""
    content = json.dumps([text(words)] if isinstance(words, str) else words)
    db.execute(
        "INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)"
        " VALUES (?, 'a', ?, ?, ?, ?)",
        (f"m{number}", role, content, START + number, json.dumps(see) if see else None),
    )


def heard(places: Places, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    (transcript,) = AGENT.find(places, [])
    tally = Tally()
    return list(AGENT.read(transcript, mark or Mark(), tally)), tally


def words(turns: list[Turn]) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns]


def test_what_stands_in_the_log_alone_is_read_and_nothing_is_written_beside_it(
    store: Path, db: sqlite3.Connection, places: Places, look: Look
) -> None:
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA wal_autocheckpoint=0")
    begin(db, "a")
    say(db, 1, "use tabs")
    before = look(store)
    turns, tally = heard(places)
    assert words(turns) == [("human", "use tabs")]
    assert look(store) == before
    assert (tally.cwd, turns[0].time) == ("/w/shop", "2026-11-02T09:00:01.000Z")
    assert not list((places.copies / "goose").glob("copy.db*"))


def test_a_session_that_goes_on_is_read_on(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    say(db, 1, "use tabs")
    say(db, 2, "Tabs.", "assistant")
    before, tally = heard(places)
    say(db, 3, "and four")
    after, _ = heard(places, tally.mark)
    assert words(after) == [("human", "and four")]
    assert heard(places)[0] == before + after


def test_times_in_milliseconds_keep_their_place(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    say(db, 5, "second")
    say(db, 0, "first")
    db.execute("UPDATE messages SET created_timestamp = ? WHERE message_id = 'm0'", ((START + 1) * 1000,))
    turns, _ = heard(places)
    assert [(turn.text, turn.time[17:19]) for turn in turns] == [("first", "01"), ("second", "05")]


KINDS = {
    "user": [("human", "use tabs")],
    "acp": [("human", "use tabs")],
    "gateway": [("injected", "use tabs")],
    "dream": [("injected", "use tabs")],
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_kind_of_a_session_says_whether_a_person_types(db: sqlite3.Connection, places: Places, kind: str) -> None:
    begin(db, "a", kind)
    say(db, 1, "use tabs")
    turns, tally = heard(places)
    assert words(turns) == KINDS[kind]
    assert tally.unknown == ({"session:dream": 1} if kind == "dream" else {})


@pytest.mark.parametrize("fields", [{"kind": "sub_agent"}, {"kind": "hidden"}, {"parent_session_id": "b"}])
def test_what_goose_says_to_itself_is_no_session(
    db: sqlite3.Connection, places: Places, fields: dict[str, str]
) -> None:
    begin(db, "a", **fields)
    say(db, 1, "use npm")
    assert list(AGENT.find(places, [])) == []


@pytest.mark.parametrize(
    ("fields", "headless"),
    [({"recipe_json": '{"prompt": "use npm"}'}, False), ({"kind": "scheduled"}, True), ({"schedule_id": "n"}, True)],
)
def test_a_recipes_prompt_is_nobodys_and_what_follows_is_typed(
    db: sqlite3.Connection, places: Places, fields: dict[str, str], *, headless: bool
) -> None:
    begin(db, "a", **fields)
    say(db, 1, "use npm")
    say(db, 2, "no, use tabs")
    turns, tally = heard(places)
    assert words(turns) == [("injected", "use npm"), ("human", "no, use tabs")]
    assert turns[0].why == "recipe"
    assert tally.headless == headless


@pytest.mark.parametrize("recipe", ['{"instructions": "use npm"}', '{"prompt": null}', "{", "17"])
def test_a_recipe_that_asks_nothing_leaves_the_first_question_to_the_person(
    db: sqlite3.Connection, places: Places, recipe: str
) -> None:
    begin(db, "a", recipe_json=recipe)
    say(db, 1, "use tabs")
    assert words(heard(places)[0]) == [("human", "use tabs")]


def test_what_was_typed_into_the_shell_was_not_said_to_the_agent(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a", "terminal")
    say(db, 1, "npm i", see=KEPT)
    say(db, 2, "use tabs")
    assert words(heard(places)[0]) == [("injected", "npm i"), ("human", "use tabs")]


def test_a_prompt_that_a_compaction_puts_away_and_repeats_is_told_once(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    say(db, 1, "use tabs")
    say(db, 2, "Tabs.", "assistant")
    say(db, 3, "and four")
    before, tally = heard(places)
    db.execute("UPDATE messages SET metadata_json = ? WHERE message_id < 'm3'", (json.dumps(KEPT),))
    db.execute("UPDATE messages SET metadata_json = ? WHERE message_id = 'm3'", (json.dumps(AWAY),))
    say(db, 4, "They want tabs.", see=OWN)
    say(db, 4, "Your context was compacted.", "assistant", see=OWN)
    say(db, 4, "and four")
    after, _ = heard(places, tally.mark)
    assert [turn.text for turn in after if turn.role == "human"] == ["use tabs", "and four"]
    assert {turn.row for turn in after if turn.role == "human"} == {turn.row for turn in before} - {before[1].row}


def test_a_prompt_that_a_compaction_repeats_while_it_stands_is_told_once(
    db: sqlite3.Connection, places: Places
) -> None:
    begin(db, "a")
    say(db, 1, "use tabs")
    say(db, 2, [CALL], "assistant", see=KEPT)
    say(db, 3, "They want tabs.", see=OWN)
    say(db, 4, "use tabs")
    say(db, 5, "use tabs")
    turns = [(turn.role, turn.why) for turn in heard(places)[0]]
    assert turns == [("human", "typed"), ("injected", "hidden"), ("injected", "repeated"), ("human", "typed")]


def test_what_a_compaction_repeats_stays_whose_it_was(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a", recipe_json='{"prompt": "use npm"}')
    say(db, 0, "It is 09:00.", see=OWN)
    say(db, 1, "use npm", see=AWAY)
    say(db, 2, "They want npm.", see=OWN)
    say(db, 3, "use npm")
    say(db, 4, [text("use tabs"), text(FILE)], see=AWAY)
    say(db, 5, "They want tabs.", see=OWN)
    say(db, 6, f"use tabs\n{FILE}")
    turns = [(turn.role, turn.text, turn.why) for turn in heard(places)[0] if turn.why not in {"hidden", "recipe"}]
    assert turns == [("human", "use tabs", "typed"), ("pasted", FILE.strip(), "resource")]


def test_results_behind_a_summary_stay_what_they_are(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    for number, words in enumerate(("one", "two")):
        say(db, 2 * number, "They want tabs.", see=OWN)
        say(db, 2 * number + 1, [{"type": "toolResponse", "toolResult": {"value": [text(words)]}}])
    (transcript,) = AGENT.find(places, [])
    shown = [turn.text for line in (3, 5) for turn in AGENT.rows(transcript, line, [])]
    assert shown == ["one", "two"]


def test_what_the_person_took_back_is_not_given(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    say(db, 1, "use tabs")
    say(db, 2, "use spaces")
    before, tally = heard(places)
    db.execute("DELETE FROM messages WHERE message_id = 'm2'")
    say(db, 3, "please")
    after, _ = heard(places, tally.mark)
    assert [turn.text for turn in after] == ["use tabs", "please"]
    assert after[0].row == before[0].row


def test_a_fork_repeats_the_identity_of_what_it_copies(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    begin(db, "b")
    say(db, 1, "use tabs")
    copy = "INSERT INTO messages SELECT id + 1, 'm9', 'b', role, content_json, created_timestamp, metadata_json"
    db.execute(f"{copy} FROM messages")
    first, second = (list(AGENT.read(item, Mark(), Tally())) for item in AGENT.find(places, []))
    assert first[0].row == second[0].row


def test_a_session_that_its_owner_deleted_leaves_no_copy(store: Path, db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a")
    begin(db, "b")
    assert len(list(AGENT.find(places, []))) == 2
    db.execute("DELETE FROM sessions WHERE id = 'a'")
    assert [item.session for item in AGENT.find(places, [])] == ["b"]
    shutil.rmtree(store)
    assert list(AGENT.find(places, [])) == []
    assert not list((places.copies / "goose").glob("*.jsonl"))


@pytest.mark.parametrize("damage", [b"SQLite format 3\0" + b"\xff" * 4000, b"no database" * 100])
def test_a_database_that_cannot_be_read_says_why_and_keeps_what_was_read(
    store: Path, db: sqlite3.Connection, places: Places, damage: bytes
) -> None:
    begin(db, "a")
    before = list(AGENT.find(places, []))
    (store / "sessions.db").write_bytes(damage)
    damaged: list[Damaged] = []
    assert list(AGENT.find(places, damaged)) == before
    assert [(item.path.name, bool(item.reason)) for item in damaged] == [("sessions.db", True)]


def test_odd_values_in_a_database_are_no_crash(db: sqlite3.Connection, places: Places) -> None:
    begin(db, "a", working_dir=b"\xff\x00", created_at=None)
    say(db, 1, "use tabs")
    say(db, 2, 17)
    say(db, 3, ["x", text("use four"), {"type": 5}], see={"userVisible": "x"})
    db.execute("INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('a', x'ff', '{', -1)")
    db.execute("UPDATE messages SET created_timestamp = 'noon' WHERE message_id = 'm1'")
    db.execute("UPDATE messages SET created_timestamp = 99999999999999999 WHERE message_id = 'm2'")
    turns, tally = heard(places)
    assert {(turn.role, turn.text) for turn in turns} == {("human", "use tabs"), ("injected", "use four")}
    assert tally.bad_lines == 0
    assert tally.unknown["part:(no list)"] == 2


def test_another_database_of_that_name_has_no_sessions(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store / "sessions.db", isolation_level=None)) as db:
        db.execute("DROP TABLE messages")
    damaged: list[Damaged] = []
    assert (list(AGENT.find(places, damaged)), damaged) == ([], [])


# --- the older files --------------------------------------------------------------------------------------------------


def test_what_the_database_took_over_is_told_once(store: Path, db: sqlite3.Connection, places: Places) -> None:
    older = store / "a.jsonl"
    rows = [{"working_dir": "/w/shop"}, {**message("user", text("use tabs")), "created": START + 1}]
    older.write_text("".join(json.dumps(row) + "\n" for row in rows))
    before, tally = heard(places)
    begin(db, "a")
    say(db, 1, "use tabs")
    say(db, 2, "and four")
    after, _ = heard(places, tally.mark)
    assert (words(before), words(after)) == ([("human", "use tabs")], [("human", "use tabs"), ("human", "and four")])
    assert (after[0].row, after[0].line) == (before[0].row, before[0].line)
    (store / "sessions.db").write_bytes(b"no database" * 100)
    assert heard(places)[0] == after


def test_another_place_may_be_named(found: Search, tmp_path: Path) -> None:
    for folder in ("root/data/sessions", "data/goose/sessions"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / f"{folder[:4]}.jsonl").write_text("{}\n")
    data = str(tmp_path / "data")
    assert set(found(XDG_DATA_HOME=data)) == {"data"}
    assert set(found(XDG_DATA_HOME=data, GOOSE_PATH_ROOT=str(tmp_path / "root"))) == {"root"}
    assert set(found(XDG_DATA_HOME=data, GOOSE_PATH_ROOT="root")) == {"data"}
