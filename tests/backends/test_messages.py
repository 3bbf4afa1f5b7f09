"""The real SDK over real HTTP against a server on this machine that behaves, or does not."""

from __future__ import annotations

import logging
import socket
import threading
import time
from typing import TYPE_CHECKING, NoReturn

import msgspec
import pytest

from dreamd.backends import Model
from dreamd.backends.messages import BACKEND, REPLY_BYTES
from dreamd.dialog import Call, Message, Opaque, Reply, Request, Result, Text, Tool
from dreamd.errors import ModelFailed
from dreamd.fakes import misbehaviour
from dreamd.fakes.messages_server import Server, call, say, serve, think, turns
from dreamd.fakes.misbehaviour import Answer, bad, good
from dreamd.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "key-4711-of-the-gateway"
SCHEMA = msgspec.Raw(b'{"type":"object","properties":{"topic":{"type":"string"}},"required":["topic"]}')
HELLO = "Read the digest, please, and tell what is worth keeping."
FINE = msgspec.structs.replace(say("Nothing to keep."), tokens=Tokens(input=70, output=9, cached=30))
ONE_SECOND = 1.0

REASONS = {
    "401": ("bad_key", None),
    "403": ("bad_key", None),
    "404": ("not_a_model", None),
    "400": ("bad_request", None),
    "413": ("too_large", None),
    "429 for an hour": ("rate_limited", 3600.0),
    "429 for a moment": ("rate_limited", 3.0),
    "500": ("server", 0.0),
    "500 without JSON": ("server", 0.0),
    "529": ("server", 0.0),
    "never retry": ("server", None),
    "an error of an odd type": ("bad_request", None),
    "a flood of an error": ("server", 0.0),
    "silence": ("timeout", 0.0),
    "silence after the head": ("timeout", 0.0),
    "dripping": ("timeout", 0.0),
    "dripping head": ("timeout", 0.0),
    "flood": ("not_a_model", None),
    "cut": ("cut_off", 0.0),
    "cut before the head": ("cut_off", 0.0),
    "early clean end": ("cut_off", 0.0),
    "empty": ("cut_off", 0.0),
    "error in a stream": ("server", 0.0),
    "error with 200": ("server", 0.0),
    "HTML": ("not_a_model", None),
    "HTML called JSON": ("not_a_model", None),
    "a list": ("not_a_model", None),
    "a string": ("not_a_model", None),
    "another object": ("not_a_model", None),
    "no content": ("not_a_model", None),
    "content is text": ("not_a_model", None),
    "a block without type": ("not_a_model", None),
    "a call without input": ("not_a_model", None),
    "a call with text as input": ("not_a_model", None),
    "a tool without a call": ("not_a_model", None),
    "no stop": ("cut_off", None),
    "max_tokens": ("cut_off", None),
    "pause": ("cut_off", None),
    "refusal": ("refused", None),
    "context window": ("too_large", None),
}
BAD = bad(FINE)


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_PROFILE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def fine() -> Iterator[Server]:
    with serve(turns(FINE)) as server:
        yield server


def asked(*messages: Message, system: str = "", tools: tuple[Tool, ...] = ()) -> Request:
    said = messages or (Message(role="user", content=(Text(text=HELLO),)),)
    return Request(agent="dream", system=system, messages=said, tools=tools)


def model(server: Server, name: str = "claude-haiku-5-5", effort: str = "low") -> Model:
    return Model(name=name, base_url=server.url, key=KEY, effort=effort)


def refusal(answer: Answer, seconds: float = 30.0) -> tuple[ModelFailed, int]:
    with serve(turns(answer)) as server:
        with pytest.raises(ModelFailed) as caught:
            BACKEND.complete(asked(), model(server), seconds)
        return caught.value, len(server.seen)


# --- what goes out ----------------------------------------------------------------------------------------------------


def test_a_prompt_is_answered(fine: Server) -> None:
    reply = BACKEND.complete(asked(), model(fine), 30.0)
    assert reply == FINE
    assert reply.tokens == Tokens(input=70, output=9, cached=30)


def test_a_claude_is_told_its_effort_and_where_to_keep_the_prompt(fine: Server) -> None:
    tool = Tool(name="view", description="Look.", schema=SCHEMA)
    BACKEND.complete(asked(system="You dream.", tools=(tool,)), model(fine), 30.0)
    (seen,) = fine.seen
    assert seen.path == "/v1/messages"
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert seen.plain == {
        "model": "claude-haiku-5-5",
        "max_tokens": 8000,
        "system": [{"type": "text", "text": "You dream.", "cache_control": {"type": "ephemeral"}}],
        "tools": [{"name": "view", "description": "Look.", "input_schema": msgspec.json.decode(SCHEMA)}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": HELLO}]}],
        "cache_control": {"type": "ephemeral"},
        "output_config": {"effort": "low"},
    }


def test_a_claude_without_effort_is_not_told_one(fine: Server) -> None:
    BACKEND.complete(asked(), model(fine, effort=""), 30.0)
    assert "output_config" not in fine.seen[0].plain


def test_any_other_model_gets_the_plain_api_alone(fine: Server) -> None:
    BACKEND.complete(asked(system="You dream."), model(fine, "qwen3:8b"), 30.0)
    assert fine.seen[0].plain == {
        "model": "qwen3:8b",
        "max_tokens": 8000,
        "system": "You dream.",
        "messages": [{"role": "user", "content": [{"type": "text", "text": HELLO}]}],
    }


def test_no_thread_is_held_by_the_server_and_no_unasked_beta_used(fine: Server) -> None:
    BACKEND.complete(asked(), model(fine), 30.0)
    assert "thread" not in fine.seen[0].plain
    assert "anthropic-beta" not in fine.seen[0].headers


def test_a_dialog_goes_back_as_it_came_thinking_included() -> None:
    first = think(call("view", topic="deploy é"), "EqQBCkYIBxgCKkD/+==")
    with serve(turns(first, FINE)) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
        result = Result(id=reply.content[-1].id, text="no such topic", error=True)  # type: ignore[union-attr]
        start = asked().messages
        again = asked(*start, Message(role="assistant", content=reply.content), Message(role="user", content=(result,)))
        BACKEND.complete(again, model(server), 30.0)
        second = server.seen[1].plain["messages"]
    assert reply == first
    assert second[0] == server.seen[0].plain["messages"][0]
    assert second[1]["content"] == [
        {"type": "thinking", "thinking": "", "signature": "EqQBCkYIBxgCKkD/+=="},
        {"type": "tool_use", "id": "toolu_view", "name": "view", "input": {"topic": "deploy é"}},
    ]
    assert second[2]["content"] == [
        {"type": "tool_result", "tool_use_id": "toolu_view", "content": "no such topic", "is_error": True}
    ]


def test_the_key_and_the_address_come_from_the_sdks_environment_where_none_is_set(
    fine: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", fine.url)
    BACKEND.complete(asked(), Model(name="claude-haiku-5-5"), 30.0)
    assert fine.seen[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_server_of_ones_own_needs_no_key(fine: Server, monkeypatch: pytest.MonkeyPatch, home: object) -> None:
    monkeypatch.setenv("HOME", str(home))
    reply = BACKEND.complete(asked(), Model(name="qwen3:8b", base_url=fine.url), 30.0)
    assert reply == FINE
    assert fine.seen[0].headers["authorization"] == "Bearer none"


def test_a_key_goes_to_no_server_but_the_one_it_was_set_for(fine: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", KEY)
    BACKEND.complete(asked(), Model(name="qwen3:8b", base_url=fine.url), 30.0)
    assert fine.seen[0].headers["authorization"] == "Bearer none"
    with pytest.raises(ModelFailed, match="OPENROUTER_KEY is not set") as caught:
        BACKEND.complete(asked(), Model(name="qwen3:8b", base_url=fine.url, key_from="OPENROUTER_KEY"), 30.0)
    assert caught.value.reason == "no_key"
    assert len(fine.seen) == 1


def test_headers_that_were_set_for_another_server_do_not_go_along(
    fine: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    custom = f"X-Team-Token: {KEY}\nAuthorization: Bearer {KEY}"
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", custom)
    environment = {"ANTHROPIC_CUSTOM_HEADERS": custom}
    BACKEND.complete(asked(), Model(name="qwen3:8b", base_url=fine.url, environment=environment), 30.0)
    assert KEY not in str(fine.seen[0].headers)
    assert fine.seen[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("HTTPS_PROXY", "ftp://127.0.0.1:9"),
        ("HTTP_PROXY", "http://[::1"),
        ("SSL_CERT_FILE", "/nowhere/certificates.pem"),
        ("SSL_CERT_FILE", __file__),
    ],
)
def test_a_proxy_or_certificates_of_no_use_are_a_reason_and_no_bug(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="claude-haiku-5-5", key=KEY, base_url="https://127.0.0.1:9"), 30.0)
    assert caught.value.reason == "unreachable"


def test_a_name_that_takes_long_to_look_up_is_left_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def slow(*_: object, **__: object) -> NoReturn:
        over.wait(20.0)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    before = time.monotonic()
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="claude-haiku-5-5", key=KEY, base_url="http://slow.example"), 0.5)
    assert time.monotonic() - before < 10.0
    over.set()
    assert caught.value.reason in {"timeout", "unreachable"}


def test_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch, home: object) -> None:
    monkeypatch.setenv("HOME", str(home))
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="claude-haiku-5-5"), 30.0)
    assert caught.value.reason == "no_key"
    assert caught.value.retry_after is None


# --- what comes back --------------------------------------------------------------------------------------------------


def test_unknown_blocks_are_kept_in_their_place_to_the_byte() -> None:
    odd = {"type": "reasoning_blob", "data": "AA==", "n": 1.50, "deep": [{"a": None}]}
    content = [odd, {"type": "text", "text": ""}, {"type": "text", "text": "Done.", "citations": None}]
    with serve(turns(good(FINE, content=content))) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
    assert reply.content == (Opaque(raw=msgspec.Raw(msgspec.json.encode(odd))), Text(text="Done."))


@pytest.mark.parametrize(
    "usage",
    [..., None, "many", {"input_tokens": "7"}, {"input_tokens": -5, "output_tokens": 1}, {}],
    ids=["left out", "null", "text", "text in it", "negative", "empty"],
)
def test_a_server_that_does_not_count_is_believed_all_the_same(usage: object) -> None:
    with serve(turns(good(FINE, usage=usage))) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
    assert reply == msgspec.structs.replace(FINE, tokens=Tokens())


@pytest.mark.parametrize("count", [2**62, -4, 2_000_001])
def test_a_server_that_counts_nonsense_does_not_count(count: int) -> None:
    with serve(turns(good(FINE, usage={"input_tokens": 5, "output_tokens": count}))) as server:
        assert BACKEND.complete(asked(), model(server), 30.0).tokens == Tokens()


def test_what_was_written_to_the_cache_counts_as_input() -> None:
    usage = {"input_tokens": 3, "cache_creation_input_tokens": 40, "cache_read_input_tokens": 500, "output_tokens": 6}
    with serve(turns(good(FINE, usage=usage))) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
    assert reply.tokens == Tokens(input=43, output=6, cached=500)


def test_a_call_counts_though_the_server_says_that_the_turn_ended() -> None:
    with serve(turns(good(call("view", topic="a"), stop_reason="end_turn"))) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
    assert reply.stop == "tool_use"
    assert [type(block) for block in reply.content] == [Call]


def test_members_that_we_do_not_know_change_nothing() -> None:
    with serve(turns(good(FINE, id=..., model=7, role=None, container={"x": 1}))) as server:
        assert BACKEND.complete(asked(), model(server), 30.0) == FINE


# --- what goes wrong --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REASONS)
def test_a_server_that_fails_is_told_by_its_reason(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    reason, retry_after = REASONS[name]
    error, requests = refusal(BAD[name], ONE_SECOND if reason == "timeout" else 30.0)
    assert (error.reason, error.retry_after) == (reason, retry_after)
    assert requests == 1, "the backend does not try again by itself"
    assert error.fix
    assert KEY not in str(error) + repr(error.__cause__) + caplog.text
    assert HELLO not in str(error)


def test_every_misbehaviour_has_its_reason() -> None:
    assert set(BAD) - set(REASONS) == {"empty content"}, "an empty reply is judged by the broker, for every backend"


@pytest.mark.parametrize("name", ["silence", "silence after the head", "dripping", "dripping head"])
def test_the_deadline_is_the_walls_and_not_the_reads(name: str) -> None:
    started = time.monotonic()
    error, _ = refusal(BAD[name], 0.5)
    assert error.reason == "timeout"
    assert time.monotonic() - started < 60, "a dripping server would go on for ever"


def test_a_flood_ends_at_the_limit() -> None:
    error, _ = refusal(BAD["flood"])
    assert str(REPLY_BYTES) in error.message


@pytest.mark.parametrize("url", ["localhost:1", "http://", "http://[::bad", "ftp://127.0.0.1", "http://127.0.0.1:1"])
def test_an_address_that_is_none_is_unreachable(url: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="claude-haiku-5-5", base_url=url, key=KEY), 5.0)
    assert caught.value.reason == "unreachable"
    assert KEY not in str(caught.value)


def test_a_key_that_cannot_be_sent_is_a_bad_key_and_is_not_shown(fine: Server) -> None:
    key = "sk-two\nlines-of-mine"
    with pytest.raises(ModelFailed) as caught:
        BACKEND.complete(asked(), Model(name="claude-haiku-5-5", base_url=fine.url, key=key), 5.0)
    error = caught.value
    assert error.reason == "bad_key"
    assert error.__cause__ is None
    assert error.__suppress_context__
    assert "mine" not in str(error)


def test_a_server_that_repeats_the_key_is_not_quoted_with_it() -> None:
    error, _ = refusal(misbehaviour.error(401, "authentication_error", f"the key {KEY} is unknown\x1b[31m"))
    assert KEY not in str(error)
    assert error.message == "the model server did not accept the key: 401"


def test_a_reply_that_repeats_the_key_comes_without_it() -> None:
    with serve(turns(say(f"Your key is {KEY}."))) as server:
        reply = BACKEND.complete(asked(), model(server), 30.0)
    assert reply.content == (Text(text="Your key is [key]."),)


def test_no_redirect_is_followed() -> None:
    with serve(turns(FINE)) as other:
        away = misbehaviour.http(307, b"", {"location": f"{other.url}/v1/messages"})
        error, _ = refusal(Answer(away))
        assert other.seen == []
    assert error.reason == "not_a_model"


def test_what_goes_to_this_machine_goes_through_no_proxy(fine: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    assert BACKEND.complete(asked(), model(fine), 30.0) == FINE


def test_a_server_that_repeats_the_prompt_is_not_quoted() -> None:
    error, _ = refusal(misbehaviour.error(400, "invalid_request_error", f"bad content: {HELLO}"))
    assert error.message == "the model server did not accept the request: 400"


@pytest.mark.parametrize("header", ["nan", "-5", "inf", "soon", "Wed, 02 Dec 2026 07:28:00 GMT"])
def test_a_pause_that_is_no_number_of_seconds_is_left_to_us(header: str) -> None:
    error, _ = refusal(misbehaviour.error(429, "rate_limit_error", "slower", {"retry-after": header}))
    assert error.retry_after == 0.0


@pytest.mark.parametrize("depth", [60, 980, 100_000])
def test_a_deep_reply_harms_nobody(depth: int) -> None:
    body = msgspec.json.encode({"stop_reason": "end_turn", "content": [{"type": "odd", "x": 0}]})
    deep = body.replace(b'"x":0', b'"x":' + b"[" * depth + b"]" * depth)
    with serve(turns(Answer(misbehaviour.http(200, deep)))) as server:
        try:
            reply: Reply | ModelFailed = BACKEND.complete(asked(), model(server), 30.0)
        except ModelFailed as error:
            reply = error
    assert isinstance(reply, Reply) or reply.reason == "not_a_model"


# --- what it costs ----------------------------------------------------------------------------------------------------

TOKENS = Tokens(input=60_000, output=10_000, cached=30_000)


@pytest.mark.parametrize(
    ("name", "base_url", "dollars"),
    [
        ("claude-haiku-5-5", "", 0.0075 + 0.005 + 0.0003),
        ("anthropic/claude-haiku-5-5", "http://127.0.0.1:4000", 0.0128),
        ("claude-next", "", 1.92),
        ("gpt-5-pro", "http://localhost:4000", 1.92),
        ("gpt-oss:20b", "http://localhost:11434", 0.0),
        ("claude-opus-4-1", "", 1.92),
        ("claude-sonnet-4-5", "", 0.225 + 0.15 + 0.009),
        ("haiku", "", 0.075 + 0.05 + 0.003),
        ("gpt-9", "https://gateway.example.com", 1.92),
        ("qwen3:8b", "http://localhost:11434", 0.0),
        ("qwen3:8b", "http://192.168.1.7:8000/", 0.0),
        ("qwen3:8b", "http://gpu-box:11434", 0.0),
        ("qwen3:8b", "http://[::1", 1.92),
        ("qwen3:8b", "", 1.92),
    ],
)
def test_the_price_is_the_models_and_unknown_ones_count_as_the_dearest(
    name: str, base_url: str, dollars: float
) -> None:
    assert BACKEND.price(Model(name=name, base_url=base_url), TOKENS) == pytest.approx(dollars)


def test_a_long_prompt_costs_five_times_as_much() -> None:
    haiku = Model(name="claude-haiku-5-5")
    at, over = Tokens(input=100_000), Tokens(input=100_000, cached=1)
    assert BACKEND.price(haiku, over) > 4.9 * BACKEND.price(haiku, at)
