"""Says whose words stand in a message."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said, apart, insertions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from dreamd.sources.goose.row import Part, Row

INSERTED = insertions("shell_history", "info-msg")
RESOURCE = "--- Resource: "
"""Begins a text that an editor sent along: a file, or a part of one."""
COMMAND = re.compile(r"/[\w-]+(?=\s|\Z)")


def said(row: Row) -> list[Said]:
    """Everybody's words in the message, without the calls and results of tools."""
    speaker = {"user": _user, "assistant": _assistant}.get(row.role or "")
    return [one for one in speaker(row) if one.text.strip()] if speaker else []


def shown(row: Row) -> list[Said]:
    """All that stands in the message, the calls and results of tools included."""
    return [one for part in row.content or [] for one in _tool(part) if one.text.strip()] + said(row)


def _user(row: Row) -> Iterator[Said]:
    """Beside what a tool gave stands what the client says of it."""
    results = any(part.type == "toolResponse" for part in row.content or [])
    whole = row.by or ("hidden" if row.hidden else "tool" if results else "")
    for part in _texts(row):
        text = _text(part.text).strip()
        if whole or not _for(part, "user"):
            yield Said("injected", text, whole or "audience")
        else:
            yield from _typed(text)


def _typed(text: str) -> Iterator[Said]:
    inserted, body = apart(text, INSERTED)
    yield from inserted
    if body.startswith(RESOURCE):
        yield Said("pasted", body, "resource")
    elif WRAPPER.fullmatch(body):
        yield Said("injected", body, "wrapper")
    elif command := COMMAND.match(body):
        yield Said("injected", command[0], "command")
        yield Said("human", body[command.end() :].strip(), "command_args")
    else:
        yield Said("human", body, "typed")


def _assistant(row: Row) -> Iterator[Said]:
    """What the person is not shown was never said to them: how to go on behind a summary."""
    for part in _texts(row):
        if row.hidden or not _for(part, "user"):
            yield Said("injected", _text(part.text), "hidden")
        else:
            yield Said("assistant", _text(part.text), "assistant")


def _texts(row: Row) -> Iterator[Part]:
    return (part for part in row.content or [] if part.type == "text")


def _for(part: Part, whom: str) -> bool:
    return part.annotations is None or not part.annotations.audience or whom in part.annotations.audience


def _tool(part: Part) -> Iterator[Said]:
    call, result = _outcome(part.tool_call), _outcome(part.tool_result)
    if part.type in {"toolRequest", "frontendToolRequest"} and isinstance(call, dict):
        arguments = json.dumps(call.get("arguments"), ensure_ascii=False)
        yield Said("tool_call", f"{call.get('name') or ''} {arguments}".strip(), "tool_call")
    elif part.type == "toolResponse":
        yield Said("tool_result", "\n".join(strings(result)), "tool_result")


def _outcome(raw: Raw) -> object:
    """What is wrapped in success or failure; the older form of a result is a bare list."""
    found = value(raw)
    if not isinstance(found, dict):
        return found
    return found.get("value") if "value" in found else found.get("error")


def _text(raw: Raw) -> str:
    return "\n".join(strings(value(raw)))
