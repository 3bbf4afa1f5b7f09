"""Says whose words stand in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import WRAPPER, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from dreamd.sources.amp.row import Block, Message, Run, Thread

HANDOFF = "Continuing work from thread "
"""Begins the prompt that the client drafts for a thread that goes on with another."""


def said(thread: Thread, message: Message) -> list[Said]:
    """Everybody's words in the message, without the calls and results of tools."""
    return [one for block in message.blocks for one in _block(thread, message, block) if one.text.strip()]


def shown(thread: Thread, message: Message) -> list[Said]:
    """All that stands in the message, the calls and results of tools included."""
    found = [one for block in message.blocks for one in _tool(block) if one.text.strip()]
    return found + said(thread, message)


def _block(thread: Thread, message: Message, block: Block) -> Iterator[Said]:
    body = _text(block.text).strip()
    if block.type == "summary":
        summary = value(block.summary)
        yield Said(
            "summary", "\n".join(strings(summary.get("summary") if isinstance(summary, dict) else summary)), "summary"
        )
    elif block.type == "manual_bash_invocation":
        yield _spoken(thread, message, block, _argument(block.args), "bash_input")
    elif block.type == "text" and message.role == "user":
        yield _spoken(thread, message, block, body, "typed")
    elif block.type == "text" and message.role == "assistant":
        yield Said("injected", body, "subagent") if message.parent_tool_use_id else Said("assistant", body, "assistant")
    elif block.type == "text":
        yield Said("injected", body, "info")


def _spoken(thread: Thread, message: Message, block: Block, text: str, why: str) -> Said:
    """The person's words, unless somebody else can have put them there."""
    if block.hidden:
        return Said("injected", text, "hidden")
    if message.parent_tool_use_id or (thread.main and thread.main != thread.id):
        return Said("injected", text, "subagent")
    if message.meta.from_aggman or message.meta.from_executor_thread:
        return Said("injected", text, "agent")
    if text.startswith(HANDOFF) or any(one.thread and one.thread in text for one in thread.relationships or []):
        return Said("injected", text, "handoff")
    return Said("injected", text, "wrapper") if WRAPPER.fullmatch(text) else Said("human", text, why)


def _tool(block: Block) -> Iterator[Said]:
    if block.type in {"tool_use", "server_tool_use"}:
        arguments = bytes(block.input).decode("utf-8", "replace")
        yield Said("tool_call", f"{block.name or ''} {arguments}".strip(), "tool_call")
    elif block.type == "tool_result":
        yield Said("tool_result", _outcome(block.run), "tool_result")
    elif block.type == "manual_bash_invocation":
        yield Said("tool_result", _outcome(block.tool_run), "bash_output")


def _outcome(run: Run) -> str:
    """What the tool gave, as text; as it stands where it is another object."""
    for raw in (run.result, run.progress, run.error):
        if found := value(raw):
            output = found.get("output") if isinstance(found, dict) else found
            return "\n".join(strings(output)) or bytes(raw).decode("utf-8", "replace")
    return ""


def _argument(args: Raw) -> str:
    found = value(args)
    return str(found.get("cmd") or found.get("command") or "") if isinstance(found, dict) else ""


def _text(raw: Raw) -> str:
    return "\n".join(strings(value(raw)))
