"""The tools that a model is offered, with their schemas."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dreamd.dialog import Tool
from dreamd.dream import inputs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.records import Record


class Offer(NamedTuple):
    """One tool."""

    description: str
    input: type[Record]


SESSIONS = {
    "list_sessions": Offer("List the new sessions, newest first.", inputs.Nothing),
    "view_session": Offer("Show one page of a session.", inputs.ViewSession),
    "view_turn": Offer("Show a turn whole, where only its beginning and end were shown.", inputs.ViewTurn),
    "grep_digest": Offer("Find turns of the new sessions by words.", inputs.Grep),
}
"""What explorers are offered too."""
ALL = SESSIONS | {
    "list_topics": Offer("List the topics of the memory.", inputs.Nothing),
    "view_topic": Offer("Show a topic with its entries.", inputs.ViewTopic),
    "grep_memory": Offer("Find entries of the memory by words.", inputs.Grep),
    "add": Offer("Add an entry. A new topic needs title and description.", inputs.Add),
    "confirm": Offer("Say that a new session says an entry again.", inputs.Confirm),
    "update": Offer("Replace an entry by what was said later; the old one goes to the archive.", inputs.Update),
    "retire": Offer("Move an entry that no longer holds to the archive.", inputs.Retire),
    "rename": Offer("Give a topic another title and description.", inputs.Rename),
    "merge": Offer("Move all entries of a topic to another one of the same type.", inputs.Merge),
    "split": Offer("Move some entries of a topic to another one of the same type, new if need be.", inputs.Split),
    "explore": Offer(
        "Have up to four explorers read sessions at once and report; they do not see the memory.", inputs.Explore
    ),
    "finish": Offer("End the dream; call it last.", inputs.Finish),
}


@cache
def for_dreams() -> tuple[Tool, ...]:
    """What the dream is offered."""
    return _tools(ALL)


@cache
def for_explorers() -> tuple[Tool, ...]:
    """What an explorer is offered."""
    return _tools(SESSIONS)


def _tools(offers: Mapping[str, Offer]) -> tuple[Tool, ...]:
    return tuple(
        Tool(name=name, description=offer.description, schema=msgspec.Raw(msgspec.json.encode(schema(offer.input))))
        for name, offer in offers.items()
    )


def schema(kind: type[Record]) -> dict[str, Any]:
    """JSON Schema of the record, without references: not every server follows them."""
    (made,), parts = msgspec.json.schema_components([kind], ref_template="{name}")
    whole: dict[str, Any] = _inlined(made, parts)
    return whole


def _inlined(value: Any, parts: dict[str, Any]) -> Any:  # noqa: ANN401 (any JSON)
    if isinstance(value, dict):
        if "$ref" in value:
            return _inlined(parts[value["$ref"]], parts)
        told = {
            name: part for name, part in value.items() if isinstance(part, dict) or name not in {"title", "default"}
        }
        return {name: _inlined(part, parts) for name, part in told.items()}
    return [_inlined(part, parts) for part in value] if isinstance(value, list) else value


def fields(kind: type[Record]) -> str:
    """The names of a tool's input, for a model that gave it wrongly; those that may be left out in brackets."""
    return ", ".join(_named(field) for field in msgspec.structs.fields(kind)) or "no fields"


def _named(field: msgspec.structs.FieldInfo) -> str:
    return field.encode_name if field.required else f"[{field.encode_name}]"
