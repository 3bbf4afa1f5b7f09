"""What a server answered, as a reply: whole, or an error that says what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from dreamd.backends import counted, failed
from dreamd.backends.messages.failure import named
from dreamd.dialog import Block, Call, Opaque, Reply, Text, deep
from dreamd.records import Tokens

if TYPE_CHECKING:
    from dreamd.errors import ModelFailed

STOPS = {"refusal": "refused", "model_context_window_exceeded": "too_large"}
"""Ends that are worse than an answer that broke off."""


class _Problem(msgspec.Struct):
    type: str = ""


class _Answer(msgspec.Struct):
    """The parts that we look at; servers add what they like, and leave out what they like."""

    content: list[msgspec.Raw] | None = None
    stop_reason: str | None = None
    usage: msgspec.Raw = msgspec.Raw(b"null")
    error: _Problem | None = None


class _Usage(msgspec.Struct):
    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Kind(msgspec.Struct):
    type: str


class _Said(msgspec.Struct):
    text: str


class _Use(msgspec.Struct):
    id: str
    name: str
    input: dict[str, Any]


class _Input(msgspec.Struct):
    input: msgspec.Raw


def reply(answer: bytes) -> Reply:
    """The reply in the answer's body.

    Raises:
        ModelFailed: it is none, or not a complete one.
    """
    read = _read(answer)
    if read.error is not None:
        raise named(read.error.type)
    if read.stop_reason not in {"end_turn", "tool_use"} or read.content is None:
        raise _incomplete(read)
    content = tuple(block for raw in read.content if (block := _block(raw)) is not None)
    calls = any(isinstance(block, Call) for block in content)
    if read.stop_reason == "tool_use" and not calls:
        raise failed("not_a_model", "it stopped for a tool and called none")
    # Some servers end the turn with a call in it; what counts is that there is one.
    return Reply(content=content, stop="tool_use" if calls else "end_turn", tokens=_tokens(read.usage))


def _read(answer: bytes) -> _Answer:
    try:
        return msgspec.json.decode(_unframed(answer), type=_Answer)
    except msgspec.ValidationError:
        raise failed("not_a_model", "its JSON is no message") from None
    except (msgspec.DecodeError, RecursionError) as error:
        if not answer.strip() or (answer.lstrip().startswith(b"{") and "truncated" in str(error)):
            raise failed("cut_off", retry_after=0.0) from None
        raise failed("not_a_model", "it sent no JSON") from None


def _unframed(answer: bytes) -> bytes:
    """The last event of a stream, where a server sends one unasked: that is how some say what went wrong."""
    if not answer.startswith((b"event:", b"data:")):
        return answer
    events = [line.removeprefix(b"data:") for line in answer.splitlines() if line.startswith(b"data:")]
    return events[-1] if events else answer


def _incomplete(read: _Answer) -> ModelFailed:
    stop = read.stop_reason or ""
    if stop in STOPS:
        return failed(STOPS[stop])
    if read.content is None:
        return failed("not_a_model", "it sent a reply without content")
    return failed(
        "cut_off", f"it stopped with {stop}" if stop.isidentifier() else "it did not say that it had finished"
    )


def _block(raw: msgspec.Raw) -> Block | None:
    """The block; ``None`` for an empty text, which no server takes back."""
    if deep(raw):
        raise failed("not_a_model", "one of its blocks is nested too deep")
    try:
        kind = msgspec.json.decode(raw, type=_Kind).type
        if kind == "text":
            text = msgspec.json.decode(raw, type=_Said).text
            return Text(text=text) if text else None
        if kind == "tool_use":
            use = msgspec.json.decode(raw, type=_Use)
            return Call(id=use.id, name=use.name, input=msgspec.json.decode(raw, type=_Input).input.copy())
        return Opaque(raw=raw.copy())
    except (msgspec.DecodeError, RecursionError):
        raise failed("not_a_model", "one of its blocks is none") from None


def _tokens(usage: msgspec.Raw) -> Tokens:
    """None at all where the server does not count, or counts nonsense."""
    try:
        said = msgspec.json.decode(usage, type=_Usage)
    except msgspec.DecodeError:
        return Tokens()
    counts = Tokens(
        input=said.input_tokens + (said.cache_creation_input_tokens or 0),
        output=said.output_tokens,
        cached=said.cache_read_input_tokens or 0,
    )
    return counts if counted(counts) else Tokens()
