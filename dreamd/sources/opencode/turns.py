"""Says whose words stand in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said
from dreamd.sources.opencode.row import data_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from dreamd.sources.opencode.row import Data, Part, Row


def said(row: Row) -> list[Said]:
    """Everybody's words in the message, without the calls and results of tools."""
    if row.type != "message":
        return []
    data = data_of(row)
    speaker = SPEAKERS.get(row.kind or data.role or "")
    return [one for one in speaker(row, data) if one.text.strip()] if speaker else []


def shown(row: Row) -> list[Said]:
    """All that stands in the message, the calls and results of tools included."""
    data = data_of(row)
    found = [one for part in parts_of(row, data) if part.type == "tool" for one in _tool(part)]
    if row.kind == "shell":
        found.append(Said("tool_result", _text(data.output), "bash_output"))
    return [one for one in found if one.text.strip()] + said(row)


def _user(row: Row, data: Data) -> Iterator[Said]:
    yield from _typed(_text(data.text))
    for part in parts_of(row, data):
        if part.type == "text" and (part.synthetic or part.ignored):
            yield Said("injected", _text(part.text), "synthetic")
        elif part.type == "text":
            yield from _typed(_text(part.text))


def _typed(text: str) -> Iterator[Said]:
    """``opencode run`` puts the prompt into quotes."""
    body = text.strip()
    if body.startswith('"') and body.endswith('"') and body.count('"') == len('""'):
        body = body.strip('"')
    yield Said("injected", body, "wrapper") if WRAPPER.fullmatch(body) else Said("human", body, "typed")


def _assistant(row: Row, data: Data) -> Iterator[Said]:
    for part in parts_of(row, data):
        if part.type == "text" and part.synthetic:
            yield Said("injected", _text(part.text), "synthetic")
        elif part.type == "text" and (data.summary is True or data.mode == "compaction"):
            yield Said("summary", _text(part.text), "compaction")
        elif part.type == "text":
            yield Said("assistant", _text(part.text), "assistant")


def _compaction(_: Row, data: Data) -> Iterator[Said]:
    yield Said("summary", "\n".join(strings(data.summary)) or _text(data.text), "compaction")


def _synthetic(_: Row, data: Data) -> Iterator[Said]:
    yield Said("injected", _text(data.text), "synthetic")


def _shell(_: Row, data: Data) -> Iterator[Said]:
    yield Said("human", _text(data.command), "bash_input")


SPEAKERS = {
    "user": _user,
    "assistant": _assistant,
    "compaction": _compaction,
    "synthetic": _synthetic,
    "system": _synthetic,
    "shell": _shell,
}


def _tool(part: Part) -> Iterator[Said]:
    arguments = bytes(part.state.input).decode("utf-8", "replace")
    yield Said("tool_call", f"{part.tool or part.name or ''} {arguments}".strip(), "tool_call")
    yield Said("tool_result", _text(part.state.output) or _text(part.state.content), "tool_result")


def _text(raw: Raw) -> str:
    return "\n".join(strings(value(raw)))
