"""Says who speaks in a row, and in which of the logs that a rollout interleaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from dreamd.sources.codex import names
from dreamd.sources.codex.prose import Said, spoken
from dreamd.sources.codex.row import texts, value

if TYPE_CHECKING:
    from msgspec import Raw

    from dreamd.records import Role
    from dreamd.sources.codex.row import Payload, Row

COMPLETED = "event_msg:item_completed"
PERSON = "user"
"""How the client labels the blocks that a person gave: ``user.text``."""


class Speech(NamedTuple):
    """What one row says."""

    log: Literal["message", "event", "item"]
    """What is said once stands in two of them, sometimes in one, in either order."""
    words: tuple[Said, ...]
    sure: bool
    """Whether the row itself proves that the person's words in it are the person's."""


def heard(row: Row) -> Speech | None:
    """Everybody's words in the row, without the calls and results of tools; ``None`` where nobody speaks."""
    payload = row.payload
    if row.name == "response_item:message":
        return _message(row)
    if row.name == "event_msg:user_message":
        whose = payload.kind not in (None, "plain")
        text = "".join(texts(value(payload.message)))
        return Speech("event", (Said("injected", text, str(payload.kind)),) if whose else _human([text]), sure=True)
    if row.name == "event_msg:agent_message":
        return Speech("event", _assistant(texts(value(payload.message))), sure=True)
    if row.name == COMPLETED and payload.item:
        content = texts(value(payload.item.content))
        if payload.item.type == "UserMessage":
            return Speech("item", _human(["".join(content)]), sure=True)
        if payload.item.type == "AgentMessage":
            return Speech("item", _assistant(content), sure=True)
    if row.name == "compacted":
        return Speech("message", _said("summary", texts(value(payload.message)), "compaction"), sure=True)
    if row.name == "response_item:agent_message":
        return Speech("message", _said("injected", texts(value(payload.content)), "agent"), sure=True)
    return None


def shown(row: Row) -> list[Said]:
    """What stands in the row beside the words that are ``heard``: calls, results, and the client's instructions."""
    payload = row.payload
    kind = row.name.removeprefix("response_item:")
    if kind in names.CALLS:
        given = _told(payload.arguments, payload.input, payload.action)
        return list(_said("tool_call", [payload.name or kind, *given], kind))
    if kind in names.RESULTS:
        return list(_said("tool_result", _told(payload.output, payload.result, payload.tools), kind))
    if kind == "message" and payload.role not in ("user", "assistant"):
        return list(_said("injected", texts(value(payload.content)), payload.role or "message"))
    return []


def _message(row: Row) -> Speech | None:
    blocks = texts(value(row.payload.content))
    if row.payload.role == "assistant":
        return Speech("message", _assistant(blocks), sure=True)
    if row.payload.role != "user":
        return None
    labels = _labels(row.payload, len(blocks))
    named = list(zip(blocks, labels or [PERSON] * len(blocks), strict=True))
    strangers = tuple(Said("injected", text, label) for text, label in named if not label.startswith(PERSON))
    own = _human([text for text, label in named if label.startswith(PERSON)])
    return Speech("message", strangers + own, sure=row.bare or bool(labels))


def _labels(payload: Payload, blocks: int) -> list[str]:
    """What the client calls each block; empty where it does not say, or not for all."""
    labels = [label or "" for label in (payload.passed and payload.passed.content_item_kinds) or []]
    return labels if len(labels) == blocks and not {"", "unknown"} & set(labels) else []


def _human(blocks: list[str]) -> tuple[Said, ...]:
    """The words of a message in which a person may speak; the person's own blocks are one text."""
    found = [one for block in blocks for one in spoken(block, "typed")]
    own = [one.text for one in found if one.role == "human"]
    return tuple([one for one in found if one.role != "human"]) + _said("human", own, "typed")


def _assistant(blocks: list[str]) -> tuple[Said, ...]:
    return _said("assistant", blocks, "assistant")


def _said(role: Role, parts: list[str], why: str) -> tuple[Said, ...]:
    text = "\n".join(part for part in parts if part.strip())
    return (Said(role, text, why),) if text else ()


def _told(*fields: Raw) -> list[str]:
    """A call's arguments, or a result: its texts, or its JSON where it has none."""
    found = [(texts(value(raw)), bytes(raw)) for raw in fields]
    return ["\n".join(own) or data.decode("utf-8", "replace") for own, data in found if data != b"null"]
