"""Whose words stand in an Amp thread, and what is new in a file that is written anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dreamd.sources import amp

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.records import Mark
    from tests.sources.conftest import Row, Scene, Search

AGENT = amp.SOURCE
SENT = 1_793_610_060_000
THREAD = "T-0199c3d0-2222-7333-8444-555566667777"
PARENT = "T-0199aaaa-2222-7333-8444-555566667777"


@pytest.fixture
def scene(scene: Scene, tmp_path: Path) -> Scene:
    """A thread that nobody wrote yet."""
    return type(scene)(AGENT, tmp_path / f"{THREAD}.json", cwd="")


def write(scene: Scene, *messages: object, **fields: object) -> None:
    tree = {"uri": "file:///w/shop"}
    thread = {"id": THREAD, "env": {"initial": {"trees": [tree]}}, "messages": list(messages), **fields}
    scene.path.write_text(json.dumps(thread))


def said(scene: Scene, *messages: object, **fields: object) -> list[tuple[str, str, str]]:
    write(scene, *messages, **fields)
    return [(turn.role, turn.text, turn.why) for turn in scene.read()[0]]


def human(scene: Scene, mark: Mark) -> list[str]:
    return [turn.text for turn in scene.read(mark)[0] if turn.role == "human"]


def text(words: object, **fields: object) -> Row:
    return {"type": "text", "text": words, **fields}


def message(number: int, role: object, *content: object, **fields: object) -> Row:
    return {"role": role, "messageId": number, "content": list(content), **fields}


def user(number: int, words: str, **fields: object) -> Row:
    return message(number, "user", text(words), meta={"sentAt": SENT + number}, **fields)


def agent(number: int, words: str, state: str = "complete") -> Row:
    return message(number, "assistant", text(words), state={"type": state})


BASH = {"type": "manual_bash_invocation", "args": {"cmd": "make test"}, "toolRun": {"result": {"output": "2 passed"}}}
TOOL = {"type": "tool_use", "name": "Bash", "input": {"cmd": "ls"}}

MESSAGES: dict[str, tuple[Row, list[tuple[str, str, str]]]] = {
    "a prompt": (user(0, "use tabs"), [("human", "use tabs", "typed")]),
    "a prompt that is one text": (
        {"role": "user", "messageId": 0, "content": "use tabs"},
        [("human", "use tabs", "typed")],
    ),
    "what the client hides in it": (
        message(0, "user", text("use tabs"), text("use npm", hidden=True)),
        [("human", "use tabs", "typed"), ("injected", "use npm", "hidden")],
    ),
    "what a tool gave": (message(0, "user", {"type": "tool_result", "run": {"result": "use npm"}}), []),
    "a picture": (message(0, "user", {"type": "image", "source": {"data": "AAAA"}}), []),
    "what a subagent was told": (user(0, "use npm", parentToolUseId="t"), [("injected", "use npm", "subagent")]),
    "what another thread's agent sent": (
        message(0, "user", text("use npm"), meta={"fromExecutorThreadID": PARENT}),
        [("injected", "use npm", "agent")],
    ),
    "what the agents' manager sent": (
        message(0, "user", text("use npm"), meta={"fromAggman": True}),
        [("injected", "use npm", "agent")],
    ),
    "the draft of a handoff": (
        user(0, f"Continuing work from thread {PARENT}. use npm"),
        [("injected", f"Continuing work from thread {PARENT}. use npm", "handoff")],
    ),
    "one compound tag": (
        user(0, "<system-reminder>use npm</system-reminder>"),
        [("injected", "<system-reminder>use npm</system-reminder>", "wrapper")],
    ),
    "a command": (message(0, "info", BASH), [("human", "make test", "bash_input")]),
    "a command that is hidden": (message(0, "info", {**BASH, "hidden": True}), [("injected", "make test", "hidden")]),
    "a notice": (message(0, "info", text("use npm")), [("injected", "use npm", "info")]),
    "a summary": (
        message(0, "info", {"type": "summary", "summary": {"type": "message", "summary": "Tabs."}}),
        [("summary", "Tabs.", "summary")],
    ),
    "the agent": (agent(0, "Done."), [("assistant", "Done.", "assistant")]),
    "the agent's thoughts and tools": (message(0, "assistant", {"type": "thinking", "thinking": "npm"}, TOOL), []),
    "blocks of another form": (message(0, "user", 17, text(17), "x"), []),
    "a message of another form": ({"role": 5, "messageId": "x", "content": {"text": "use npm"}}, []),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_each_message_holds_the_words_of_whoever_wrote_them(scene: Scene, name: str) -> None:
    row, expected = MESSAGES[name]
    assert said(scene, row) == expected


def test_a_thread_below_another_is_an_agents(scene: Scene) -> None:
    assert said(scene, user(0, "use npm"), mainThreadID=PARENT) == [("injected", "use npm", "subagent")]
    assert said(scene, user(0, "use tabs"), mainThreadID=THREAD) == [("human", "use tabs", "typed")]


def test_a_prompt_that_names_the_thread_it_was_handed_on_from_is_a_draft(scene: Scene) -> None:
    related = [{"threadID": PARENT, "type": "handoff"}]
    words = f"From {PARENT}: use npm"
    assert said(scene, user(0, words), user(2, "use tabs"), relationships=related) == [
        ("injected", words, "handoff"),
        ("human", "use tabs", "typed"),
    ]


def test_calls_and_results_of_tools_are_shown_for_evidence(scene: Scene) -> None:
    result = {"type": "tool_result", "run": {"status": "done", "result": {"output": "a.txt"}}}
    failed = {"type": "tool_result", "run": {"status": "error", "error": {"message": "gone"}}}
    write(scene, message(0, "assistant", TOOL), message(1, "user", result, failed), message(2, "info", BASH))
    assert scene.shown(1) == [("tool_call", 'Bash {"cmd": "ls"}')]
    assert scene.shown(2) == [("tool_result", "a.txt"), ("tool_result", '{"message": "gone"}')]
    assert scene.shown(3) == [("tool_result", "2 passed"), ("human", "make test")]


def test_names_that_are_not_known_are_counted(scene: Scene) -> None:
    write(scene, message(0, "oracle", text("npm")), message(1, "user", {"type": "omen"}), message(2, None))
    assert scene.read()[1].unknown == {"oracle": 1, "block:omen": 1, "(no role)": 1}


def test_times_are_when_a_prompt_was_sent_and_when_an_answer_was_paid(scene: Scene) -> None:
    answer = {**agent(1, "Tabs."), "usage": {"timestamp": "2026-11-02T09:05:00.000Z"}}
    odd = message(2, "user", text("odd"), meta={"sentAt": 1e300})
    write(scene, user(0, "use tabs"), answer, odd)
    turns, tally = scene.read()
    assert [turn.time for turn in turns] == ["2026-11-02T09:01:00.000Z", "2026-11-02T09:05:00.000Z", ""]
    assert tally.last == "2026-11-02T09:05:00.000Z"


HOMES = {
    "file:///w/my%20shop": "/w/my shop",
    "file://localhost/w/shop": "/w/shop",
    "/w/shop": "/w/shop",
    "file://elsewhere/w/shop": "",
    "vscode-remote://ssh-remote+box/w/shop": "",
    "w/shop": "",
    "file://[": "",
}


@pytest.mark.parametrize("uri", HOMES)
def test_the_project_is_told_where_the_thread_began_on_this_machine(scene: Scene, uri: str) -> None:
    write(scene, user(0, "use tabs"), env={"initial": {"trees": [{"uri": uri}, {"uri": "file:///w/other"}]}})
    turns, tally = scene.read()
    assert (tally.cwd, turns[0].cwd) == (HOMES[uri], HOMES[uri])


def test_a_run_without_a_person_is_told(scene: Scene) -> None:
    for client, headless in (("CLI", False), ("CLI Execute Mode", True), ("VSCode", False)):
        write(scene, user(0, "use tabs"), env={"initial": {"platform": {"client": client, "clientVersion": "0.0.9"}}})
        _, tally = scene.read()
        assert (tally.headless, tally.versions) == (headless, {"0.0.9"})


# --- what is new ------------------------------------------------------------------------------------------------------


def test_a_thread_that_goes_on_is_read_on_though_it_is_written_anew(scene: Scene) -> None:
    begun = [user(0, "use tabs"), agent(1, "Tabs.")]
    write(scene, *begun)
    _, tally = scene.read()
    pending = message(2, "user", {"type": "tool_result", "run": {"status": "in-progress"}})
    write(scene, *begun, pending)
    assert human(scene, tally.mark) == []
    _, tally = scene.read(tally.mark)
    done = message(2, "user", {"type": "tool_result", "run": {"status": "done", "result": "ok"}})
    write(scene, *begun, done, user(3, "and four"))
    assert human(scene, tally.mark) == ["and four"]


def test_an_answer_that_is_being_written_waits(scene: Scene) -> None:
    write(scene, user(0, "use tabs"), agent(1, "Ta", "streaming"))
    turns, tally = scene.read()
    assert [turn.text for turn in turns] == ["use tabs"]
    write(scene, user(0, "use tabs"), agent(1, "Tabs."))
    assert [turn.text for turn in scene.read(tally.mark)[0]] == ["Tabs."]


def test_a_prompt_that_was_changed_is_read_again_and_the_others_keep_their_identity(scene: Scene) -> None:
    write(scene, user(0, "use tabs"), user(2, "use spaces"))
    before, tally = scene.read()
    write(scene, user(0, "use tabs"), {**user(2, "use four"), "meta": {"sentAt": SENT + 9}})
    after, _ = scene.read(tally.mark)
    assert [turn.text for turn in after] == ["use tabs", "use four"]
    assert {turn.row for turn in after} & {turn.row for turn in before} == {before[0].row}


def test_a_fork_repeats_the_identity_of_what_it_copies(scene: Scene) -> None:
    write(scene, user(0, "use tabs"))
    (first,) = scene.read()[0]
    write(scene, user(0, "use tabs"), id=PARENT)
    (second,) = scene.read()[0]
    assert first.row == second.row


# --- where ------------------------------------------------------------------------------------------------------------


def test_another_place_may_be_named(found: Search, tmp_path: Path, home: Path) -> None:
    for root in (tmp_path / "data", home / ".local" / "share"):
        (root / "amp" / "threads").mkdir(parents=True)
        (root / "amp" / "threads" / f"T-{root.name}.json").write_text("{}")
        (root / "amp" / "threads" / "note.json").write_text("{}")
    assert set(found(XDG_DATA_HOME=str(tmp_path / "data"))) == {"T-data"}
    assert set(found()) == {"T-share"}
