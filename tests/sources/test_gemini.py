"""Whose words stand in a Gemini CLI session, what a replay leaves of it, and to which project it belongs."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from dreamd.sources import gemini as shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.sources.conftest import Row, Scene, Search

AGENT = shelf.SOURCE
HEADER: Row = {"sessionId": "s", "projectHash": "ab", "startTime": "2026-11-02T09:00:00.000Z", "kind": "main"}


def message(number: int, kind: str, content: object, **fields: object) -> Row:
    stamp = f"2026-11-02T09:{number:02}:00.000Z"
    return {"id": f"m{number}", "timestamp": stamp, "type": kind, "content": content, **fields}


def user(number: int, content: object, **fields: object) -> Row:
    return message(number, "user", content, **fields)


def gemini(number: int, content: object, **fields: object) -> Row:
    return message(number, "gemini", content, **fields)


def checkpoint(*messages: Row) -> Row:
    return {"$set": {"messages": list(messages), "lastUpdated": "2026-11-02T10:00:00.000Z"}}


# --- whose words ------------------------------------------------------------------------------------------------------

REFERENCED = "--- Content from referenced files ---\nContent from @a.md:\nalways use npm\n--- End of content ---"

PROMPTS: dict[str, tuple[object, list[tuple[str, str, str]]]] = {
    "text": ("use tabs", [("human", "use tabs", "typed")]),
    "parts": ([{"text": "use tabs"}, {"inlineData": {"data": "AAAA"}}], [("human", "use tabs", "typed")]),
    "a part": ({"text": "use tabs"}, [("human", "use tabs", "typed")]),
    "strings": (["use tabs", "here"], [("human", "use tabs\nhere", "typed")]),
    "a command": ("/memory show", [("injected", "/memory show", "command")]),
    "a question for help": ("?", [("injected", "?", "command")]),
    "the session's context": (
        [{"text": "<session_context>\nuse npm\n</session_context>"}],
        [("injected", "<session_context>\nuse npm\n</session_context>", "session_context")],
    ),
    "a hook's context behind the prompt": (
        [{"text": "use tabs"}, {"text": "<hook_context>use npm</hook_context>"}],
        [("injected", "<hook_context>use npm</hook_context>", "hook_context"), ("human", "use tabs", "typed")],
    ),
    "a hook that closes its own tag": (
        "use tabs\n<hook_context>a</hook_context>\nI use npm\n</hook_context>",
        [
            ("injected", "<hook_context>a</hook_context>\nI use npm\n</hook_context>", "hook_context"),
            ("human", "use tabs", "typed"),
        ],
    ),
    "a hook that closes nothing": (
        "<hook_context>I use npm",
        [("injected", "<hook_context>I use npm", "hook_context")],
    ),
    "a tag that is mentioned": ("what is <hook_context> for?", [("human", "what is <hook_context> for?", "typed")]),
    "files that were named": (
        [{"text": "read @a.md"}, {"text": REFERENCED}],
        [("pasted", REFERENCED, "referenced"), ("human", "read @a.md", "typed")],
    ),
    "a compression": (
        "<state_snapshot>they use npm</state_snapshot>",
        [("summary", "<state_snapshot>they use npm</state_snapshot>", "compression")],
    ),
    "what the client says": ("System: Please continue.", [("injected", "System: Please continue.", "notification")]),
    "what the editor shows": (
        "Here is the user's editor context as a JSON object.",
        [("injected", "Here is the user's editor context as a JSON object.", "editor")],
    ),
    "a shell command with its output": (
        "I ran the following shell command:\nls\nuse npm",
        [("injected", "I ran the following shell command:\nls\nuse npm", "command_output")],
    ),
    "one compound tag": (
        "<background-task>I use npm</background-task>",
        [("injected", "<background-task>I use npm</background-task>", "wrapper")],
    ),
    "a tool's result": ([{"functionResponse": {"name": "sh", "response": {"output": "I use npm"}}}], []),
    "nothing": ("", []),
    "null": (None, []),
    "a number": (17, []),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_user_message_is_the_persons_but_for_what_was_put_around_it(scene: Scene, name: str) -> None:
    content, expected = PROMPTS[name]
    assert scene.said(HEADER, user(1, content)) == expected


def test_what_was_typed_is_told_from_what_the_client_made_of_it(scene: Scene) -> None:
    rows = scene.said(HEADER, user(1, "a template about npm", displayContent="use tabs"))
    assert rows == [("human", "use tabs", "typed"), ("injected", "a template about npm", "expanded")]
    assert scene.said(HEADER, user(1, "use tabs", displayContent="use tabs")) == [("human", "use tabs", "typed")]


def test_the_agents_words_are_its_own_and_its_thoughts_nobodys(scene: Scene) -> None:
    thought = [{"text": "I think", "thought": True}, {"text": "Done."}]
    rows = (gemini(1, "Done.", thoughts=[{"subject": "x"}]), gemini(2, thought), message(3, "model", None))
    assert scene.said(HEADER, *rows) == [("assistant", "Done.", "assistant")] * 2


def test_notices_of_the_client_are_nobodys_words_but_are_shown(scene: Scene) -> None:
    assert (
        scene.said(HEADER, *[message(number, kind, "use npm") for number, kind in enumerate(("info", "error"))]) == []
    )
    assert scene.shown(2) == [("injected", "use npm")]


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    response = {"functionResponse": {"name": "sh", "response": {"output": "hi"}}}
    call = {"name": "sh", "args": {"command": "echo hi"}, "result": [response]}
    rows = (gemini(1, "Look.", toolCalls=[call]), user(2, [response]), gemini(3, [{"functionCall": {"name": "sh"}}]))
    assert [role for role, _, _ in scene.said(HEADER, *rows)] == ["assistant"]
    assert [role for role, _ in scene.shown(2)] == ["tool_call", "tool_result", "assistant"]
    assert scene.shown(3) == [("tool_result", "hi")]
    assert scene.shown(4) == [("tool_call", "sh null")]


def test_in_a_subagents_file_nobody_is_the_person(scene: Scene) -> None:
    rows = scene.said({**HEADER, "kind": "subagent"}, user(1, "use npm"), gemini(2, "Done."))
    assert {(role, why) for role, _, why in rows} == {("injected", "subagent")}


def test_fields_of_another_form_cost_themselves_alone(scene: Scene) -> None:
    call = {"name": 7, "args": [], "result": "x"}
    assert scene.said({**HEADER, "kind": 3}, user(1, "use tabs", toolCalls={"a": 1})) == [
        ("human", "use tabs", "typed")
    ]
    assert scene.said(HEADER, gemini(1, "Done.", toolCalls=[call, 3]))[0][1] == "Done."


# --- replay -----------------------------------------------------------------------------------------------------------


def test_a_message_written_again_is_told_once_where_it_was_first(scene: Scene) -> None:
    rows = (gemini(1, ""), gemini(1, "", toolCalls=[]), gemini(1, "Done."), gemini(1, "Done.", toolCalls=[]))
    scene.write(HEADER, *rows)
    assert [(turn.line, turn.text) for turn in scene.read()[0]] == [(4, "Done.")]


def test_a_message_that_says_something_else_replaces_itself(scene: Scene) -> None:
    assert scene.said(HEADER, gemini(1, "Do"), gemini(1, "Done.")) == [("assistant", "Done.", "assistant")]


def test_a_rewind_takes_its_message_and_all_behind_it_away(scene: Scene) -> None:
    scene.write(HEADER, user(1, "use tabs"), gemini(2, "Yes."), user(3, "use spaces"), gemini(4, "No."))
    scene.write({"$rewindTo": "m3"}, user(5, "use four"))
    assert [turn.text for turn in scene.read()[0]] == ["use tabs", "Yes.", "use four"]


def test_a_rewind_to_what_is_not_known_takes_all_away(scene: Scene) -> None:
    scene.write(HEADER, user(1, "use tabs"), {"$rewindTo": "m9"}, user(2, "use four"))
    assert scene.human() == ["use four"]


def test_what_was_rewound_behind_the_mark_is_not_given(scene: Scene) -> None:
    scene.write(HEADER, user(1, "use tabs"))
    mark = scene.read()[1].mark
    scene.write(user(2, "use spaces"), {"$rewindTo": "m2"}, user(3, "use four"))
    assert [turn.text for turn in scene.read(mark)[0]] == ["use four"]


def test_a_resumed_session_repeats_its_history_and_says_nothing_twice(scene: Scene) -> None:
    call = message(2, "gemini", [{"functionCall": {"name": "sh"}}])
    history = (user(0, "<session_context>x</session_context>"), user(1, [{"text": "use tabs"}]), call)
    scene.write(HEADER, checkpoint(history[0]), user(1, "use tabs"), gemini(2, "", toolCalls=[]))
    before, tally = scene.read()
    scene.write(HEADER, checkpoint(history[0]), checkpoint(*history, {**call, "type": "user"}), user(3, "and four"))
    after, _ = scene.read(tally.mark)
    assert [turn.text for turn in after] == ["and four"]
    assert scene.read()[0] == before + after
    assert scene.human() == ["use tabs", "and four"]


def test_a_checkpoint_without_a_message_takes_it_away(scene: Scene) -> None:
    scene.write(HEADER, user(1, "use tabs"), user(2, "use spaces"), checkpoint(user(1, "use tabs")))
    assert scene.human() == ["use tabs"]


def test_what_a_compression_folded_away_was_said_all_the_same(scene: Scene) -> None:
    scene.write(HEADER, user(1, "use tabs"), checkpoint(user(2, "<state_snapshot>tabs</state_snapshot>")))
    assert [turn.role for turn in scene.read()[0]] == ["human", "summary"]


def test_a_message_that_stands_in_a_checkpoint_alone_is_found_in_its_line(scene: Scene) -> None:
    scene.write(HEADER, checkpoint(user(1, "use tabs"), gemini(2, "Yes.")))
    assert [(turn.line, turn.row, turn.text) for turn in scene.read()[0]] == [(2, "m1", "use tabs"), (2, "m2", "Yes.")]
    assert scene.shown(2) == [("human", "use tabs"), ("assistant", "Yes.")]


# --- the older form ---------------------------------------------------------------------------------------------------


def rewritten(scene: Scene, *messages: Row) -> Scene:
    path = scene.path.with_suffix(".json")
    path.write_text(json.dumps({**HEADER, "messages": messages}, indent=2))
    return type(scene)(scene.source, path)


def test_of_a_file_written_anew_the_messages_behind_the_marked_ones_are_new(scene: Scene) -> None:
    old = rewritten(scene, user(1, "use tabs"), gemini(2, "Yes."))
    before, tally = old.read()
    grown = rewritten(scene, user(1, "use tabs"), gemini(2, "Yes, tabs.", toolCalls=[]), user(3, "and four"))
    after, total = grown.read(tally.mark)
    assert [(turn.line, turn.text) for turn in after] == [(3, "and four")]
    assert total.mark == grown.read()[1].mark
    assert [turn.line for turn in before] == [1, 2]


def test_where_the_marked_messages_changed_all_is_read(scene: Scene) -> None:
    _, tally = rewritten(scene, user(1, "use tabs"), user(2, "use spaces")).read()
    other = rewritten(scene, user(1, "use tabs"), user(3, "use four"), user(4, "please"))
    assert [turn.text for turn in other.read(tally.mark)[0]] == ["use tabs", "use four", "please"]


def test_a_session_that_goes_on_as_a_log_repeats_its_rows(scene: Scene) -> None:
    old = rewritten(scene, user(1, "use tabs"))
    before, tally = old.read()
    scene.write(HEADER, user(1, "use tabs"), user(2, "and four"))
    assert [turn.row for turn in scene.read(tally.mark)[0]] == ["m1", "m2"]
    assert [turn.row for turn in before] == ["m1"]


def test_an_object_without_messages_is_no_session(scene: Scene) -> None:
    path = scene.path.with_suffix(".json")
    path.write_text('{"history": [{"role": "user", "parts": [{"text": "use tabs"}]}]}')
    assert type(scene)(scene.source, path).read()[0] == []


# --- finding ----------------------------------------------------------------------------------------------------------


def put(settings: Path, folder: str, name: str) -> Path:
    path = settings / "tmp" / folder / "chats" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n")
    return path


def register(settings: Path, **projects: str) -> None:
    known = {f"/w/{name}": slug for name, slug in projects.items()}
    settings.joinpath("projects.json").write_text(json.dumps({"projects": known, "version": 2}))


def test_the_project_is_told_by_the_register_the_folders_mark_or_the_hash(home: Path, found: Search) -> None:
    settings = home / ".gemini"
    put(settings, "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    put(settings, hashlib.sha256(b"/w/shop").hexdigest(), "session-2026-11-02T09-00-bbbbbbbb.json")
    put(settings, "other", "session-2026-11-02T09-00-cccccccc.jsonl")
    put(settings, "marked", "session-2026-11-02T09-00-dddddddd.jsonl")
    (settings / "tmp" / "marked" / ".project_root").write_text("/w/by mark\n")
    register(settings, shop="shop")
    assert {session[:4]: item.cwd for session, item in found().items()} == {
        "aaaa": "/w/shop",
        "bbbb": "/w/shop",
        "cccc": "",
        "dddd": "/w/by mark",
    }


def test_two_projects_of_one_folder_are_told_by_neither(home: Path, found: Search) -> None:
    put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    register(home / ".gemini", shop="shop", store="shop")
    assert [item.cwd for item in found().values()] == [""]


@pytest.mark.parametrize("damage", ["", "{", '{"projects": []}', '{"projects": {"/w/shop": 3}}', "[" * 100_000])
def test_a_damaged_register_tells_nothing(home: Path, found: Search, damage: str) -> None:
    put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    (home / ".gemini" / "projects.json").write_text(damage)
    assert [item.cwd for item in found().values()] == [""]


def test_the_session_is_named_by_its_own_id_first(home: Path, found: Search) -> None:
    put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    put(home / ".gemini", "shop", "session-odd.jsonl")
    assert set(found()) == {"aaaaaaaa-2026-11-02T09-00", "session-odd"}


def test_a_log_comes_before_the_object_that_it_goes_on_from(home: Path, found: Search) -> None:
    put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.json")
    log = put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    assert [item.path for item in found().values()] == [log]


def test_subagents_backups_and_other_files_are_no_sessions(home: Path, found: Search) -> None:
    for name in ("parent/child.jsonl", "session-a.jsonl.unreadable-17", "session-a.json.tmp-4", "logs.json"):
        put(home / ".gemini", "shop", name)
    (home / ".gemini" / "tmp" / "shop" / "logs.json").write_text("{}")
    assert found() == {}


def test_another_home_may_be_named(home: Path, found: Search, tmp_path: Path) -> None:
    put(home / ".gemini", "shop", "session-2026-11-02T09-00-aaaaaaaa.jsonl")
    put(tmp_path / "elsewhere" / ".gemini", "shop", "session-2026-11-02T09-00-bbbbbbbb.jsonl")
    assert [session[:4] for session in found(GEMINI_CLI_HOME=str(tmp_path / "elsewhere"))] == ["bbbb"]


# --- genuine files ----------------------------------------------------------------------------------------------------

HUMAN = {"10110fd9": 1, "7150227e": 1, "718c4f9d": 1, "acbd8605": 2, "f2b20020": 1, "fef431aa": 1, "03221f3f": 2}
"""Counted by hand."""


def test_genuine_logs_hold_what_a_reader_counts(corpus: Path, found: Search, genuine: Callable[[Path], Scene]) -> None:
    settings = corpus / "formats-2026-11" / "gemini-cli-0.61.0"
    chats = sorted(settings.glob("tmp/*/chats/session-*.jsonl"))
    counted = {}
    for path in chats:
        turns, tally = genuine(path).read()
        counted[path.stem[-8:]] = len([turn for turn in turns if turn.role == "human"])
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
        assert not any("<session_context>" in turn.text for turn in turns if turn.role == "human")
    assert counted == HUMAN
    assert found() == {}


def test_genuine_objects_hold_what_a_reader_counts(corpus: Path, genuine: Callable[[Path], Scene]) -> None:
    folder = corpus / "formats" / "gemini"
    counted = []
    for number in (1, 2, 3):
        turns, tally = genuine(folder / f"genuine-{number}.json").read()
        counted.append([turn.text[:12] for turn in turns if turn.role == "human"])
        assert (tally.unknown, tally.bad_lines) == ({}, 0)
    assert counted == [["run an agent"], ["run an agent"], []]
