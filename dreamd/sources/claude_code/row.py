"""Decodes a line of a Claude Code transcript into typed rows.

Only the fields that say who speaks are built; msgspec passes over the rest, which is most of the bytes. What the fast
decoder refuses is searched for whole objects and mended field by field.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd import jsonl
from dreamd.reading.decoding import FAILURES, encode, fits
from dreamd.sources.claude_code import names

BEGIN = re.compile(r'\{"(?:type|parentUuid|logicalParentUuid|isSidechain|timestamp|uuid|sessionId|messageId|agentId)":')

LOOK = 100
"""Bytes of a tool's result in which words begin that may be a person's."""
WORTH_A_LOOK = re.compile(rb'"(?:\\|The user |User has answered|Your questions have)|[^"]')
"""How such a result begins: with the phrase itself, with an escape, or as blocks that may hold it."""


OUTSIDE = "mcp__"
"""How the names of tools begin that others wrote, whose results the client passes on as they come."""
FLAGS = frozenset(
    {"isMeta", "isSidechain", "agentId", "isCompactSummary", "isVisibleInTranscriptOnly", "origin", "turnOrigin"}
)
"""Fields that tell the person from others."""


class Block(msgspec.Struct, frozen=True, gc=False):
    """One block of a message's content."""

    type: str | None = None
    text: str | None = None
    content: Raw = Raw()
    """Of a tool's result: text or blocks."""
    name: str | None = None
    """Of a tool's call."""
    id: str | None = None
    """Of a tool's call."""
    tool_use_id: str | None = None
    """Of a tool's result: the call that it answers."""
    input: Raw = Raw()
    is_error: bool | None = None


class Message(msgspec.Struct, frozen=True, gc=False):
    """What was sent to the model, or came from it."""

    content: str | list[Block] | None = None
    id: str | None = None
    model: str | None = None


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Who started a turn (from 2.1.193 on)."""

    kind: str | None = None


class Attachment(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What the client put beside the conversation (from 2.1.92 on)."""

    type: str | None = None
    prompt: str | list[Block] | None = None
    """Of a ``queued_command``."""
    command_mode: str | None = None
    origin: Origin | None = None
    is_meta: bool | None = None
    content: Raw = Raw()
    files: Raw = Raw()
    memories: Raw = Raw()
    skills: Raw = Raw()


class Decision(msgspec.Struct, frozen=True, gc=False):
    """How a tool call was permitted."""

    decision: str | None = None


class Row(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """One object of a transcript; every field may be missing, in any version."""

    type: str | None = None
    subtype: str | None = None
    """Of a ``system`` row."""
    uuid: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    version: str | None = None
    entrypoint: str | None = None
    prompt_source: str | None = None
    turn_origin: str | None = None
    origin: Origin | None = None
    is_meta: bool | None = None
    is_sidechain: bool | None = None
    agent_id: str | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    is_api_error_message: bool | None = None
    plan_content: Raw = Raw()
    message: Message | None = None
    attachment: Attachment | None = None
    tool_use_result: Raw = Raw()
    tool_denial_kind: str | None = None
    """``user-rejected`` where a person refused the call (newest versions)."""
    permission_decision: Decision | None = None
    operation: str | None = None
    """Of a ``queue-operation``."""
    content: Raw = Raw()
    """Of a ``queue-operation`` and of some ``system`` rows."""


fast = msgspec.json.Decoder(Row).decode
"""The row of a sound line; one of ``FAILURES`` is raised where the line is not."""
_FIELDS = {field.encode_name for field in msgspec.structs.fields(Row)}


def decode(line: bytes) -> list[Row]:
    """The rows on one line: one, as a rule; several where lines were glued; none where nothing can be read."""
    try:
        return [fast(jsonl.shortened(line))]
    except FAILURES:
        return decode_plain(line)


def silent(row: Row) -> bool:
    """Whether the row surely holds nobody's words, found out cheaply: thought, calls and results of tools alone.

    Calls of tools that others wrote hold no words either, but what comes back from them must be known again.
    """
    message = row.message
    if message is None:
        return row.type in names.BOOKKEEPING or (row.type == "system" and row.subtype not in names.SYSTEM_WORDS)
    if not isinstance(message.content, list):
        return False
    for block in message.content:
        if block.text or (block.type == "tool_result" and may_be_from_person(block)):
            return False
        if block.name and block.name.startswith(OUTSIDE):
            return False
    return True


def may_be_from_person(block: Block) -> bool:
    """A cheap look at the first bytes of a tool's result; false for nearly every one."""
    if not WORTH_A_LOOK.match(block.content):
        return False
    head = bytes(memoryview(block.content)[:LOOK])
    return head.startswith(b'"\\') or b"The user " in head or b"answered" in head


def decode_plain(line: bytes) -> list[Row]:
    """The same rows by the tolerant way alone; what ``decode`` is compared with."""
    return [_mended(item) for item in jsonl.objects(jsonl.shortened(line), BEGIN, _is_row)]


def _is_row(found: dict[str, object]) -> bool:
    """Every row names its session, or holds no words; the messages and blocks inside rows do neither."""
    return "sessionId" in found or str(found.get("type")) in names.BOOKKEEPING


def _mended(found: dict[str, object]) -> Row:
    known = {name: item for name, item in found.items() if name in _FIELDS}
    kept = {name: item for name, item in known.items() if fits(Row, {name: item})}
    message = known.get("message")
    if "message" not in kept and isinstance(message, dict):
        kept["message"] = _mended_message(message)
    if known.keys() & FLAGS - kept.keys():
        kept["isMeta"] = True  # who speaks cannot be told, so it is not the person
    return fast(encode(kept))


def _mended_message(message: dict[str, object]) -> dict[str, object]:
    kept = {name: item for name, item in message.items() if fits(Message, {name: item})}
    content = message.get("content")
    if "content" not in kept and isinstance(content, list):
        kept["content"] = [block for block in content if fits(Block, block)]
    return kept
