"""The real program ``claude``, where it is installed, against a server on this machine: our way to call it is real."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.backends import Model
from dreamd.backends.claude_cli import BACKEND
from dreamd.dialog import Call, Message, Reply, Request, Text, Tool
from dreamd.errors import ModelFailed
from dreamd.fakes.messages_server import Server, say, serve, turns
from dreamd.fakes.misbehaviour import bad
from dreamd.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.fakes.misbehaviour import Answer
    from tests.conftest import Cli, Talk

SCHEMA = msgspec.Raw(b'{"type":"object","properties":{"topic":{"type":"string"}},"required":["topic"]}')
TOOLS = (Tool(name="view", description="Look at a topic.", schema=SCHEMA),)
PROMPT = Request(
    agent="dream",
    system="You dream.",
    messages=(Message(role="user", content=(Text(text="Read this and dream."),)),),
    tools=TOOLS,
    max_tokens=900,
)
VIEW = say('{"say": "", "calls": [{"name": "view", "input": {"topic": "deploy"}}]}')
COUNTED = msgspec.structs.replace(VIEW, tokens=Tokens(input=100, output=21, cached=7))
FINISH = say('{"say": "Nothing to keep.", "calls": [{"name": "finish", "input": {"summary": "Nothing to keep."}}]}')
KEY = "sk-ant-api03-" + "Zq7" * 20
BAD = bad(VIEW)

pytestmark = [
    pytest.mark.skipif(shutil.which("claude") is None, reason="the program claude is not on this machine's PATH"),
    pytest.mark.slow,  # the program takes its time to start
]


@contextmanager
def installed(home: Path, answer: Callable[[Request], Reply | Answer]) -> Iterator[tuple[dict[str, str], Server]]:
    """The environment in which the program asks a server of ours, and that server."""
    with serve(answer) as server:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
        yield environment | {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": KEY, "CLAUDECODE": "1"}, server


def complete(environment: dict[str, str], seconds: float = 60.0) -> Reply:
    return BACKEND.complete(PROMPT, Model(name="claude-haiku-5-5", environment=environment), seconds)


def test_it_takes_our_options_and_offers_the_model_no_tools(home: Path) -> None:
    with installed(home, turns(COUNTED)) as (environment, server):
        reply = complete(environment)
    assert reply.content == (Call(id="call_1_1", name="view", input=msgspec.Raw(b'{"topic":"deploy"}')),)
    assert reply.tokens == COUNTED.tokens
    (seen,) = [item for item in server.seen if item.path.startswith("/v1/messages")]
    assert seen.plain["model"] == "claude-haiku-5-5"
    assert not seen.plain.get("tools")
    assert seen.plain["max_tokens"] == 900
    assert seen.plain["output_config"]["effort"] == "low"
    assert "You dream." in msgspec.json.encode(seen.plain["system"]).decode()


@pytest.mark.parametrize(
    ("how", "reason"), [("401", "bad_key"), ("429 for an hour", "rate_limited"), ("529", "server"), ("500", "server")]
)
def test_what_a_server_refuses_is_told_at_once(home: Path, how: str, reason: str) -> None:
    with installed(home, turns(BAD[how])) as (environment, _), pytest.raises(ModelFailed) as caught:
        complete(environment, seconds=50.0)
    assert caught.value.reason == reason


def test_a_server_that_hangs_is_left_in_time(home: Path) -> None:
    with installed(home, turns(BAD["silence"])) as (environment, _), pytest.raises(ModelFailed) as caught:
        complete(environment, seconds=5.0)
    assert caught.value.reason == "timeout"


def test_a_dream_by_way_of_it_leaves_no_session_behind(cli: Cli, talk: Talk) -> None:
    first = talk("one", "Always use pnpm instead of npm in this repo.")
    with installed(cli.home, turns(FINISH)) as (environment, server):
        dream = cli.having(**environment).once("--engine", "claude-cli", "--yes")
        assert dream["reason"] == "nothing_kept", dream
        assert any(b"pnpm" in seen.body for seen in server.seen)
    assert list((cli.home / ".claude" / "projects").rglob("*.jsonl")) == [first]
    assert len(cli("sessions", "--all", "--json").document["sessions"]) == 1
