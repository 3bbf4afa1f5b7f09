"""Says whose words stand in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said, apart, insertions, prompted
from dreamd.sources.gemini.parts import parts, text, tools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from dreamd.sources.gemini.row import Row

INSERTED = insertions("session_context", "hook_context", "loaded_context")
SNAPSHOT = "<state_snapshot>"
"""Begins the client's summary of what a compression folded away."""
INJECTED = {
    "/": "command",
    "?": "command",
    "System: ": "notification",
    "I ran the following shell command:": "command_output",
    "Here is the user's editor context": "editor",
    "Here is a summary of changes in the user's editor context": "editor",
    "This is the Gemini CLI. We are setting up the context": "session_context",
}
"""How prompts begin that are no prose of the person -> ``why``."""


def said(row: Row) -> list[Said]:
    """Everybody's words in the message, without the calls and results of tools."""
    if row.type == "user":
        return [one for one in _user(row) if one.text.strip()]
    if row.type in {"gemini", "model"}:
        return [Said("assistant", words, "assistant")] if (words := text(_content(row))).strip() else []
    return []


def shown(row: Row) -> list[Said]:
    """All that stands in the message, the calls and results of tools and the client's notices included."""
    found = list(tools(parts(_content(row))))
    for call in row.tool_calls or []:
        arguments = bytes(call.args).decode("utf-8", "replace")
        found.append(Said("tool_call", f"{call.name or ''} {arguments}".strip(), "tool_call"))
        found += tools(parts(call.result))
    if row.type in {"info", "error", "warning"}:
        found.append(Said("injected", text(_content(row)), row.type))
    return [one for one in found if one.text.strip()] + said(row)


def _user(row: Row) -> Iterator[Said]:
    return prompted("\n".join(strings(value(row.display_content))), text(_content(row)), _spoken)


def _spoken(prompt: str) -> Iterator[Said]:
    inserted, body = apart(prompt, INSERTED)
    yield from inserted
    begun = next((why for start, why in INJECTED.items() if body.startswith(start)), "")
    if body.startswith(SNAPSHOT):
        yield Said("summary", body, "compression")
    elif begun or WRAPPER.fullmatch(body):
        yield Said("injected", body, begun or "wrapper")
    else:
        yield Said("human", body, "typed")


def _content(row: Row) -> Raw:
    return row.content if bytes(row.content) else row.parts
