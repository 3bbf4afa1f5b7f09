"""One session as any store holds it, and as its copy has it: a line for each message that is complete."""

from __future__ import annotations

import json
from typing import NamedTuple

import msgspec

from dreamd.reading.decoding import FAILURES

PART_BYTES = 1 << 16
"""A longer part is a tool's output or a file; no evidence is looked up there."""
DROPPED = frozenset({"file", "patch", "reasoning", "snapshot", "step-finish", "step-start"})
"""Parts that hold nobody's words."""


class Message(NamedTuple):
    """One message, its contents still as JSON texts."""

    id: str
    time: int
    """Milliseconds since 1970."""
    data: str
    parts: list[str]
    kind: str = ""
    """What version 2 calls its type."""


class Session(NamedTuple):
    """One session of a person's."""

    id: str
    directory: str
    version: str
    messages: list[Message]


class Times(msgspec.Struct, frozen=True):
    """When something began and ended."""

    created: float = 0
    completed: float | None = None


class Brief(msgspec.Struct, frozen=True, rename={"parent_id": "parentID", "message_id": "messageID"}):
    """What must be known of any of the stores' objects to copy it."""

    id: str = ""
    type: str = ""
    role: str = ""
    directory: str = ""
    version: str = ""
    parent_id: str | None = None
    message_id: str = ""
    time: Times = Times()
    error: object = None
    revert: Brief | None = None
    """Of a session: the message from which on the person took all back."""


def brief(data: str | bytes | None) -> Brief:
    """The object's brief; an empty one where it cannot be decoded."""
    try:
        return msgspec.json.decode(data or b"{}", type=Brief)
    except FAILURES:
        return Brief()


def wanted(part: str) -> bool:
    """Whether the part goes into the copy."""
    return len(part) <= PART_BYTES and brief(part).type not in DROPPED


def lines(session: Session, taken_back_from: str = "") -> bytes:
    """The copy: a header, then the messages that stand.

    The last one waits while it is being written: an answer without its end, a prompt without its parts.
    """
    messages = session.messages
    ids = [message.id for message in messages]
    if taken_back_from in ids:
        messages = messages[: ids.index(taken_back_from)]
    if messages and _being_written(messages[-1]):
        messages = messages[:-1]
    head = {"type": "session", "id": session.id, "directory": session.directory, "version": session.version}
    rows = [head, *[{"type": "message", **message._asdict()} for message in messages]]
    return "".join(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n" for row in rows).encode(
        "utf-8", "replace"
    )


def _being_written(message: Message) -> bool:
    known = brief(message.data)
    if (message.kind or known.role) == "assistant":
        return known.time.completed is None and known.error is None
    return not message.kind and not message.parts
