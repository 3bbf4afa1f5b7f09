"""The tools that a model is offered: each one's input as a record, from which its schema is made."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from dreamd.dialog import Tool
from dreamd.records import EntryType, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

Topic = Annotated[str, Meta(description="the topic's name, e.g. release-process")]
EntryText = Annotated[str, Meta(description="the entry's text as it stands, or enough of its beginning to tell it")]
Words = Annotated[str, Meta(description="words that must all occur, in any case and order", min_length=1)]
Title = Annotated[str, Meta(description="a short title")]
Trigger = Annotated[str, Meta(description="when to read the topic: 'Read before ...'")]


class Evidence(Record, frozen=True):
    """Words of one turn."""

    ref: Annotated[str, Meta(description="the turn's reference, e.g. claude-code/54bb2ec8-87cc#L52")]
    quote: Annotated[str, Meta(description="its words, verbatim")]


Proof = Annotated[tuple[Evidence, ...], Meta(min_length=1, description="the turns that say so")]


class Nothing(Record, frozen=True):
    """No input."""


class ViewTopic(Record, frozen=True):
    """Which topic to show."""

    topic: Topic


class Grep(Record, frozen=True):
    """What to look for."""

    words: Words


class ViewSession(Record, frozen=True):
    """Which page of a session to show."""

    session: Annotated[str, Meta(description="the session's name, e.g. claude-code/54bb2ec8-87cc")]
    page: Annotated[int, Meta(description="from 1", ge=1)] = 1


class ViewTurn(Record, frozen=True):
    """Which turn to show whole."""

    ref: Annotated[str, Meta(description="the turn's reference")]


class Add(Record, frozen=True):
    """A new entry."""

    topic: Topic
    type: EntryType
    text: Annotated[str, Meta(description="one sentence that stands alone, at most 500 characters")]
    evidence: Proof
    title: Title = ""
    description: Trigger = ""
    why: Annotated[str, Meta(description="the reason that the person gave")] = ""
    how: Annotated[str, Meta(description="when it applies, as the person said")] = ""
    unconfirmed: Annotated[bool, Meta(description="true where no human turn says it")] = False


class Confirm(Record, frozen=True):
    """An entry that was said again."""

    topic: Topic
    entry: EntryText
    evidence: Proof


class Update(Record, frozen=True):
    """An entry that another one replaces."""

    topic: Topic
    entry: EntryText
    text: Annotated[str, Meta(description="the sentence that stands from now on")]
    reason: Annotated[str, Meta(description="why the old one no longer holds", min_length=1)]
    evidence: Proof
    why: Annotated[str, Meta(description="the reason that the person gave")] = ""
    how: Annotated[str, Meta(description="when it applies, as the person said")] = ""


class Retire(Record, frozen=True):
    """An entry that no longer holds."""

    topic: Topic
    entry: EntryText
    reason: Annotated[str, Meta(description="why it no longer holds", min_length=1)]
    evidence: Annotated[tuple[Evidence, ...], Meta(description="the turns that say so")] = ()


class Rename(Record, frozen=True):
    """Another title and description for a topic."""

    topic: Topic
    title: Title
    description: Trigger


class Merge(Record, frozen=True):
    """Two topics that become one."""

    topic: Annotated[str, Meta(description="the topic that ends")]
    into: Annotated[str, Meta(description="the topic that takes its entries")]


class Split(Record, frozen=True):
    """Entries that move to another topic."""

    topic: Topic
    entries: Annotated[tuple[str, ...], Meta(min_length=1, description="their texts, or enough of their beginnings")]
    into: Annotated[str, Meta(description="the name of the topic that takes them")]
    title: Title = ""
    description: Trigger = ""


class Task(Record, frozen=True):
    """What one explorer is to find out."""

    task: Annotated[str, Meta(min_length=1, max_length=2_000, description="all that it must know, and the question")]
    sessions: Annotated[tuple[str, ...], Meta(max_length=20, description="names of the sessions to read")] = ()


class Explore(Record, frozen=True):
    """Questions for explorers."""

    tasks: Annotated[tuple[Task, ...], Meta(min_length=1, max_length=4)]


class Finish(Record, frozen=True):
    """The end of the dream."""

    summary: Annotated[str, Meta(description="what was learned, in one or two sentences")]


class Offer(NamedTuple):
    """One tool."""

    description: str
    input: type[Record]


SESSIONS = {
    "list_sessions": Offer("List the new sessions, newest first.", Nothing),
    "view_session": Offer("Show one page of a session.", ViewSession),
    "view_turn": Offer("Show a turn whole, where only its beginning and end were shown.", ViewTurn),
    "grep_digest": Offer("Find turns of the new sessions by words.", Grep),
}
"""What explorers are offered too."""
ALL = SESSIONS | {
    "list_topics": Offer("List the topics of the memory.", Nothing),
    "view_topic": Offer("Show a topic with its entries.", ViewTopic),
    "grep_memory": Offer("Find entries of the memory by words.", Grep),
    "add": Offer("Add an entry. A new topic needs title and description.", Add),
    "confirm": Offer("Say that a new session says an entry again.", Confirm),
    "update": Offer("Replace an entry by what was said later; the old one goes to the archive.", Update),
    "retire": Offer("Move an entry that no longer holds to the archive.", Retire),
    "rename": Offer("Give a topic another title and description.", Rename),
    "merge": Offer("Move all entries of a topic to another one of the same type.", Merge),
    "split": Offer("Move some entries of a topic to another one of the same type, new if need be.", Split),
    "explore": Offer(
        "Have up to four explorers read sessions at once and report; they do not see the memory.", Explore
    ),
    "finish": Offer("End the dream; call it last.", Finish),
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
