"""Decodes a line into typed events."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import decoder

BEGIN = re.compile(r'\{"(?:type|data|id|timestamp|agentId)"\s*:')


class Request(msgspec.Struct, frozen=True, gc=False):
    """The agent wants a tool."""

    name: str | None = None
    arguments: Raw = Raw()


class Context(msgspec.Struct, frozen=True, gc=False):
    """Where a session was started or taken up again."""

    cwd: str | None = None


class Data(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What an event tells."""

    content: Raw = Raw()
    """Of a user's message: as it was typed; ``transformedContent`` has what the client made of it."""
    source: object = None
    """Of a user's message that no person wrote: who did."""
    is_autopilot_continuation: object = None
    parent_tool_call_id: object = None
    """Of a subagent's event, before these had ``agentId``."""
    tool_name: str | None = None
    arguments: Raw = Raw()
    result: Raw = Raw()
    tool_requests: list[Request] | None = None
    question: Raw = Raw()
    answer: Raw = Raw()
    summary_content: Raw = Raw()
    context: Context | None = None
    cwd: str | None = None
    copilot_version: str | None = None
    up_to_event_id: str | None = None
    """Of a rewind: the first event that it took away."""


class Row(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """One event."""

    type: str | None = None
    data: Data = Data()
    id: str | None = None
    timestamp: str | None = None
    agent_id: object = None
    """Of a subagent's event."""


def _is_row(found: dict[str, object]) -> bool:
    return found.keys() >= {"type", "data", "timestamp"}


decode = decoder(Row, BEGIN, _is_row)
