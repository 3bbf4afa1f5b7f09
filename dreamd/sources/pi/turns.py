"""Says whose words stand in an entry."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from msgspec import Raw

    from dreamd.sources.pi.row import Message, Row

    Spoken: TypeAlias = Callable[[str], Iterable[Said]]
    """Whose words a user's message holds: each dialect has its own rules."""


def said(row: Row, spoken: Spoken) -> list[Said]:
    """Everybody's words in the entry, without the calls and results of tools."""
    if row.type == "message" and row.message:
        found = list(_message(row.message, spoken))
    elif row.type in {"compaction", "branch_summary"}:
        found = [Said("summary", _text(row.summary), row.type)]
    elif row.type == "custom_message":
        found = [Said("injected", _text(row.content), row.type)]
    else:
        found = []
    return [one for one in found if one.text.strip()]


def shown(row: Row, spoken: Spoken) -> list[Said]:
    """All that stands in the entry, the calls and results of tools and the system's prompt included."""
    message = row.message
    found = list(_calls(message)) if message else []
    if message and message.role == "toolResult":
        found.append(Said("tool_result", _text(message.content), "tool_result"))
    elif message and message.role == "bashExecution":
        found.append(Said("tool_result", _text(message.output), "bash_output"))
    elif message and message.role == "system":
        found.append(Said("injected", _text(message.content), "system"))
    return [one for one in found if one.text.strip()] + said(row, spoken)


def _message(message: Message, spoken: Spoken) -> Iterator[Said]:
    if message.role == "user":
        yield from spoken(_text(message.content))
    elif message.role == "assistant":
        yield Said("assistant", _text(message.content), "assistant")
    elif message.role == "bashExecution":
        yield Said("human", message.command or "", "bash_input")
    elif message.role in {"branchSummary", "compactionSummary"}:
        yield Said("summary", _text(message.summary) or _text(message.content), message.role)
    elif message.role in {"custom", "hookMessage"}:
        yield Said("injected", _text(message.content), message.role)


def _calls(message: Message) -> Iterator[Said]:
    blocks = value(message.content)
    for block in blocks if isinstance(blocks, list) else []:
        if isinstance(block, dict) and block.get("type") == "toolCall":
            arguments = json.dumps(block.get("arguments"), ensure_ascii=False)
            yield Said("tool_call", f"{block.get('name') or ''} {arguments}", "tool_call")


def _text(raw: Raw) -> str:
    return "\n".join(strings(value(raw)))
