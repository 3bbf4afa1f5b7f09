"""What a model gives to each tool, as records; the schemas that it is shown are made from them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dreamd.records import EntryType, Record

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
