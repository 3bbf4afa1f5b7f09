"""Decodes a line into typed entries; OpenClaw's have the same form."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import decoder

BEGIN = re.compile(r'\{"(?:type|id|parentId|timestamp)"\s*:')
TYPES = frozenset(
    {
        "branch_summary",
        "compact",
        "compaction",
        "custom",
        "custom_message",
        "label",
        "message",
        "model_change",
        "session",
        "session_info",
        "thinking_level_change",
    }
)
ROLES = frozenset(
    {
        "assistant",
        "bashExecution",
        "branchSummary",
        "compactionSummary",
        "custom",
        "hookMessage",
        "system",
        "toolResult",
        "user",
    }
)
"""Of messages."""


class Message(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What was said, by whom."""

    role: str | None = None
    content: Raw = Raw()
    summary: Raw = Raw()
    command: str | None = None
    """Of a ``bashExecution``: what the person typed behind ``!``."""
    output: Raw = Raw()
    tool_name: str | None = None


class Row(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """One entry, or the header."""

    type: str | None = None
    id: str | None = None
    parent_id: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    """Of the header."""
    version: int | None = None
    """Of the header, from 2 on."""
    message: Message | None = None
    content: Raw = Raw()
    """Of a ``custom_message``."""
    summary: Raw = Raw()
    """Of a ``compaction`` and a ``branch_summary``."""


def _is_row(found: dict[str, object]) -> bool:
    return found.keys() >= {"type", "timestamp"} and str(found["type"]) in TYPES


decode = decoder(Row, BEGIN, _is_row)
