"""Says whose words stand in a row: one rule after the other, in the order of transcripts.md, 1.1.5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value
from dreamd.reading.saying import Said
from dreamd.sources.claude_code import names
from dreamd.sources.claude_code.prose import as_typed, slash, spoken
from dreamd.sources.claude_code.results import from_person
from dreamd.sources.claude_code.row import Block, may_be_from_person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.records import Role
    from dreamd.sources.claude_code.row import Attachment, Message, Row


def said(row: Row) -> list[Said]:
    """Everybody's words in the row, without the calls and results of tools."""
    if row.type == "assistant":
        return _assistant(row)
    speaker = SPEAKERS.get(row.type or "")
    return [one for one in speaker(row) if one.text.strip()] if speaker else []


def shown(row: Row) -> list[Said]:
    """All that stands in the row, the calls and results of tools and the client's own notes included."""
    found = [_tool(block) for block in blocks(row.message)]
    if row.attachment and row.attachment.type not in (names.SHOWN | {names.QUEUED}):
        found += [Said("injected", text, row.attachment.type or "") for text in _texts(row.attachment)]
    return [one for one in found if one and one.text.strip()] + said(row)


def blocks(message: Message | None) -> list[Block]:
    """The message's content as blocks, whatever its form."""
    content = message.content if message else None
    return [Block(type="text", text=content)] if isinstance(content, str) else content or []


def prompts(row: Row) -> list[str]:
    """What a person may have typed to make this row, as the queue has it when it waited there."""
    if row.type == "attachment" and row.attachment:
        return _prompt(row.attachment)
    if row.type == "system" and row.subtype == "local_command":
        return [as_typed(text) for text in strings(value(row.content))]
    if row.type != "user" or row.is_compact_summary:
        return []
    return [as_typed(block.text) for block in blocks(row.message) if block.type == "text" and block.text]


def headless(row: Row) -> bool:
    """Whether a program gave this prompt, in a ``-p`` or SDK run; ``promptSource`` alone proves nothing."""
    if row.origin and row.origin.kind == "human":
        return False
    entry = row.entrypoint or ""
    return entry.startswith("sdk") or entry.endswith("github-action") or (not entry and row.prompt_source == "sdk")


def queued(text: str, why: str = "queued") -> list[Said]:
    """Whose words a queued prompt is; ``why`` is for the person's prose."""
    typed = slash(text)
    if typed:
        return [Said("human", typed[1], "command_args")] if typed[1] else []
    if text.startswith("!"):
        return [Said("human", text[1:].strip(), "bash_input")]
    return [one for one in spoken(text, why) if one.text.strip()]


def _not_the_person(row: Row) -> str:
    """Why nothing in a row can be the person's, as its flags have it; empty where it can."""
    if row.is_sidechain or row.agent_id:
        return "sidechain"
    if row.is_meta:
        return "meta"
    if row.is_visible_in_transcript_only:
        return "transcript_only"
    if bytes(row.plan_content) not in (b"", b"null"):
        return "plan"
    kind = row.origin.kind if row.origin else None
    started = row.turn_origin
    return "origin" if (kind and kind != "human") or (not kind and started not in (None, "human", "sdk")) else ""


def _user(row: Row) -> Iterator[Said]:
    content = blocks(row.message)
    foreign = "compaction" if row.is_compact_summary else _not_the_person(row)
    role: Role = "summary" if row.is_compact_summary else "injected"
    beside = len(content) > 1 and any(block.type == "tool_result" for block in content)
    for block in content:
        if block.type == "text" and block.text:
            if foreign:
                yield Said(role, block.text, foreign)
            else:
                yield from spoken(block.text, "beside_result" if beside else "headless" if headless(row) else "typed")
        elif block.type == "tool_result" and not foreign and may_be_from_person(block):
            yield from from_person(block, row)


def _assistant(row: Row) -> list[Said]:
    message = row.message
    text = "\n\n".join([block.text for block in blocks(message) if block.text and block.type == "text"])
    if not text or text.isspace():
        return []
    if row.is_sidechain or row.agent_id:
        return [Said("injected", text, "sidechain")]
    if row.is_api_error_message or (message and message.model == "<synthetic>"):
        return [Said("injected", text, "synthetic")]
    return [Said("assistant", text, "assistant")]


def _attachment(row: Row) -> Iterator[Said]:
    attachment = row.attachment
    if attachment is None:
        return
    if attachment.type in names.SHOWN:
        yield from (Said("injected", text, attachment.type) for text in _texts(attachment))
    elif attachment.type == names.QUEUED:
        origin = attachment.origin or row.origin
        foreign = _not_the_person(row) or attachment.is_meta or (origin and origin.kind not in (None, "human"))
        for text in _prompt(attachment):
            if foreign or attachment.command_mode not in (None, "prompt", "bash"):
                yield Said("injected", text, "queued")
            else:
                yield from queued(text)


def _system(row: Row) -> Iterator[Said]:
    if row.subtype == "local_command" and not row.is_sidechain:
        yield from spoken("\n".join(strings(value(row.content))), "local_command")
    elif row.subtype == "away_summary":
        yield Said("summary", "\n".join(strings(value(row.content))), "away_summary")


def _queue_operation(row: Row) -> Iterator[Said]:
    if row.operation == "enqueue":
        yield from queued("\n".join(strings(value(row.content))))


SPEAKERS = {
    "user": _user,
    "attachment": _attachment,
    "system": _system,
    "queue-operation": _queue_operation,
}


def _tool(block: Block) -> Said | None:
    if block.type == "tool_use":
        return Said(
            "tool_call", f"{block.name or ''} {bytes(block.input).decode('utf-8', 'replace')}".strip(), "tool_use"
        )
    if block.type == "tool_result":
        return Said("tool_result", "\n".join(strings(value(block.content))), "tool_result")
    return None


def _prompt(attachment: Attachment) -> list[str]:
    prompt = attachment.prompt
    if isinstance(prompt, str):
        return [prompt]
    return [block.text for block in prompt or [] if block.type == "text" and block.text]


def _texts(attachment: Attachment) -> list[str]:
    fields = (attachment.content, attachment.files, attachment.memories, attachment.skills)
    return [text for field in fields for text in strings(value(field))]
