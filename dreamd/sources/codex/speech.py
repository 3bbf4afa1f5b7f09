"""Says who speaks in a row, and in which of the logs that a rollout interleaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from dreamd.reading.decoding import value
from dreamd.reading.saying import Said
from dreamd.sources.codex.prose import spoken
from dreamd.sources.codex.row import texts

if TYPE_CHECKING:
    from dreamd.records import Role
    from dreamd.sources.codex.row import Payload, Row

COMPLETED = "event_msg:item_completed"
TYPED = "typed"
PERSON = "user"
"""How the client labels the blocks that a person gave: ``user.text``."""


class Speech(NamedTuple):
    """What one row says."""

    log: Literal["message", "event", "item"]
    """What is said once stands in two of them, sometimes in one, in either order."""
    words: tuple[Said, ...]
    answer: bool = False
    """The agent speaks, or what compacts the session: the messages before have all their rows."""
    sure: bool = True
    """Whether the row itself proves that the person's words in it are the person's."""


def heard(row: Row) -> Speech | None:
    """Everybody's words in the row, without the calls and results of tools; ``None`` where nobody speaks."""
    payload = row.payload
    match row.name:
        case "response_item:message":
            return _message(row)
        case "response_item:agent_message":
            return Speech("message", told("injected", texts(value(payload.content)), "agent"))
        case "event_msg:user_message":
            text = "".join(texts(value(payload.message)))
            if payload.kind not in (None, "plain"):
                return Speech("event", told("injected", [text], str(payload.kind)))
            return Speech("event", _human([text]))
        case "event_msg:agent_message":
            return Speech("event", told("assistant", texts(value(payload.message)), "assistant"), answer=True)
        case "event_msg:item_completed":
            return _completed(payload)
        case "compacted":
            return Speech("message", told("summary", texts(value(payload.message)), "compaction"), answer=True)
        case _:
            return None


def told(role: Role, parts: list[str], why: str) -> tuple[Said, ...]:
    """The parts as one text; nothing where they are blank."""
    text = "\n".join(part for part in parts if part.strip())
    return (Said(role, text, why),) if text else ()


def _completed(payload: Payload) -> Speech | None:
    content = texts(value(payload.item.content)) if payload.item else []
    match payload.item and payload.item.type:
        case "UserMessage":
            return Speech("item", _human(["".join(content)]))
        case "AgentMessage":
            return Speech("item", told("assistant", content, "assistant"), answer=True)
        case _:
            return None


def _message(row: Row) -> Speech | None:
    blocks = texts(value(row.payload.content))
    if row.payload.role == "assistant":
        return Speech("message", told("assistant", blocks, "assistant"), answer=True)
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
    found = [one for block in blocks for one in spoken(block, TYPED) if one.text.strip()]
    own = [one.text for one in found if one.why == TYPED]
    return tuple(one for one in found if one.why != TYPED) + told("human", own, TYPED)
