"""Says whose words stand in a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.saying import WRAPPER, Said, apart, insertions, prompted
from dreamd.sources.gemini.parts import parts, text, tools
from dreamd.sources.qwen.row import TYPED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.sources.qwen.row import Row

RAN = "I ran the following shell command:"
"""Begins what the client makes of a command typed behind ``!``, with all that the command printed."""
INSERTED = insertions("qwen:user-prompt-submit-context", "system-reminder", "hook_context")


def said(row: Row) -> list[Said]:
    """Everybody's words in the record, without the calls and results of tools."""
    speaker = SPEAKERS.get(row.type or "")
    found = list(speaker(row)) if speaker else []
    if row.is_sidechain or row.agent_id is not None:
        found = [Said("injected", words, "sidechain") for _, words, _ in found]
    return [one for one in found if one.text.strip()]


def shown(row: Row) -> list[Said]:
    """All that stands in the record, the calls and results of tools included."""
    return [one for one in tools(parts(row.message.parts)) if one.text.strip()] + said(row)


def _user(row: Row) -> Iterator[Said]:
    sent = text(row.message.parts)
    if row.subtype not in TYPED:
        yield Said("injected", sent, row.subtype or "")
    elif row.provenance not in (None, "real_user"):
        yield Said("injected", sent, "provenance")
    else:
        yield from prompted(row.system_payload.display_text or "", sent, _spoken)


def _spoken(prompt: str) -> Iterator[Said]:
    inserted, body = apart(prompt, INSERTED)
    yield from inserted
    why = "command_output" if body.startswith(RAN) else "wrapper" if WRAPPER.fullmatch(body) else ""
    yield Said("injected", body, why) if why else Said("human", body, "typed")


def _assistant(row: Row) -> Iterator[Said]:
    yield Said("assistant", text(row.message.parts), "assistant")


def _system(row: Row) -> Iterator[Said]:
    """A command as it was typed: its name is nobody's statement, what stands behind it is the person's."""
    if row.subtype == "slash_command" and row.system_payload.phase == "invocation":
        name, _, arguments = (row.system_payload.raw_command or "").strip().partition(" ")
        yield Said("injected", name, "command")
        yield Said("human", arguments.strip(), "command_args")


SPEAKERS = {"user": _user, "assistant": _assistant, "system": _system}
