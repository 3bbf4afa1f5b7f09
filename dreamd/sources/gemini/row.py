"""Decodes a line, or a whole file of the older form, into typed rows."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import decoder

BEGIN = re.compile(r'\{"(?:id|sessionId|\$set|\$rewindTo|timestamp|type)"\s*:')
NOWHERE = re.compile(r"(?!)")
TYPES = frozenset({"user", "gemini", "model", "info", "error", "warning"})
"""Of messages; the last three are the client's notices. ``model`` stands in histories that were taken over."""


class Call(msgspec.Struct, frozen=True, gc=False):
    """A tool's call, with what came of it."""

    name: str | None = None
    args: Raw = Raw()
    result: Raw = Raw()


class Row(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A header, a message, an update or a rewind of the log; or a whole file of the older form."""

    id: str | None = None
    type: str | None = None
    timestamp: str | None = None
    content: Raw = Raw()
    parts: Raw = Raw()
    display_content: Raw = Raw()
    """What the person typed, where the client put more into ``content``."""
    tool_calls: list[Call] | None = None
    session_id: str | None = None
    kind: str | None = None
    """Of a header: ``main`` or ``subagent``."""
    messages: list[Row] | None = None
    """Of an update or a whole file: all that the conversation holds from here on."""
    update: Row | None = msgspec.field(default=None, name="$set")
    rewind_to: str | None = msgspec.field(default=None, name="$rewindTo")


def _is_row(found: dict[str, object]) -> bool:
    message = found.keys() >= {"id", "type", "timestamp"}
    return message or found.keys() >= {"sessionId", "projectHash"} or bool(found.keys() & {"$set", "$rewindTo"})


decode = decoder(Row, BEGIN, _is_row)
decode_document = decoder(Row, NOWHERE, _is_row)
