"""Decodes a line into typed records."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.reading.decoding import decoder

BEGIN = re.compile(r'\{"(?:uuid|parentUuid|sessionId|timestamp|type)"\s*:')
TYPES = frozenset({"assistant", "system", "tool_result", "user"})
TYPED = frozenset({None, "mid_turn_user_message"})
"""Subtypes of ``user`` records that a person typed."""
SUBTYPES = frozenset(
    {
        "agent_bootstrap",
        "agent_launch_prompt",
        "at_command",
        "attribution_snapshot",
        "chat_compression",
        "cron",
        "custom_title",
        "file_history_snapshot",
        "goal_runtime",
        "goal_state",
        "mid_turn_user_message",
        "notification",
        "parent_session",
        "realtime_message",
        "rewind",
        "session_artifact_event",
        "session_artifact_snapshot",
        "session_source",
        "slash_command",
        "ui_telemetry",
    }
)
"""Of all records; what is not here is counted as unknown."""


class Message(msgspec.Struct, frozen=True, gc=False):
    """What went to the model, or came from it."""

    parts: Raw = Raw()


class Payload(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What the client keeps beside a message."""

    display_text: str | None = None
    """What the person typed, where files or a hook's context were put behind it."""
    raw_command: str | None = None
    """Of a ``slash_command``."""
    phase: str | None = None


class Row(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """One record; several of one uuid are fragments of a message."""

    type: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    version: str | None = None
    provenance: object = None
    """``real_user`` where a person typed it (newest versions)."""
    is_sidechain: object = None
    agent_id: object = None
    message: Message = Message()
    system_payload: Payload = Payload()


def _is_row(found: dict[str, object]) -> bool:
    return found.keys() >= {"uuid", "sessionId", "type"}


decode = decoder(Row, BEGIN, _is_row)
