"""Answers of a server that speaks the Messages API: a good one, and every bad one that we know by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from dreamd.fakes import wire

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.dialog import Reply

PLAIN = {"content-type": "application/json"}
HTML = {"content-type": "text/html"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Bytes on the wire, and what comes after them."""

    data: bytes
    then: Literal["close", "hang", "drip", "flood"] = "close"
    """``hang``: nothing more, and the connection stays open; ``drip``: a space now and then; ``flood``: spaces."""


def http(status: int, body: bytes, headers: Mapping[str, str] = PLAIN, length: int | None = None) -> bytes:
    """A response.

    Args:
        status: HTTP's.
        body: as it is sent.
        headers: beside its length.
        length: what the head says of it, where that is not true.
    """
    told = {"connection": "close", "content-length": str(len(body) if length is None else length), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return f"HTTP/1.1 {status} Said\r\n{head}\r\n".encode() + body


def good(reply: Reply, **changed: object) -> Answer:
    """A whole message, with members changed; those that are ``...`` are left out."""
    plain = {name: value for name, value in (wire.message(reply) | changed).items() if value is not ...}
    return Answer(http(200, msgspec.json.encode(plain)))


def streamed(reply: Reply) -> Answer:
    """The same as a stream of events."""
    return Answer(http(200, wire.events(reply), {"content-type": "text/event-stream"}))


def error(status: int, kind: str, message: str = "no", headers: Mapping[str, str] = PLAIN) -> Answer:
    """An error as the API words it."""
    return Answer(http(status, msgspec.json.encode(_problem(kind, message)), {**PLAIN, **headers}))


def _problem(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}}


def bad(reply: Reply) -> dict[str, Answer]:
    """Every misbehaviour by its name; ``reply`` is what a well-behaved server would have said."""
    whole = msgspec.json.encode(wire.message(reply))
    stream = b"event: error\ndata: " + msgspec.json.encode(_problem("overloaded_error", "busy")) + b"\n\n"
    return {
        "401": error(401, "authentication_error"),
        "403": error(403, "permission_error"),
        "404": error(404, "not_found_error"),
        "400": error(400, "invalid_request_error"),
        "413": error(413, "request_too_large"),
        "429 for an hour": error(429, "rate_limit_error", headers={"retry-after": "3600"}),
        "429 for a moment": error(429, "rate_limit_error", headers={"retry-after": "3"}),
        "500": error(500, "api_error"),
        "500 without JSON": Answer(http(500, b"<h1>oops</h1>", HTML)),
        "529": error(529, "overloaded_error"),
        "never retry": error(500, "api_error", headers={"x-should-retry": "false"}),
        "an error of an odd type": Answer(http(400, b'{"error": {"type": ["x"], "message": {"y": 1}}}')),
        "a flood of an error": Answer(http(500, b"<h1>", HTML, length=1 << 40), "flood"),
        "silence": Answer(b"", "hang"),
        "silence after the head": Answer(http(200, b"", length=1000), "hang"),
        "dripping": Answer(http(200, b"{", length=100_000), "drip"),
        "dripping head": Answer(b"HTTP/1.1 200 Said\r\nx-slow: ", "drip"),
        "flood": Answer(http(200, b"{", length=1 << 40), "flood"),
        "cut": Answer(http(200, whole[: len(whole) // 2], length=len(whole))),
        "cut before the head": Answer(b""),
        "early clean end": Answer(http(200, whole[: len(whole) // 2])),
        "empty": Answer(http(200, b"")),
        "error in a stream": Answer(http(200, stream, {"content-type": "text/event-stream"})),
        "error with 200": error(200, "overloaded_error"),
        "HTML": Answer(http(200, b"<html><body>Please log in</body></html>", HTML)),
        "HTML called JSON": Answer(http(200, b"<html></html>")),
        "a list": Answer(http(200, b"[1, 2]")),
        "a string": Answer(http(200, b'"hello"')),
        "another object": Answer(http(200, b'{"choices": []}')),
        "no content": good(reply, content=None),
        "empty content": good(reply, content=[]),
        "content is text": good(reply, content="hello"),
        "a block without type": good(reply, content=[{"text": "hello"}]),
        "a call without input": good(reply, content=[{"type": "tool_use", "id": "a", "name": "b"}]),
        "a call with text as input": good(reply, content=[{"type": "tool_use", "id": "a", "name": "b", "input": "c"}]),
        "a tool without a call": good(reply, stop_reason="tool_use", content=[{"type": "text", "text": "hm"}]),
        "no stop": good(reply, stop_reason=None),
        "max_tokens": good(reply, stop_reason="max_tokens"),
        "pause": good(reply, stop_reason="pause_turn"),
        "refusal": good(reply, stop_reason="refusal", content=[]),
        "context window": good(reply, stop_reason="model_context_window_exceeded"),
    }
