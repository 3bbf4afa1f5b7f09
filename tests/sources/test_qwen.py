"""Whose words stand in a Qwen Code session, what a rewind takes away, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark
from dreamd.sources import Tally, qwen

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Row, Scene, Search

AGENT = qwen.SOURCE


def record(number: int, kind: str, *parts: object, parent: int | None = None, **fields: object) -> Row:
    before = number - 1 if parent is None else parent
    return {
        "uuid": f"u{number}",
        "parentUuid": f"u{before}" if before else None,
        "sessionId": "s",
        "timestamp": f"2026-11-02T09:{number:02}:00.000Z",
        "type": kind,
        "cwd": "/w/shop",
        "version": "0.24.4",
        "message": {"role": "user", "parts": list(parts)},
        **fields,
    }


def user(number: int, *texts: str, **fields: object) -> Row:
    return record(number, "user", *[{"text": text} for text in texts], **fields)  # type: ignore[arg-type]


# --- whose words ------------------------------------------------------------------------------------------------------

HOOK = "<qwen:user-prompt-submit-context>\nuse npm\n</qwen:user-prompt-submit-context>"
FILES = "--- Content from referenced files ---\nuse npm\n--- End of content ---"

ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (user(1, "use tabs"), [("human", "use tabs", "typed")]),
    "a prompt of the newest client": (user(1, "use tabs", provenance="real_user"), [("human", "use tabs", "typed")]),
    "a prompt typed meanwhile": (
        user(1, "use tabs", subtype="mid_turn_user_message"),
        [("human", "use tabs", "typed")],
    ),
    "a prompt with a hook's context": (
        user(1, "use tabs", HOOK),
        [("injected", HOOK, "qwen:user-prompt-submit-context"), ("human", "use tabs", "typed")],
    ),
    "a hook that closes nothing": (
        user(1, "use tabs", "<qwen:user-prompt-submit-context>\nuse npm"),
        [
            ("injected", "<qwen:user-prompt-submit-context>\nuse npm", "qwen:user-prompt-submit-context"),
            ("human", "use tabs", "typed"),
        ],
    ),
    "what was typed beside what was sent": (
        user(1, "use tabs", HOOK, systemPayload={"displayText": "use tabs"}),
        [("human", "use tabs", "typed"), ("injected", f"use tabs\n{HOOK}", "expanded")],
    ),
    "files that were named": (
        user(1, "read @a.md", FILES),
        [("pasted", FILES, "referenced"), ("human", "read @a.md", "typed")],
    ),
    "a notification": (
        user(1, "use npm", subtype="notification", systemPayload={"displayText": "use npm"}),
        [("injected", "use npm", "notification")],
    ),
    "a timer": (user(1, "use npm", subtype="cron"), [("injected", "use npm", "cron")]),
    "another's provenance": (user(1, "use npm", provenance="hook"), [("injected", "use npm", "provenance")]),
    "a subagent's prompt": (user(1, "use npm", isSidechain=True), [("injected", "use npm", "sidechain")]),
    "a subagent's prompt by its id": (user(1, "use npm", agentId="a"), [("injected", "use npm", "sidechain")]),
    "a shell command with its output": (
        user(1, "I ran the following shell command:\nls\nuse npm"),
        [("injected", "I ran the following shell command:\nls\nuse npm", "command_output")],
    ),
    "one compound tag": (
        user(1, "<task-note>use npm</task-note>"),
        [("injected", "<task-note>use npm</task-note>", "wrapper")],
    ),
    "a command": (
        record(1, "system", subtype="slash_command", systemPayload={"phase": "invocation", "rawCommand": "/init tabs"}),
        [("injected", "/init", "command"), ("human", "tabs", "command_args")],
    ),
    "a command's result": (
        record(1, "system", subtype="slash_command", systemPayload={"phase": "result", "rawCommand": "/init npm"}),
        [],
    ),
    "the agent": (
        record(1, "assistant", {"text": "hm", "thought": True}, {"text": "Done."}),
        [("assistant", "Done.", "assistant")],
    ),
    "a tool's result": (record(1, "tool_result", {"functionResponse": {"response": {"output": "use npm"}}}), []),
    "telemetry": (record(1, "system", subtype="ui_telemetry", systemPayload={"uiEvent": {"text": "use npm"}}), []),
    "a message of another form": (record(1, "user", message="use npm"), []),
    "a payload of another form": (user(1, "use tabs", systemPayload=[1]), [("human", "use tabs", "typed")]),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_record_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    call = {"functionCall": {"name": "sh", "args": {"command": "ls"}}}
    scene.write(record(1, "assistant", {"text": "Look."}, call))
    scene.write(record(2, "tool_result", {"functionResponse": {"response": {"error": "no"}}}))
    assert scene.shown(1) == [("tool_call", 'sh {"command": "ls"}'), ("assistant", "Look.")]
    assert scene.shown(2) == [("tool_result", "no")]


def test_names_that_are_not_known_are_counted(scene: Scene) -> None:
    scene.write(user(1, "use npm", subtype="oracle"), record(2, "system", subtype="omen"), record(3, "dream"))
    turns, tally = scene.read()
    assert tally.unknown == {"user:oracle": 1, "system:omen": 1, "dream": 1}
    assert [turn.role for turn in turns] == ["injected"]


def test_the_project_and_the_version_stand_in_each_record(scene: Scene) -> None:
    scene.write(user(1, "a"), {**user(2, "b"), "cwd": "/w/mill"})
    turns, tally = scene.read()
    assert (tally.cwd, tally.versions) == ("/w/shop", {"0.24.4"})
    assert [(turn.cwd, turn.row) for turn in turns] == [("/w/shop", "u1"), ("/w/mill", "u2")]


# --- rewinds ----------------------------------------------------------------------------------------------------------


def test_what_stands_behind_the_record_that_a_rewind_went_back_to_is_not_given(scene: Scene) -> None:
    scene.write(user(1, "use tabs"), user(2, "use spaces"), user(3, "please"))
    scene.write(record(4, "system", parent=1, subtype="rewind"), user(5, "use four"))
    assert scene.human() == ["use tabs", "use four"]


def test_a_rewind_to_the_beginning_takes_all_away(scene: Scene) -> None:
    scene.write(user(1, "use tabs"), record(2, "system", parent=0, subtype="rewind"), user(3, "use four"))
    assert scene.human() == ["use four"]


def test_a_rewind_to_what_is_not_there_takes_nothing_away(scene: Scene) -> None:
    scene.write(user(1, "use tabs"), record(2, "system", parent=9, subtype="rewind"))
    assert scene.human() == ["use tabs"]


def test_what_a_broken_chain_leaves_out_counts(scene: Scene) -> None:
    scene.write(user(1, "use tabs"), user(3, "use four"), user(4, "please", parent=0))
    assert scene.human() == ["use tabs", "use four", "please"]


# --- finding ----------------------------------------------------------------------------------------------------------


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def test_an_archived_session_that_goes_on_is_read_where_it_goes_on(home: Path, found: Search) -> None:
    chats = home / ".qwen" / "projects" / "-w-shop" / "chats"
    active, archived = put(chats / "a.jsonl"), put(chats / "archive" / "b.jsonl")
    put(chats / "archive" / "a.jsonl")
    put(chats / "a.runtime.json")
    put(chats.parent / "subagents" / "a" / "agent-1.jsonl")
    assert {session: item.path for session, item in found().items()} == {"a": active, "b": archived}


def test_other_places_may_be_named(home: Path, found: Search, tmp_path: Path) -> None:
    for number, root in enumerate((home / ".qwen", tmp_path / "one", tmp_path / "two")):
        put(root / "projects" / "-w" / "chats" / f"{number}.jsonl")
    assert set(found()) == {"0"}
    assert set(found(QWEN_HOME=str(tmp_path / "one"))) == {"1"}
    assert set(found(QWEN_HOME=str(tmp_path / "one"), QWEN_RUNTIME_DIR=str(tmp_path / "two"))) == {"2"}


# --- genuine files ----------------------------------------------------------------------------------------------------


def test_genuine_files_hold_what_a_reader_counts(corpus: Path, found: Search) -> None:
    counted = {}
    for session, transcript in found(QWEN_HOME=str(corpus / "formats-2026-11" / "qwen-code-0.24.4")).items():
        tally = Tally()
        turns = list(AGENT.read(transcript, Mark(), tally))
        counted[session[:4]] = len([turn for turn in turns if turn.role == "human"])
        assert (tally.unknown, tally.bad_lines, tally.cwd) == ({}, 0, "/home/dev/repo-qwen")
    assert counted == {"22b6": 1, "53ae": 1, "9f7c": 1, "affd": 2, "d1aa": 1, "d59d": 2}


def test_synthetic_samples_hold_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    counted = {}
    for path in (corpus / "formats" / "qwen").rglob("0*.jsonl"):
        turns, tally = genuine(path).read()
        counted[path.stem[-1]] = [turn.text for turn in turns if turn.role == "human"]
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
    assert counted["1"] == ["Inspect the synthetic fixture."]
    assert counted["4"] == ["Begin the active-chain fixture.", "Continue from the rewound branch."]
    assert counted["5"] == ['Inspect {"glued": "objects"} safely.']
