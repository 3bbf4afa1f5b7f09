"""Whatever the worker sends, no secret goes over the wire."""

from __future__ import annotations

import random
import string
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamd.backends import Model, messages
from dreamd.broker import Broker, Hours
from dreamd.dialog import Block, Call, Message, Request, Result, Text, Tool
from dreamd.fakes.messages_server import Server, say, serve, turns
from dreamd.purse import Ceilings, Purse
from dreamd.recording import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORD = string.ascii_letters + string.digits
FORMATS = {
    "anthropic": ("sk-ant-api03-", WORD + "-_", 95),
    "github": ("ghp_", WORD, 36),
    "gitlab": ("glpat-", WORD + "-_", 20),
    "aws": ("AKIA", string.ascii_uppercase + "234567", 16),
    "slack": ("xoxb-", WORD, 40),
    "stripe": ("sk_live_", WORD, 24),
    "labelled": ("password = ", WORD, 24),
    "url": ("postgres://app:", WORD, 18),
}
FRAMES = (
    "{}",
    "use {} for the deploy, thanks",
    "用这个{}，不要提交",
    "export THING={}\n",
    "x = '{}';",
    'say "{}"\n> {}',
)


@st.composite
def secrets(draw: st.DrawFn) -> tuple[str, str]:
    """A secret's body, and a text around it."""
    kind = draw(st.sampled_from(sorted(FORMATS)))
    prefix, alphabet, length = FORMATS[kind]
    rng = draw(st.integers(0, 2**32).map(random.Random))
    body = "".join(rng.choice(alphabet) for _ in range(length - 2)) + rng.choice(alphabet[:26]) + "7"
    frame = "{}" if kind in {"labelled", "url"} else draw(st.sampled_from(FRAMES))
    ending = "@db.internal/app" if kind == "url" else ""
    return body, frame.format(*[prefix + body + ending] * frame.count("{}"))


@st.composite
def blocks(draw: st.DrawFn, text: str) -> Block:
    around = draw(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)) + "\n"
    kind = draw(st.sampled_from(["text", "result", "call", "deep"]))
    if kind == "text":
        return Text(text=around + text)
    if kind == "result":
        return Result(id="toolu_1", text=around + text, error=draw(st.booleans()))
    said: object = {"text": around + text} if kind == "call" else {"a": [{"b": [1, None, around + text]}]}
    return Call(id="toolu_1", name="add", input=msgspec.Raw(msgspec.json.encode(said)))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve(turns(say("Nothing to keep."))) as running:
        yield running


@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_secret_goes_over_the_wire_or_into_the_record(server: Server, tmp_path: Path, data: st.DataObject) -> None:
    found = data.draw(st.lists(secrets(), min_size=3, max_size=6))
    (system_body, system), (tool_body, tool), *rest = found
    content = tuple(data.draw(blocks(text)) for _, text in rest)
    request = Request(
        agent="dream",
        system=system,
        messages=(Message(role="user", content=content),),
        tools=(Tool(name="add", description=tool, schema=msgspec.Raw(b'{"type":"object"}')),),
    )
    recorder = Recorder(tmp_path / "runs" / "1", lambda: 0)
    model = Model(name="claude-haiku-5-5", base_url=server.url, key="k")
    hours = Hours(lambda: 0.0, lambda _: None, 60.0)
    Broker(
        messages.BACKEND, model, Purse(Ceilings(per_dream=1.0, per_month=1.0), lambda usd: usd), recorder, hours
    ).complete(request)
    sent, kept = server.seen[-1].body.decode(), recorder.path.read_text("utf-8")
    for body in (system_body, tool_body, *(body for body, _ in rest)):
        assert body not in sent
        assert body not in kept
