"""The typed rows of a Codex rollout: of most of the bytes nothing is built.

Since 0.44 a row is an envelope around its payload. Before that the items stood on the lines by themselves, behind a
head line without a type; they are given as if they lay in an envelope without a time.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import DEPTH


class Passed(msgspec.Struct, frozen=True, gc=False):
    """What the client notes beside a message (from 0.142 on)."""

    turn_id: str | None = None
    content_item_kinds: list[str | None] | None = None
    """A label for each block of the message, e.g. ``user.text`` (from 0.149 on)."""


class Item(msgspec.Struct, frozen=True, gc=False):
    """What an ``item_completed`` event is about."""

    type: str | None = None
    content: Raw = Raw()


class Payload(msgspec.Struct, frozen=True, gc=False):
    """What an envelope holds; every field may be missing, in any version."""

    type: str | None = None
    id: str | None = None
    timestamp: str | None = None
    role: str | None = None
    content: Raw = Raw()
    message: Raw = Raw()
    kind: str | None = None
    """Of a ``user_message`` of the first versions: ``plain``, ``user_instructions``, ``environment_context``."""
    name: str | None = None
    namespace: str | None = None
    """Of a call: whose tool it is that others wrote."""
    call_id: str | None = None
    arguments: Raw = Raw()
    input: Raw = Raw()
    action: Raw = Raw()
    output: Raw = Raw()
    tools: Raw = Raw()
    result: Raw = Raw()
    item: Item | None = None
    turn_id: str | None = None
    cwd: str | None = None
    cli_version: str | None = None
    originator: str | None = None
    source: Raw = Raw()
    thread_source: str | None = None
    record_type: str | None = None
    passed: Passed | None = msgspec.field(default=None, name="internal_chat_message_metadata_passthrough")


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """A whole line, since 0.44."""

    type: str | None = None
    timestamp: str | None = None
    payload: Payload | None = None


class Row(msgspec.Struct, frozen=True, gc=False):
    """One object of a rollout, of any version."""

    name: str
    """Its type, with what its payload is behind a colon: ``event_msg:user_message``."""
    payload: Payload
    time: str = ""
    bare: bool = False
    """Without an envelope: from before 0.44."""


def texts(found: object, depth: int = 0) -> list[str]:
    """The texts of a content field, one for each block: itself, or what its blocks hold under ``text``."""
    if isinstance(found, str):
        return [found]
    if isinstance(found, list) and depth < DEPTH:
        return ["\n".join(texts(item, depth + 1)) for item in found]
    return texts(found.get("text"), depth + 1) if isinstance(found, dict) and depth < DEPTH else []
