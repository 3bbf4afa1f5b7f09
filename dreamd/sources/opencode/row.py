"""Decodes a line of a session's copy, and the JSON texts in it."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import decoder

BEGIN = re.compile(r'\{"type":"(?:session|message)"')
NOWHERE = re.compile(r"(?!)")
KINDS = frozenset(
    {
        "",
        "agent-switched",
        "assistant",
        "compaction",
        "location-switched",
        "model-switched",
        "shell",
        "synthetic",
        "system",
        "user",
    }
)
"""Types of version 2's messages; older ones have none."""
PARTS = frozenset({"agent", "compaction", "retry", "subtask", "text", "tool"})


class Row(msgspec.Struct, frozen=True, gc=False):
    """The header, or a message."""

    type: str | None = None
    id: str | None = None
    directory: str | None = None
    version: str | None = None
    time: int | None = None
    kind: str = ""
    data: str = ""
    parts: list[str] = []


class State(msgspec.Struct, frozen=True, gc=False):
    """Of a tool's call."""

    input: Raw = Raw()
    output: Raw = Raw()
    content: Raw = Raw()


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a message, or a block of version 2's content."""

    type: str | None = None
    text: Raw = Raw()
    synthetic: object = None
    """The client wrote it."""
    ignored: object = None
    tool: str | None = None
    name: str | None = None
    state: State = State()


class Data(msgspec.Struct, frozen=True, gc=False):
    """What a message says of itself."""

    role: str | None = None
    mode: str | None = None
    summary: object = None
    """True where an answer sums the session up; of a prompt, what changed."""
    text: Raw = Raw()
    content: list[Part] | None = None
    command: Raw = Raw()
    output: Raw = Raw()


def _is_row(found: dict[str, object]) -> bool:
    return found.keys() >= {"type", "id"} and bool(found.keys() & {"data", "directory"})


def _any(_: dict[str, object]) -> bool:
    return True


decode = decoder(Row, BEGIN, _is_row)
_data = decoder(Data, NOWHERE, _any)
_part = decoder(Part, NOWHERE, _any)


def data_of(row: Row) -> Data:
    """The message's own data; empty where it cannot be decoded."""
    return next(iter(_data(row.data.encode("utf-8", "replace"))), Data())


def parts_of(row: Row, data: Data) -> list[Part]:
    """The message's parts, whichever version keeps them."""
    return [*[one for part in row.parts for one in _part(part.encode("utf-8", "replace"))], *(data.content or [])]
