"""What a dream and a model say to each other, whichever way it travels."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

from dreamd.records import Record, Tokens

NESTING = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{}\]]')


class Text(Record, frozen=True, tag="text"):
    """Words."""

    text: str


class Call(Record, frozen=True, tag="call"):
    """The model calls a tool."""

    id: str
    name: str
    input: msgspec.Raw
    """A JSON object."""


class Result(Record, frozen=True, tag="result"):
    """What a tool answered."""

    id: str
    """Of the call."""
    text: str
    error: bool = False


class Opaque(Record, frozen=True, tag="opaque"):
    """A block that only the model understands (thinking): it goes back as it came, in its place."""

    raw: msgspec.Raw


Block: TypeAlias = Text | Call | Result | Opaque


DEEPEST = 64


def deep(data: bytes) -> bool:
    """Whether a JSON text is nested deeper than any tool's input: past that, decoders give up at various depths."""
    level = 0
    for token in NESTING.finditer(data):
        level += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(token[0], 0)
        if level > DEEPEST:
            return True
    return False


class Message(Record, frozen=True):
    """One turn of the dialog. Earlier messages are never changed: models sign what they thought."""

    role: Literal["user", "assistant"]
    content: tuple[Block, ...]


class Tool(Record, frozen=True):
    """A tool that the model may call."""

    name: str
    description: str
    schema: msgspec.Raw
    """JSON Schema of the input object."""


class Request(Record, frozen=True):
    """One prompt."""

    agent: str
    """Who asks: ``dream``, or ``explorer-1`` to ``explorer-4``."""
    system: str
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    max_tokens: int = 8_000


class Reply(Record, frozen=True):
    """One complete answer."""

    content: tuple[Block, ...]
    stop: Literal["end_turn", "tool_use"]
    tokens: Tokens = Tokens()
    usd: float = 0.0
    """What the other side says that it cost; 0.0 where it says nothing."""
