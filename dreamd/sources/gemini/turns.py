"""Says whose words stand in a message."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said
from dreamd.sources.gemini.row import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.sources.gemini.row import Row

INSERTED = re.compile(
    r"^<(?P<tag>session_context|hook_context|loaded_context)>(?:.*</(?P=tag)>|.*\Z)"
    r"|^--- Content from referenced files ---(?:.*^--- End of content ---|.*\Z)",
    re.DOTALL | re.MULTILINE,
)
"""To its last closing mark: what others wrote may hold one too, to pass for the person's words from there on."""
SNAPSHOT = "<state_snapshot>"
"""Begins the client's summary of what a compression folded away."""
INJECTED = {
    "/": "command",
    "?": "command",
    "System: ": "notification",
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
        return [Said("assistant", text, "assistant")] if (text := _text(row)).strip() else []
    return []


def shown(row: Row) -> list[Said]:
    """All that stands in the message, the calls and results of tools and the client's notices included."""
    found = [one for part in parts(row) for one in _tool(part)]
    for call in row.tool_calls or []:
        arguments = bytes(call.args).decode("utf-8", "replace")
        found.append(Said("tool_call", f"{call.name or ''} {arguments}".strip(), "tool_call"))
        results = value(call.result)
        found += (
            [one for part in results if isinstance(part, dict) for one in _tool(part)]
            if isinstance(results, list)
            else []
        )
    if row.type in {"info", "error", "warning"}:
        found.append(Said("injected", _text(row), row.type))
    return [one for one in found if one.text.strip()] + said(row)


def _user(row: Row) -> Iterator[Said]:
    typed, text = "\n".join(strings(value(row.display_content))), _text(row)
    if typed.strip() and typed.strip() != text.strip():
        yield from _spoken(typed)
        yield Said("injected", text, "expanded")
    else:
        yield from _spoken(text)


def _spoken(text: str) -> Iterator[Said]:
    for match in INSERTED.finditer(text):
        yield Said("injected", match[0], match["tag"]) if match["tag"] else Said("pasted", match[0], "referenced")
    body = INSERTED.sub("", text).strip()
    begun = next((why for start, why in INJECTED.items() if body.startswith(start)), "")
    if body.startswith(SNAPSHOT):
        yield Said("summary", body, "compression")
    elif begun or WRAPPER.fullmatch(body):
        yield Said("injected", body, begun or "wrapper")
    else:
        yield Said("human", body, "typed")


def _text(row: Row) -> str:
    texts = [part["text"] for part in parts(row) if isinstance(part.get("text"), str) and not part.get("thought")]
    return "\n".join(map(str, texts))


def _tool(part: dict[str, object]) -> Iterator[Said]:
    call, response = part.get("functionCall"), part.get("functionResponse")
    if isinstance(call, dict):
        arguments = json.dumps(call.get("args"), ensure_ascii=False)
        yield Said("tool_call", f"{call.get('name') or ''} {arguments}", "tool_call")
    if isinstance(response, dict):
        found = response.get("response")
        texts = [text for text in found.values() if isinstance(text, str)] if isinstance(found, dict) else []
        yield Said("tool_result", "\n".join(texts) or json.dumps(found, ensure_ascii=False), "tool_result")
