"""Says whose words stand in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from dreamd.sources.copilot.row import Row


def said(row: Row) -> list[Said]:
    """Everybody's words in the event, without the calls and results of tools."""
    speaker = SPEAKERS.get(row.type or "")
    found = list(speaker(row)) if speaker else []
    if row.agent_id is not None or row.data.parent_tool_call_id is not None:
        found = [Said("injected", text, "subagent") for _, text, _ in found]
    return [one for one in found if one.text.strip()]


def shown(row: Row) -> list[Said]:
    """All that stands in the event, the calls and results of tools and the client's own words included."""
    data = row.data
    found = [
        Said("tool_call", _call(request.name, request.arguments), "tool_call") for request in data.tool_requests or []
    ]
    if row.type == "tool.execution_start":
        found.append(Said("tool_call", _call(data.tool_name, data.arguments), "tool_call"))
    elif row.type == "tool.execution_complete":
        found.append(Said("tool_result", _text(data.result), "tool_result"))
    elif row.type in {"system.message", "system.notification"}:
        found.append(Said("injected", _text(data.content), row.type))
    return [one for one in found if one.text.strip()] + said(row)


def _user(row: Row) -> Iterator[Said]:
    text = _text(row.data.content).strip()
    if row.data.source not in (None, "", "user"):
        yield Said("injected", text, "source")
    elif row.data.is_autopilot_continuation:
        yield Said("injected", text, "autopilot")
    elif WRAPPER.fullmatch(text):
        yield Said("injected", text, "wrapper")
    else:
        yield Said("human", text, "typed")


def _assistant(row: Row) -> Iterator[Said]:
    yield Said("assistant", _text(row.data.content), "assistant")


def _question(row: Row) -> Iterator[Said]:
    yield Said("assistant", _text(row.data.question), "question")


def _answer(row: Row) -> Iterator[Said]:
    yield Said("human", _text(row.data.answer), "answer")


def _summary(row: Row) -> Iterator[Said]:
    yield Said("summary", _text(row.data.summary_content), "compaction")


SPEAKERS = {
    "user.message": _user,
    "assistant.message": _assistant,
    "user_input.requested": _question,
    "user_input.completed": _answer,
    "session.compaction_complete": _summary,
}


def _call(name: str | None, arguments: Raw) -> str:
    return f"{name or ''} {bytes(arguments).decode('utf-8', 'replace')}".strip()


def _text(raw: Raw) -> str:
    return "\n".join(strings(value(raw)))
