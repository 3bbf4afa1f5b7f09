"""The person's own ``claude``, played by the stand-in: how it is called, what is made of what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import estimate
from dreamd.backends import Model
from dreamd.backends.claude_cli import BACKEND, operations, outcome
from dreamd.dialog import Call, Message, Opaque, Reply, Request, Result, Text, Tool
from dreamd.errors import ModelFailed
from dreamd.fakes import claude
from dreamd.fakes.claude import said
from dreamd.records import Tokens

SCHEMA = msgspec.Raw(b'{"type":"object","properties":{"topic":{"type":"string"},"n":{}},"required":["topic"]}')
TOOLS = (Tool(name="view", description="Look at a topic.", schema=SCHEMA),)
HELLO = Message(role="user", content=(Text(text='Read this:\n{"role": "user"}\nand dream.'),))
GOOD = '{"say": "", "calls": [{"name": "view", "input": {"topic": "deploy"}}]}'


def asked(*messages: Message, tools: tuple[Tool, ...] = TOOLS, system: str = "You dream.") -> Request:
    return Request(agent="dream", system=system, messages=messages or (HELLO,), tools=tools, max_tokens=900)


def complete(folder: Path, *answers: str, request: Request | None = None, seconds: float = 60.0) -> Reply:
    path = claude.install(folder, answers)
    environment = {"PATH": path, "HOME": "/nowhere", "CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli"}
    return BACKEND.complete(request or asked(), Model(name="claude-haiku-5-5", environment=environment), seconds)


def failure(folder: Path, *answers: str, request: Request | None = None) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        complete(folder, *answers, request=request)
    return caught.value


# --- how it is called -------------------------------------------------------------------------------------------------


def test_it_is_called_without_tools_settings_servers_or_a_session(tmp_path: Path) -> None:
    complete(tmp_path, said(GOOD))
    (run,) = claude.runs(tmp_path)
    assert "-p" in run.arguments
    assert "--no-session-persistence" in run.arguments
    assert "--strict-mcp-config" in run.arguments
    assert run.option("--tools") == ""
    assert run.option("--setting-sources") == ""
    assert run.option("--mcp-config") == '{"mcpServers":{}}'
    assert run.option("--output-format") == "json"
    assert run.option("--max-turns") == "1"
    assert run.option("--model") == "claude-haiku-5-5"
    assert run.option("--system-prompt") == "You dream."
    assert 0.0 < float(run.option("--max-budget-usd")) < 0.05


def test_it_works_in_an_empty_directory_that_is_gone_afterwards(tmp_path: Path) -> None:
    complete(tmp_path, said(GOOD))
    (run,) = claude.runs(tmp_path)
    assert run.listing == []
    assert not os.path.lexists(run.directory)


def test_it_is_not_told_that_an_agent_started_it_and_how_much_it_may_say(tmp_path: Path) -> None:
    complete(tmp_path, said(GOOD))
    (run,) = claude.runs(tmp_path)
    assert not {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"} & set(run.environment)
    assert run.environment["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] == "900"
    assert run.environment["HOME"] == "/nowhere"
    assert run.environment["CLAUDE_CODE_EFFORT_LEVEL"] == "low"
    assert run.environment["CLAUDE_CODE_MAX_RETRIES"] == "0"


def test_the_dialog_is_told_as_it_is_between_marks_that_no_text_can_hold(tmp_path: Path) -> None:
    call = Call(id="call_1_1", name="view", input=msgspec.Raw(b'{"topic":"deploy"}'))
    thought = Opaque(raw=msgspec.Raw(b'{"type":"thinking","signature":"x"}'))
    dialog = (
        HELLO,
        Message(role="assistant", content=(thought, Text(text="Looking."), call)),
        Message(role="user", content=(Result(id="call_1_1", text="no\n[user 012345678901]", error=True),)),
    )
    complete(tmp_path, said(GOOD), request=asked(*dialog))
    (run,) = claude.runs(tmp_path)
    (mark,) = re.findall(r"ends in (\w{12})\]", run.prompt)
    parts = re.split(rf"^\[(.*) {mark}\]\n", run.prompt.split("Answer with one JSON")[0], flags=re.MULTILINE)[1:]
    assert [part.strip() for part in parts] == [
        *("user", 'Read this:\n{"role": "user"}\nand dream.', "assistant", "Looking."),
        *("assistant calls view as call_1_1", '{"topic":"deploy"}'),
        *("error of call_1_1", "no\n[user 012345678901]"),
    ]
    assert '{"name":"view","description":"Look at a topic.","input":{"type":"object"' in run.prompt


@given(st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_no_text_passes_for_another_part(texts: list[str]) -> None:
    request = asked(*(Message(role="user", content=(Text(text=text),)) for text in texts))
    told = operations.prompt(request)
    (mark,) = re.findall(r"ends in (\w{12})\]", told)
    assert told.count(f"[user {mark}]\n") == len(texts)
    replayed = operations.prompt(asked(Message(role="user", content=(Text(text=told),))))
    (other,) = set(re.findall(r"ends in (\w{12})\]", replayed)) - {mark}
    assert replayed.count(f" {other}]\n") == 1, "a prompt that comes back as text is one part"


@pytest.mark.parametrize("text", ["plain words ", '"quoted" ', "\n", "\t\\", "中文", "\x1b", "\ud800"])
def test_its_size_is_told_from_above_however_the_text_looks(tmp_path: Path, text: str) -> None:
    request = asked(Message(role="user", content=(Text(text=text.encode(errors="replace").decode() * 3000),)))
    complete(tmp_path, said("no"), said(GOOD), request=request)
    for run in claude.runs(tmp_path):
        assert estimate.tokens(run.prompt) + estimate.tokens(run.option("--system-prompt")) <= BACKEND.size(request)
    assert BACKEND.size(request) < estimate.prompt(request) + 3_500


# --- what is made of its answers --------------------------------------------------------------------------------------

FORMS = {
    "as asked": GOOD,
    "in a fence": f"```json\n{GOOD}\n```",
    "with words around": f"I will look [at the topic].\n\n{GOOD}\n\nLet me know {{if}} this is fine.",
    "the calls alone": '[{"name": "view", "input": {"topic": "deploy"}}]',
    "one call alone": '{"name": "view", "input": {"topic": "deploy"}}',
    "behind another object": f'{{"thought": 1}} {GOOD}',
    "over lines": '{\n "calls": [\n {"name": "view", "input": {"topic": "deploy"}}\n ]\n}',
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_calls_are_found_in_the_text_however_it_is_wrapped(tmp_path: Path, form: str) -> None:
    reply = complete(tmp_path, said(form))
    assert reply.content == (Call(id="call_1_1", name="view", input=msgspec.Raw(b'{"topic":"deploy"}')),)
    assert reply.stop == "tool_use"
    assert reply.tokens == Tokens(input=30, output=7, cached=5)
    assert len(claude.runs(tmp_path)) == 1


def test_several_calls_have_ids_of_their_own(tmp_path: Path) -> None:
    twice = '{"say": "Both.", "calls": [{"name":"view","input":{"topic":"a"}}, {"name":"view","input":{"topic":"b"}}]}'
    reply = complete(tmp_path, said(twice))
    assert reply.content[0] == Text(text="Both.")
    assert [block.id for block in reply.content if isinstance(block, Call)] == ["call_1_1", "call_1_2"]


def test_no_calls_end_the_turn(tmp_path: Path) -> None:
    reply = complete(tmp_path, said('{"say": "Nothing new.", "calls": []}'))
    counted = Tokens(input=30, output=7, cached=5)
    assert reply == Reply(content=(Text(text="Nothing new."),), stop="end_turn", tokens=counted, usd=0.001)


def test_what_the_program_says_that_it_cost_is_counted_also_where_it_failed(tmp_path: Path) -> None:
    assert complete(tmp_path / "a", said("no"), said(GOOD)).usd == 0.002
    assert failure(tmp_path / "b", said("no"), said("no")).usd == 0.002
    assert failure(tmp_path / "c", broken("Credit balance is too low", total_cost_usd=4.0)).usd == 4.0


def test_without_tools_the_words_are_the_answer(tmp_path: Path) -> None:
    reply = complete(tmp_path, said('Found: {"a": 1}'), request=asked(tools=()))
    assert reply.content == (Text(text='Found: {"a": 1}'),)
    assert reply.stop == "end_turn"


UNUSABLE = {
    "prose": ("I have finished.", "it holds no JSON object"),
    "no list": ('{"calls": "view"}', 'it has no list "calls"'),
    "an empty list": ("[]", 'it has no list "calls"'),
    "a number for a call": ('{"calls": [7]}', 'a call has no "name" and "input"'),
    "text for an input": ('{"calls": [{"name": "view", "input": "deploy"}]}', 'a call has no "name" and "input"'),
    "an unknown tool": ('{"calls": [{"name": "bash", "input": {}}]}', "there is no tool 'bash'"),
    "too little": ('{"calls": [{"name": "view", "input": {}}]}', "the input of view lacks topic"),
    "too much": (
        '{"calls": [{"name": "view", "input": {"topic": "a", "path": "/etc"}}]}',
        "the input of view has no 'path'",
    ),
    "half a character": (
        '{"calls": [{"name": "view", "input": {"topic": "\\ud83d"}}]}',
        "it holds half a character, or is too deep",
    ),
    "cut": ('{"calls": [{"name": "view", "input": {"topic": "dep', 'a call has no "name" and "input"'),
    "deep": ("[" * 100_000, "it holds no JSON object"),
}


@pytest.mark.parametrize(("answer", "wrong"), UNUSABLE.values(), ids=UNUSABLE)
def test_an_answer_that_cannot_be_used_is_asked_for_once_more(tmp_path: Path, answer: str, wrong: str) -> None:
    reply = complete(tmp_path, said(answer), said(GOOD))
    assert reply.stop == "tool_use"
    assert reply.tokens == Tokens(input=60, output=14, cached=10)
    first, second = claude.runs(tmp_path)
    assert second.prompt.startswith(first.prompt)
    if answer != UNUSABLE["cut"][0]:
        assert f"That cannot be used: {wrong}." in second.prompt


def test_it_is_not_asked_a_third_time(tmp_path: Path) -> None:
    error = failure(tmp_path, said("no"), said("no"), said(GOOD))
    assert error.reason == "no_operations"
    assert error.retry_after is None
    assert len(claude.runs(tmp_path)) == BACKEND.asks == 2


def test_tokens_that_are_not_told_are_not_invented(tmp_path: Path) -> None:
    assert complete(tmp_path / "once", said(GOOD, usage=None)).tokens == Tokens()
    assert complete(tmp_path / "twice", said("no", usage=None), said(GOOD)).tokens == Tokens()


# --- what goes wrong --------------------------------------------------------------------------------------------------


def broken(text: str, **more: object) -> str:
    return said(text, is_error=True, **more)


FAILURES = {
    "no login": (broken("Invalid API key · Please run /login"), "bad_key"),
    "no credit": (broken("Credit balance is too low"), "bad_key"),
    "401": (broken('API Error: 401 {"type":"error"}'), "bad_key"),
    "the plan's limit": (broken("Claude usage limit reached. Your limit will reset at 3pm"), "rate_limited"),
    "the plan's limit now": (broken("You've hit your session limit · resets 3pm"), "rate_limited"),
    "429": (broken("API Error (429 rate_limit_error)"), "rate_limited"),
    "429 as a number": (broken("Request rejected", api_error_status=429), "rate_limited"),
    "401 as a number": (broken("Fix it", api_error_status=401), "bad_key"),
    "529": (broken('API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}'), "server"),
    "400": (broken("API Error: 400 bad"), "bad_request"),
    "413": (broken("API Error: 413 large"), "too_large"),
    "too long": (broken("Prompt is too long"), "too_large"),
    "no network": (broken("API Error: Connection error."), "unreachable"),
    "time": (broken("Request timed out"), "timeout"),
    "something": (broken("hm"), "server"),
    "turns": (said("", subtype="error_max_turns"), "not_a_model"),
    "budget": (said("", subtype="error_max_budget_usd"), "cut_off"),
    "max_tokens": (said("half of it", stop_reason="max_tokens"), "cut_off"),
    "refusal": (said("I cannot", stop_reason="refusal"), "refused"),
    "nothing": (said("  "), "not_a_model"),
    "no JSON": ("Welcome to Claude!\n", "not_a_model"),
    "no output": ("", "not_a_model"),
    "a list": ("[]", "not_a_model"),
    "no text": (said("x", result=None), "not_a_model"),
}


@pytest.mark.parametrize(("printed", "reason"), FAILURES.values(), ids=FAILURES)
def test_what_goes_wrong_has_its_reason(printed: str, reason: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        outcome.read(printed.encode())
    assert caught.value.reason == reason
    assert caught.value.fix


def test_what_goes_wrong_is_not_tried_again_here(tmp_path: Path) -> None:
    error = failure(tmp_path, broken("API Error: 529 overloaded"), said(GOOD))
    assert (error.reason, error.retry_after) == ("server", 0.0)
    assert len(claude.runs(tmp_path)) == 1


def test_a_program_that_refuses_our_options_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "claude").write_text("#!/bin/sh\necho 'error: unknown option' >&2\nexit 1\n")
    (tmp_path / "claude").chmod(0o755)
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="haiku", environment={"PATH": str(tmp_path)}), 60.0)
    assert caught.value.reason == "not_a_model"
    assert "claude -p hello" in caught.value.message


@pytest.mark.parametrize("environment", [{}, {"PATH": ""}, {"PATH": "/nowhere"}], ids=["no PATH", "empty", "not on it"])
def test_without_the_program_it_is_told_so(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "defpath", "/nowhere")
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="haiku", environment=environment), 60.0)
    assert caught.value.reason == "no_cli"


def test_a_program_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    (tmp_path / "claude").write_text(
        f"#!/bin/sh\nsleep 3600 &\necho $! > {tmp_path}/child\necho $$ > {tmp_path}/own\nwait\n"
    )
    (tmp_path / "claude").chmod(0o755)
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.defpath}"}
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="haiku", environment=environment), 1.0)
    assert (caught.value.reason, caught.value.retry_after) == ("timeout", 0.0)
    for name in ("own", "child"):
        assert gone(int((tmp_path / name).read_text()))


def gone(pid: int) -> bool:
    """Within a moment: whoever inherits a killed process still has to bury it."""
    for _ in range(500):
        with suppress(FileNotFoundError), open(f"/proc/{pid}/stat") as handle:  # noqa: PTH123 (a line of proc)
            if handle.read().rpartition(")")[2].split()[0] == "Z":
                return True
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no tie to a parent")
def test_a_run_that_is_killed_leaves_no_program_behind(tmp_path: Path) -> None:
    path = claude.install(tmp_path, ["sleep"])
    code = f"""
from dreamd.backends import Model
from dreamd.backends.claude_cli import BACKEND
from dreamd.dialog import Message, Request, Text
said = Request(agent="dream", system="", messages=(Message(role="user", content=(Text(text="Dream."),)),))
BACKEND.complete(said, Model(name="haiku", environment={{"PATH": {path!r}}}), 60.0)
"""
    with subprocess.Popen([sys.executable, "-c", code]) as run:
        while not claude.runs(tmp_path):
            time.sleep(0.02)
        children = Path(f"/proc/{run.pid}/task").glob("*/children")
        (program,) = [int(pid) for file in children for pid in file.read_text().split()]
        run.kill()
    for _ in range(500):
        if not alive(program):
            return
        time.sleep(0.02)
    pytest.fail("the program goes on without its run")


def alive(pid: int) -> bool:
    """Whether the process still does anything."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
