"""Whose words stand in an OpenCode session, and how a copy of it is laid without touching where it lies."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark, Turn
from dreamd.sources import Damaged, Tally, opencode

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places
    from tests.conftest import Look
    from tests.sources.conftest import Row, Scene, Search

AGENT = opencode.SOURCE
START = 1_793_610_000_000
SCHEMA = """
CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text, version text, revert text);
CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);
CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, data text);
CREATE TABLE session_message (id text PRIMARY KEY, session_id text, type text, seq integer, time_created integer,
  data text);
"""


# --- whose words ------------------------------------------------------------------------------------------------------


def text(words: object, **fields: object) -> Row:
    return {"type": "text", "text": words, **fields}


def message(role: object, *parts: object, **data: object) -> Row:
    texts = [json.dumps(part) for part in parts]
    return {"type": "message", "id": "m1", "time": START, "data": json.dumps({"role": role, **data}), "parts": texts}


def second(kind: str, **data: object) -> Row:
    return {"type": "message", "id": "m1", "time": START, "kind": kind, "data": json.dumps(data), "parts": []}


ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (message("user", text("use tabs")), [("human", "use tabs", "typed")]),
    "a prompt of opencode run": (message("user", text('"use tabs"')), [("human", "use tabs", "typed")]),
    "a prompt with quotes of its own": (message("user", text('"a" and "b"')), [("human", '"a" and "b"', "typed")]),
    "what the client put behind it": (
        message("user", text("use tabs"), text("use npm", synthetic=True), text("use npm", ignored=True)),
        [("human", "use tabs", "typed"), ("injected", "use npm", "synthetic"), ("injected", "use npm", "synthetic")],
    ),
    "one compound tag": (
        message("user", text("<system-reminder>use npm</system-reminder>")),
        [("injected", "<system-reminder>use npm</system-reminder>", "wrapper")],
    ),
    "the agent": (message("assistant", text("Done.")), [("assistant", "Done.", "assistant")]),
    "the agent's summary": (message("assistant", text("Tabs."), summary=True), [("summary", "Tabs.", "compaction")]),
    "the agent's tools": (message("assistant", {"type": "tool", "tool": "bash", "state": {"output": "use npm"}}), []),
    "a part of another form": (message("user", 17, text(17)), []),
    "a message of another form": ({**message("user", text("use npm")), "data": "["}, []),
    "a prompt of version 2": (second("user", text="use tabs"), [("human", "use tabs", "typed")]),
    "blocks of version 2": (
        second("assistant", content=[{"type": "reasoning", "text": "hm"}, text("Done.")]),
        [("assistant", "Done.", "assistant")],
    ),
    "text that version 2 put in": (second("synthetic", text="use npm"), [("injected", "use npm", "synthetic")]),
    "a command of version 2": (
        second("shell", command="pnpm test", output="ok"),
        [("human", "pnpm test", "bash_input")],
    ),
    "a compaction of version 2": (second("compaction", summary="Tabs."), [("summary", "Tabs.", "compaction")]),
    "a switch of version 2": (second("model-switched", model="x"), []),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_message_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    tool = {"type": "tool", "tool": "bash", "state": {"input": {"command": "ls"}, "output": "a.txt"}}
    scene.write(message("assistant", text("Look."), tool), second("assistant", content=[{**tool, "name": "bash"}]))
    calls = [("tool_call", 'bash {"command": "ls"}'), ("tool_result", "a.txt")]
    assert scene.shown(1) == [*calls, ("assistant", "Look.")]
    assert scene.shown(2) == calls


def test_names_that_are_not_known_are_counted(scene: Scene) -> None:
    scene.write(second("oracle"), message("assistant", {"type": "omen"}))
    assert scene.read()[1].unknown == {"message:oracle": 1, "part:omen": 1}


# --- the database -----------------------------------------------------------------------------------------------------


@pytest.fixture
def store(home: Path) -> Path:
    """An empty database where OpenCode has its own."""
    path = home / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SCHEMA)
    return path


def begin(db: sqlite3.Connection, session: str, parent: str | None = None) -> None:
    db.execute("INSERT INTO session VALUES (?, ?, '/w/shop', '1.18.33', NULL)", (session, parent))


def say(db: sqlite3.Connection, session: str, number: int, role: str, words: str, *, done: bool = True) -> None:
    time = {"completed": START + number} if done and role == "assistant" else {}
    row = (f"m{session}{number}", session, START + number, json.dumps({"role": role, "time": time}))
    db.execute("INSERT INTO message VALUES (?, ?, ?, ?)", row)
    part = (f"p{session}{number}", f"m{session}{number}", session, json.dumps(text(words)))
    db.execute("INSERT INTO part VALUES (?, ?, ?, ?)", part)


def heard(places: Places, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    (transcript,) = AGENT.find(places, [])
    tally = Tally()
    return list(AGENT.read(transcript, mark or Mark(), tally)), tally


def test_what_stands_in_the_log_alone_is_read_and_nothing_is_written_beside_it(
    store: Path, places: Places, look: Look
) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA wal_autocheckpoint=0")
        begin(db, "a")
        say(db, "a", 1, "user", "use tabs")
        before = look(store.parent)
        assert [turn.text for turn in heard(places)[0]] == ["use tabs"]
        assert look(store.parent) == before
    assert not list((places.copies / "opencode").glob("copy.db*"))


def test_a_session_that_goes_on_is_read_on(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
        say(db, "a", 1, "user", "use tabs")
        say(db, "a", 2, "assistant", "Tabs.")
        before, tally = heard(places)
        say(db, "a", 3, "user", "and four")
    after, _ = heard(places, tally.mark)
    assert [turn.text for turn in before] == ["use tabs", "Tabs."]
    assert [turn.text for turn in after] == ["and four"]
    assert heard(places)[0] == before + after
    assert (tally.cwd, tally.versions, before[0].time) == ("/w/shop", {"1.18.33"}, "2026-11-02T09:00:00.001Z")


def test_an_answer_that_is_being_written_and_a_prompt_without_parts_wait(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
        say(db, "a", 1, "user", "use tabs")
        say(db, "a", 2, "assistant", "Ta", done=False)
        _, tally = heard(places)
        assert [turn.text for turn in heard(places)[0]] == ["use tabs"]
        db.execute("UPDATE part SET data = ? WHERE id = 'pa2'", (json.dumps(text("Tabs.")),))
        db.execute("UPDATE message SET data = ? WHERE id = 'ma2'", ('{"role":"assistant","time":{"completed":1}}',))
        db.execute("INSERT INTO message VALUES ('ma3', 'a', ?, ?)", (START + 3, '{"role":"user"}'))
    assert [turn.text for turn in heard(places, tally.mark)[0]] == ["Tabs."]


def test_what_the_person_took_back_is_not_given(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
        for number, words in enumerate(("use tabs", "use spaces", "please"), 1):
            say(db, "a", number, "user", words)
        db.execute("UPDATE session SET revert = ?", ('{"messageID": "ma2"}',))
    assert [turn.text for turn in heard(places)[0]] == ["use tabs"]


def test_a_subagents_session_is_none(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
        begin(db, "b", parent="a")
        say(db, "b", 1, "user", "use npm")
    assert heard(places)[0] == []


def test_where_version_2_has_a_sessions_messages_these_count(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        db.execute("CREATE TABLE session_v2 (id text PRIMARY KEY, directory text)")
        db.execute("INSERT INTO session_v2 VALUES ('a', '/w/mill')")
        begin(db, "a")
        say(db, "a", 1, "user", "an old prompt")
        for number, words in enumerate(("second", "first")):
            row = (f"n{number}", "user", 2 - number, START, json.dumps({"text": words}))
            db.execute("INSERT INTO session_message VALUES (?, 'a', ?, ?, ?, ?)", row)
    turns, tally = heard(places)
    assert [turn.text for turn in turns] == ["first", "second"]
    assert tally.cwd == "/w/mill"


def test_a_session_that_its_owner_deleted_leaves_no_copy(store: Path, places: Places, home: Path) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
        begin(db, "b")
        assert len(list(AGENT.find(places, []))) == 2
        db.execute("DELETE FROM session WHERE id = 'a'")
    assert [item.session for item in AGENT.find(places, [])] == ["b"]
    shutil.rmtree(home / ".local")
    assert list(AGENT.find(places, [])) == []
    assert not list((places.copies / "opencode").glob("*.jsonl"))


def test_copies_are_the_persons_alone(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
    (found,) = AGENT.find(places, [])
    assert found.path.stat().st_mode & 0o077 == 0
    assert found.path.parent.stat().st_mode & 0o077 == 0


def test_an_unchanged_database_is_not_copied_again(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
    first = list(AGENT.find(places, []))
    index = (places.copies / "opencode" / "index.json").stat().st_mtime_ns
    assert list(AGENT.find(places, [])) == first
    assert (places.copies / "opencode" / "index.json").stat().st_mtime_ns == index


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0" + b"\xff" * 4000, b"no database" * 100])
def test_a_database_that_cannot_be_read_stops_nothing(store: Path, places: Places, damage: bytes) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "a")
    before = list(AGENT.find(places, []))
    store.with_name("opencode-next.db").write_bytes(damage)
    damaged: list[Damaged] = []
    assert list(AGENT.find(places, damaged)) == before
    assert [item.path.name for item in damaged] == (["opencode-next.db"] if damage else [])


def test_odd_values_in_a_database_are_no_crash(store: Path, places: Places) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "../../a\ud7ff")
        db.execute("INSERT INTO message VALUES ('m', ?, 'noon', x'ff00')", ("../../a\ud7ff",))
        db.execute("INSERT INTO part VALUES ('p', 'm', ?, NULL)", ("../../a\ud7ff",))
        db.execute("INSERT INTO message VALUES ('n', ?, 99999999999999999, ?)", ("../../a\ud7ff", '{"role":"user"}'))
        db.execute("INSERT INTO part VALUES ('q', 'n', ?, ?)", ("../../a\ud7ff", json.dumps(text("use tabs"))))
    turns, tally = heard(places)
    assert [(turn.text, turn.time) for turn in turns] == [("use tabs", "")]
    assert tally.bad_lines == 0


# --- the tree ---------------------------------------------------------------------------------------------------------


def put(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))


def test_the_tree_is_read_where_no_database_took_it_over(home: Path, places: Places, store: Path) -> None:
    storage = home / ".local" / "share" / "opencode" / "storage"
    for session in ("ses_a", "ses_tree"):
        put(storage / "session" / "p" / f"{session}.json", {"id": session, "directory": "/w/tree", "version": "1.0"})
        row = {"id": f"m{session}", "role": "user", "time": {"created": START}}
        put(storage / "message" / session / f"m{session}.json", row)
        put(storage / "part" / f"m{session}" / "p1.json", text("from the tree"))
    put(storage / "session" / "p" / "ses_child.json", {"id": "ses_child", "parentID": "ses_a"})
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        begin(db, "ses_a")
    found = {item.session: item for item in AGENT.find(places, [])}
    assert set(found) == {"ses_a", "ses_tree"}
    tally = Tally()
    assert [turn.text for turn in AGENT.read(found["ses_tree"], Mark(), tally)] == ["from the tree"]
    assert tally.cwd == "/w/tree"
    put(storage / "session" / "p" / "ses_tree.json", "{")
    damaged: list[Damaged] = []
    assert {item.session for item in AGENT.find(places, damaged)} == {"ses_a", "ses_tree"}
    assert [item.path.name for item in damaged] == ["ses_tree.json"]


def test_another_place_may_be_named(found: Search, tmp_path: Path) -> None:
    put(tmp_path / "data" / "opencode" / "storage" / "session" / "p" / "ses_x.json", {"id": "ses_x"})
    assert set(found(XDG_DATA_HOME=str(tmp_path / "data"))) == {"ses_x"}


# --- genuine files ----------------------------------------------------------------------------------------------------


def test_the_genuine_database_holds_what_a_reader_counts(corpus: Path, home: Path, places: Places) -> None:
    data = home / ".local" / "share" / "opencode"
    data.mkdir(parents=True)
    shutil.copyfile(corpus / "formats-2026-11" / "opencode-1.18.33" / "opencode.db", data / "opencode.db")
    counted = {}
    for transcript in AGENT.find(places, []):
        tally = Tally()
        turns = list(AGENT.read(transcript, Mark(), tally))
        counted[transcript.session[-4:]] = [turn.text[:11] for turn in turns if turn.role == "human"]
        assert (tally.unknown, tally.bad_lines, tally.cwd) == ({}, 0, "/home/dev/repo-opencode")
    assert {name: len(said) for name, said in counted.items()} == {"v5Qy": 2, "VEPR": 1, "2BCD": 1, "z1GT": 1}
    assert counted["v5Qy"] == ["Always use ", "no, the sta"]


def test_the_synthetic_trees_hold_what_a_reader_counts(corpus: Path, home: Path, places: Places) -> None:
    samples = corpus / "formats" / "opencode" / "synthetic" / "opencode" / "storage_v2"
    shutil.copytree(samples, home / ".local" / "share" / "opencode" / "storage", copy_function=shutil.copyfile)
    counted = {}
    for transcript in AGENT.find(places, []):
        turns = list(AGENT.read(transcript, Mark(), Tally()))
        counted[transcript.session] = [turn.text for turn in turns if turn.role == "human"]
    assert counted == {"s_stage0_small": ["Hello"], "s_stage0_large": ["Step 1", "Step 2"]}
