"""Whose words stand in a Copilot CLI session, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark
from dreamd.sources import Tally, copilot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Row, Scene, Search

AGENT = copilot.SOURCE


def event(number: int, kind: str, agent: str = "", **data: object) -> Row:
    stamp = f"2026-11-02T09:{number:02}:00.000Z"
    row: Row = {"type": kind, "data": data, "id": f"e{number}", "timestamp": stamp}
    return row | ({"agentId": agent} if agent else {})


def start(**context: object) -> Row:
    return event(0, "session.start", copilotVersion="1.0.102", context=context)


def user(number: int, content: object, **data: object) -> Row:
    return event(number, "user.message", "", content=content, **data)


# --- whose words ------------------------------------------------------------------------------------------------------

ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (user(1, "use tabs", transformedContent="<now/> use tabs"), [("human", "use tabs", "typed")]),
    "a prompt of the user's": (user(1, "use tabs", source="user"), [("human", "use tabs", "typed")]),
    "a prompt with null fields": (user(1, "use tabs", source=None), [("human", "use tabs", "typed")]),
    "a skill's text": (user(1, "use npm", source="skill-pdf"), [("injected", "use npm", "source")]),
    "a source of another form": (user(1, "use npm", source={"a": 1}), [("injected", "use npm", "source")]),
    "an autopilot's prompt": (
        user(1, "go on", isAutopilotContinuation=True),
        [("injected", "go on", "autopilot")],
    ),
    "one compound tag": (
        user(1, "<system-note>use npm</system-note>"),
        [("injected", "<system-note>use npm</system-note>", "wrapper")],
    ),
    "a subagent's prompt": (event(1, "user.message", "sub", content="use npm"), [("injected", "use npm", "subagent")]),
    "a subagent's answer before it had an id": (
        event(1, "assistant.message", content="Done.", parentToolCallId="c1"),
        [("injected", "Done.", "subagent")],
    ),
    "the agent": (
        event(1, "assistant.message", content="Done.", toolRequests=[]),
        [("assistant", "Done.", "assistant")],
    ),
    "a question": (event(1, "user_input.requested", question="Tabs?"), [("assistant", "Tabs?", "question")]),
    "an answer": (event(1, "user_input.completed", answer="Tabs."), [("human", "Tabs.", "answer")]),
    "a compaction": (
        event(1, "session.compaction_complete", summaryContent="They use tabs."),
        [("summary", "They use tabs.", "compaction")],
    ),
    "a hook that repeats the prompt": (event(1, "hook.start", input={"prompt": "use npm"}), []),
    "the system's prompt": (event(1, "system.message", content="use npm"), []),
    "a notification": (event(1, "system.notification", content="use npm"), []),
    "a thought": (event(1, "assistant.reasoning", content="use npm"), []),
    "data of another form": ({**event(1, "user.message"), "data": ["use npm"]}, []),
    "content of another form": (user(1, 17), []),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_event_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(start(cwd="/w/shop"), row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    request = {"name": "bash", "arguments": {"command": "ls"}}
    scene.write(
        event(1, "assistant.message", content="Look.", toolRequests=[request]),
        event(2, "tool.execution_start", toolName="bash", arguments={"command": "ls"}),
        event(3, "tool.execution_complete", result={"content": "a.txt", "detailedContent": "a.txt"}),
        event(4, "system.message", content="You are Copilot."),
    )
    assert scene.shown(1) == [("tool_call", 'bash {"command": "ls"}'), ("assistant", "Look.")]
    assert scene.shown(2) == [("tool_call", 'bash {"command": "ls"}')]
    assert scene.shown(3) == [("tool_result", "a.txt")]
    assert scene.shown(4) == [("injected", "You are Copilot.")]


def test_what_a_rewind_took_away_is_not_given(scene: Scene) -> None:
    scene.write(start(cwd="/w/shop"), user(1, "use tabs"), user(2, "use spaces"), user(3, "please"))
    scene.write(event(4, "session.snapshot_rewind", upToEventId="e2", eventsRemoved=2), user(5, "use four"))
    assert scene.human() == ["use tabs", "use four"]


def test_a_rewind_of_events_that_the_client_removed_takes_nothing_more_away(scene: Scene) -> None:
    scene.write(start(cwd="/w/shop"), user(1, "use tabs"), event(4, "session.snapshot_rewind", upToEventId="e9"))
    assert scene.human() == ["use tabs"]


def test_an_event_that_is_written_twice_is_given_once(scene: Scene) -> None:
    scene.write(start(cwd="/w/shop"), user(1, "use tabs"), user(1, "use tabs"))
    assert scene.human() == ["use tabs"]


def test_the_project_is_where_the_session_was_started_and_turns_know_where_it_went(scene: Scene) -> None:
    scene.write(start(cwd="/w/shop"), user(1, "a"), event(2, "session.context_changed", cwd="/w/mill"), user(3, "b"))
    turns, tally = scene.read()
    assert (tally.cwd, tally.versions) == ("/w/shop", {"1.0.102"})
    assert [turn.cwd for turn in turns] == ["/w/shop", "/w/mill"]
    scene.write(user(4, "c"), event(5, "session.resume", context={"cwd": "/w/shop"}), user(6, "d"))
    later, _ = scene.read(tally.mark)
    assert [turn.cwd for turn in later] == ["/w/mill", "/w/shop"]


def test_a_session_that_says_no_directory_has_none(scene: Scene) -> None:
    scene.write(event(0, "session.start", copilotVersion="0.0.420"), user(1, "use tabs"))
    assert scene.read()[1].cwd == ""


# --- finding ----------------------------------------------------------------------------------------------------------


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def test_a_directory_comes_before_the_flat_file_that_it_was(home: Path, found: Search) -> None:
    state = home / ".copilot" / "session-state"
    moved = put(state / "aaaa" / "events.jsonl")
    put(state / "aaaa.jsonl")
    flat = put(state / "bbbb.jsonl")
    put(state / "aaaa" / "checkpoints" / "events.jsonl")
    put(state / "cccc" / "other.jsonl")
    assert {session: item.path for session, item in found().items()} == {"aaaa": moved, "bbbb": flat}


def test_another_place_may_be_named(home: Path, found: Search, tmp_path: Path) -> None:
    put(home / ".copilot" / "session-state" / "aaaa.jsonl")
    put(tmp_path / "elsewhere" / "session-state" / "bbbb.jsonl")
    assert set(found(COPILOT_HOME=str(tmp_path / "elsewhere"))) == {"bbbb"}


# --- genuine files ----------------------------------------------------------------------------------------------------


def test_genuine_flat_files_hold_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    for number in (1, 2, 3, 4):
        turns, tally = genuine(corpus / "formats" / "copilot-cli" / f"genuine-{number}.jsonl").read()
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
        assert [turn.why for turn in turns if turn.role == "human"] == ["typed"]
        assert bool(tally.cwd) == (number != 4)


def test_genuine_directories_hold_what_a_reader_counts(corpus: Path, found: Search) -> None:
    sessions = found(COPILOT_HOME=str(corpus / "formats-2026-11" / "copilot-cli-1.0.102"))
    counted = {}
    for session, transcript in sessions.items():
        tally = Tally()
        turns = list(AGENT.read(transcript, Mark(), tally))
        counted[session[:4]] = [turn.text[:11] for turn in turns if turn.role == "human"]
        assert (tally.unknown, tally.bad_lines, tally.cwd) == ({}, 0, "/home/dev/repo-copilot")
    assert counted == {"b83a": ["Always use ", "no, the sta"], "cffd": ["Use a subag"]}


def test_every_name_in_the_synthetic_samples_is_known(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    for path in (corpus / "formats" / "copilot-cli" / "synthetic").rglob("*.jsonl"):
        assert genuine(path).read()[1].unknown == {}
