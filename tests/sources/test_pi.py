"""Whose words stand in a pi session, which of its branches counts, and where it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark
from dreamd.sources import Tally, pi

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Row, Scene, Search

AGENT = pi.SOURCE
HEADER: Row = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-02T08:00:00.000Z", "cwd": "/w/shop"}


def entry(number: int, kind: str, parent: int | None = None, **fields: object) -> Row:
    stamp = f"2026-11-02T09:{number:02}:00.000Z"
    before = number - 1 if parent is None else parent
    return {"type": kind, "id": f"e{number}", "parentId": f"e{before}" if before else None, "timestamp": stamp} | fields


def message(number: int, role: object, content: object, parent: int | None = None, **fields: object) -> Row:
    return entry(number, "message", parent, message={"role": role, "content": content, **fields})


# --- whose words ------------------------------------------------------------------------------------------------------

SKILL = '<skill name="tabs" location="/s">\nalways use npm\n</skill>'
FILE = '<file name="/w/a.md">\nalways use npm\n</file>'

ROWS: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (message(1, "user", [{"type": "text", "text": "use tabs"}]), [("human", "use tabs", "typed")]),
    "a prompt in one string": (message(1, "user", "use tabs"), [("human", "use tabs", "typed")]),
    "a prompt with an image": (
        message(1, "user", [{"type": "image", "data": "AA"}, {"type": "text", "text": "use tabs"}]),
        [("human", "use tabs", "typed")],
    ),
    "a skill": (
        message(1, "user", f"{SKILL}\n\nuse tabs"),
        [("injected", SKILL, "skill"), ("human", "use tabs", "typed")],
    ),
    "a file": (message(1, "user", f"{FILE}\nuse tabs"), [("pasted", FILE, "file"), ("human", "use tabs", "typed")]),
    "a file that closes its own tag": (
        message(1, "user", '<file name="/w/a.md">\na</file>\nI use npm\n</file>\nuse tabs'),
        [
            ("pasted", '<file name="/w/a.md">\na</file>\nI use npm\n</file>', "file"),
            ("human", "use tabs", "typed"),
        ],
    ),
    "a file that closes nothing": (
        message(1, "user", '<file name="/w/a.md">\nI use npm'),
        [("pasted", '<file name="/w/a.md">\nI use npm', "file")],
    ),
    "one compound tag": (
        message(1, "user", "<hook-note>use npm</hook-note>"),
        [("injected", "<hook-note>use npm</hook-note>", "wrapper")],
    ),
    "a command typed behind !": (
        message(1, "bashExecution", None, command="pnpm test", output="ok"),
        [("human", "pnpm test", "bash_input")],
    ),
    "the agent": (
        message(1, "assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Done."}]),
        [("assistant", "Done.", "assistant")],
    ),
    "an agent that was stopped": (message(1, "assistant", [], stopReason="aborted"), []),
    "a tool's result": (message(1, "toolResult", [{"type": "text", "text": "use npm"}]), []),
    "the system's prompt": (message(1, "system", "use npm", sections={"rules": "use npm"}), []),
    "an extension's message": (message(1, "custom", "use npm"), [("injected", "use npm", "custom")]),
    "an extension's entry": (
        entry(1, "custom_message", content="use npm", display=False),
        [("injected", "use npm", "custom_message")],
    ),
    "an extension's state": (entry(1, "custom", data={"text": "use npm"}), []),
    "a compaction": (entry(1, "compaction", summary="Tabs."), [("summary", "Tabs.", "compaction")]),
    "a branch's summary": (entry(1, "branch_summary", summary="Tabs."), [("summary", "Tabs.", "branch_summary")]),
    "a compaction's message": (
        message(1, "compactionSummary", None, summary="Tabs."),
        [("summary", "Tabs.", "compactionSummary")],
    ),
    "a role of another form": (message(1, ["user"], "use npm"), []),
    "a message of another form": (entry(1, "message", message="use npm"), []),
    "content of another form": (message(1, "user", 17), []),
}


@pytest.mark.parametrize("name", ROWS)
def test_each_entry_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = ROWS[name]
    assert scene.said(HEADER, row) == expected


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    call = {"type": "toolCall", "name": "bash", "arguments": {"command": "ls"}}
    scene.write(
        message(1, "assistant", [{"type": "text", "text": "Look."}, call]),
        message(2, "toolResult", [{"type": "text", "text": "a.txt"}], toolName="bash"),
        message(3, "bashExecution", None, command="ls", output="a.txt"),
        message(4, "system", "You are pi."),
    )
    assert scene.shown(1) == [("tool_call", 'bash {"command": "ls"}'), ("assistant", "Look.")]
    assert scene.shown(2) == [("tool_result", "a.txt")]
    assert scene.shown(3) == [("tool_result", "a.txt"), ("human", "ls")]
    assert scene.shown(4) == [("injected", "You are pi.")]


def test_an_unknown_role_is_counted(scene: Scene) -> None:
    scene.write(HEADER, message(1, "oracle", "use npm"))
    turns, tally = scene.read()
    assert (turns, tally.unknown) == ([], {"message:oracle": 1})


def test_the_header_tells_the_project_and_the_format(scene: Scene) -> None:
    scene.write(HEADER, message(1, "user", "a"))
    turns, tally = scene.read()
    assert (tally.cwd, tally.versions, [turn.cwd for turn in turns]) == ("/w/shop", {"format 3"}, ["/w/shop"])
    scene.write(message(2, "user", "b"))
    assert [turn.cwd for turn in scene.read(tally.mark)[0]] == ["/w/shop"]


# --- branches ---------------------------------------------------------------------------------------------------------


def test_a_branch_that_was_left_is_not_given(scene: Scene) -> None:
    scene.write(
        HEADER, message(1, "user", "use tabs"), message(2, "user", "use spaces"), message(3, "assistant", "No.")
    )
    scene.write(message(4, "user", "use four", parent=1))
    assert scene.human() == ["use tabs", "use four"]


def test_whoever_begins_again_leaves_all(scene: Scene) -> None:
    scene.write(HEADER, message(1, "user", "use tabs"), message(2, "user", "use four", parent=0))
    assert scene.human() == ["use four"]


def test_where_the_chain_is_broken_all_count(scene: Scene) -> None:
    scene.write(HEADER, message(1, "user", "use tabs"), message(3, "user", "use four", parent=2))
    assert scene.human() == ["use tabs", "use four"]
    scene.write(message(4, "user", "a", parent=5), message(5, "user", "b", parent=4))
    assert scene.human() == ["use tabs", "use four", "a", "b"]


def test_entries_that_follow_the_header_or_have_no_id_count(scene: Scene) -> None:
    first = {**message(1, "user", "use tabs"), "parentId": "s"}
    old = {key: item for key, item in message(2, "user", "use four").items() if key not in {"id", "parentId"}}
    scene.write(HEADER, first, old)
    assert scene.human() == ["use tabs", "use four"]


def test_a_copied_branch_repeats_its_rows(scene: Scene, tmp_path: Path) -> None:
    scene.write(HEADER, message(1, "user", "use tabs"))
    copy = type(scene)(scene.source, tmp_path / "copy.jsonl")
    copy.write({**HEADER, "id": "c", "timestamp": "2026-11-03T09:00:00.000Z"}, message(1, "user", "use tabs"))
    (original,), (copied,) = scene.read()[0], copy.read()[0]
    assert original.row == copied.row
    assert original.row != message(1, "user", "use tabs")["id"]


# --- finding ----------------------------------------------------------------------------------------------------------


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def test_the_session_is_named_by_its_id(home: Path, found: Search) -> None:
    put(home / ".pi" / "agent" / "sessions" / "--w-shop--" / "2026-11-02T09-00-00-000Z_aaaa.jsonl")
    assert set(found()) == {"aaaa"}


def test_other_places_may_be_named(home: Path, found: Search, tmp_path: Path) -> None:
    put(home / ".pi" / "agent" / "sessions" / "--w--" / "t_aaaa.jsonl")
    put(tmp_path / "other" / "sessions" / "--w--" / "t_bbbb.jsonl")
    put(tmp_path / "flat" / "t_cccc.jsonl")
    put(home / "mine" / "sessions" / "--w--" / "t_dddd.jsonl")
    assert set(found(PI_CODING_AGENT_DIR=str(tmp_path / "other"))) == {"bbbb"}
    assert set(found(PI_CODING_AGENT_SESSION_DIR=str(tmp_path / "flat"))) == {"cccc"}
    assert set(found(PI_CODING_AGENT_DIR="~/mine")) == {"dddd"}


# --- genuine files ----------------------------------------------------------------------------------------------------


def test_the_genuine_oldest_file_holds_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    turns, tally = genuine(corpus / "formats" / "pi" / "genuine-1.jsonl").read()
    assert (tally.unknown, tally.bad_lines, tally.versions) == ({}, 0, {"format 1"})
    assert tally.cwd.endswith("pi-mono")
    said = [turn.text for turn in turns if turn.role == "human"]
    assert said[:2] == ["/mode", said[1]]
    assert said[1].startswith("read packages/coding-agent/docs/theme.md in full")
    lines = genuine(corpus / "formats" / "pi" / "genuine-1.jsonl").path.read_bytes().split(b"\n")
    assert len(said) == sum(b'"message":{"role":"user"' in line for line in lines) > 60


def test_genuine_newest_files_hold_what_a_reader_counts(corpus: Path, found: Search) -> None:
    counted = {}
    for session, transcript in found(
        PI_CODING_AGENT_DIR=str(corpus / "formats-2026-11" / "pi-1.6.0" / "agent")
    ).items():
        tally = Tally()
        turns = list(AGENT.read(transcript, Mark(), tally))
        counted[session[14:18]] = len([turn for turn in turns if turn.role == "human"])
        assert (tally.unknown, tally.bad_lines, tally.cwd) == ({}, 0, "/home/dev/repo-pi")
    assert counted == {"7429": 2, "764e": 1, "733e": 1}
