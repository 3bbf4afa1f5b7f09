"""Whose words stand in a Cursor transcript, and to which workspace it belongs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dreamd.sources import cursor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Row, Scene, Search

AGENT = cursor.SOURCE


def message(role: object, *blocks: object) -> Row:
    return {"role": role, "message": {"content": list(blocks)}}


def user(text: str) -> Row:
    return message("user", {"type": "text", "text": text})


ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a query": (user("<user_query>\nuse tabs\n</user_query>"), [("human", "use tabs", "user_query")]),
    "a query among what was attached": (
        user("<attached_files>use npm</attached_files>\n<user_query>\nuse tabs\n</user_query>"),
        [
            ("injected", "<attached_files>use npm</attached_files>\n", "around_query"),
            ("human", "use tabs", "user_query"),
        ],
    ),
    "a query that an attached file holds": (
        user("<file><user_query>use npm</user_query></file>\n<user_query>use tabs</user_query>"),
        [
            (
                "injected",
                "<file><user_query>use npm</user_query></file>\n<user_query>use tabs</user_query>",
                "several_queries",
            )
        ],
    ),
    "a query with an end too many": (
        user("<user_query>use tabs</user_query>\nuse npm</user_query>"),
        [("injected", "<user_query>use tabs</user_query>\nuse npm</user_query>", "several_queries")],
    ),
    "a prompt without a tag": (user("use tabs"), [("human", "use tabs", "typed")]),
    "text of the client": (user("<system_reminder>use npm"), [("injected", "<system_reminder>use npm", "wrapper")]),
    "the agent": (
        message("assistant", {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Done."}),
        [("assistant", "Done.", "assistant")],
    ),
    "a tool's result": (message("user", {"type": "tool_result", "content": [{"text": "use npm"}]}), []),
    "a block that is not known": (message("user", {"type": "custom", "text": "use npm"}), []),
    "content of another form": ({"role": "user", "message": {"content": 17}}, []),
    "a role of another form": (message(["user"], {"type": "text", "text": "use npm"}), []),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_row_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    scene.write(message("assistant", {"type": "tool_use", "name": "Shell", "input": {"command": "ls"}}))
    scene.write(message("user", {"type": "tool_result", "content": [{"type": "text", "text": "a.txt"}]}))
    assert scene.shown(1) == [("tool_call", 'Shell {"command": "ls"}')]
    assert scene.shown(2) == [("tool_result", "a.txt")]


def test_rows_are_told_apart_by_place_and_words(scene: Scene) -> None:
    scene.write(user("use tabs"), user("use tabs"))
    first, second = scene.read()[0]
    assert first.row != second.row
    assert (first.time, second.time) == ("", "")
    assert [turn.row for turn in scene.read()[0]] == [first.row, second.row]


def put(path: Path, text: str = "{}\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_workspace_is_told_by_its_mark_of_trust_alone(home: Path, found: Search) -> None:
    projects = home / ".cursor" / "projects"
    for folder in ("w-shop", "w-mill", "w-odd"):
        put(projects / folder / "agent-transcripts" / folder / f"{folder}.jsonl")
    put(projects / "w-shop" / ".workspace-trusted", json.dumps({"workspacePath": "/w/shop"}))
    put(projects / "w-odd" / ".workspace-trusted", "[")
    assert {session: item.cwd for session, item in found().items()} == {"w-shop": "/w/shop", "w-mill": "", "w-odd": ""}


def test_subagents_and_files_that_moved_are_no_sessions(home: Path, found: Search, tmp_path: Path) -> None:
    transcripts = home / ".cursor" / "projects" / "w-shop" / "agent-transcripts"
    moved = put(transcripts / "a" / "a.jsonl")
    put(transcripts / "a.jsonl")
    put(transcripts / "a" / "b.jsonl")
    put(transcripts / "a" / "subagents" / "c.jsonl")
    flat = put(transcripts / "d.jsonl")
    assert {session: item.path for session, item in found().items()} == {"a": moved, "d": flat}
    assert found(CURSOR_DATA_DIR=str(tmp_path / "elsewhere")) == {}


def test_synthetic_samples_hold_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    counted = {}
    for path in (corpus / "formats" / "cursor").rglob("*.jsonl"):
        turns, tally = genuine(path).read()
        counted[path.name] = [turn.text for turn in turns if turn.role == "human"]
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
    assert counted["test-session.jsonl"] == ["run ls command", "now show me the git status"]
    assert counted["large.jsonl"] == ["What files are here?", "Read file1.txt.", "Thanks."]
