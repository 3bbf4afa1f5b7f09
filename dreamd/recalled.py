"""What a question brings up from memory, as records and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import caution
from dreamd.memory import entry as entries
from dreamd.memory.layout import COMMON
from dreamd.mentions import Standing
from dreamd.records import Record, reference

if TYPE_CHECKING:
    from collections.abc import Iterator

STALE_DAYS = 180
PAST = "## Said in past sessions, word for word: nobody checked it, and what was said later may differ"
WHO = {"human": "the person", "assistant": "the agent"}
TOLD = {"there": "its files are in the repository", "unchecked": "not checked against the repository"}


class Recalled(Record, frozen=True):
    """One entry, whole."""

    topic: str
    text: str
    score: float
    updated: str
    """Date it was last confirmed; empty where it has none."""
    stale: bool
    """Not confirmed for 180 days."""
    why: str
    how: str
    workspace: str
    """Whose memory; what ``me`` says is true in every project."""
    created: str
    sources: tuple[str, ...]
    seen: int
    unconfirmed: bool
    """Inferred, and nobody has confirmed it."""
    unverified: bool
    """dreamd did not write it, so nobody can tell who did."""
    repository: Standing
    """How the files that it names stand in the repository."""
    gone: tuple[str, ...]
    """Those that are not there."""


class Routed(Record, frozen=True):
    """A topic that the question leads to."""

    topic: str
    title: str
    description: str
    workspace: str
    file: str
    """Relative to the workspace's root."""
    score: float


class Passage(Record, frozen=True):
    """What was said in one turn, whole or in whole paragraphs; secrets are out and what is hidden in it is shown."""

    source: str
    session: str
    line: int
    role: str
    date: str
    """Empty where the row has none."""
    workspace: str
    text: str
    score: float
    left_out: int
    """Paragraphs of the turn that are not shown."""

    @property
    def ref(self) -> str:
        """The row, as entries name theirs."""
        return reference(self.source, self.session, self.line)


class Answer(Record, frozen=True):
    """What memory holds on a question; the fields are the JSON keys of ``recall`` (cli.md)."""

    topics: tuple[Routed, ...]
    """Nearest first; at most two."""
    entries: tuple[Recalled, ...]
    """Those of these topics first, then others; within each the nearest first."""
    left_out: int
    """Entries that share words with the question and are not shown."""
    faint: int = 0
    """Those of them that are too far from it; the others did not fit."""
    passages: tuple[Passage, ...] = ()
    """What past sessions hold on it, where they were looked into; nearest first."""
    passages_left_out: int = 0
    """Turns that speak of it and are not shown."""


def lines(answer: Answer) -> Iterator[str]:
    """The answer in words; behind the entries, and behind the passages, a line says how many were left out."""
    yield from caution.LINES
    topic = ("", "")
    routed = {(item.workspace, item.topic): item for item in answer.topics}
    for item in answer.entries:
        if topic != (item.workspace, item.topic):
            topic = (item.workspace, item.topic)
            yield heading(item, routed.get(topic))
        yield from body(item)
    if answer.entries or not answer.passages:
        yield left_out(answer.left_out, answer.faint)
    yield from past(answer)


def past(answer: Answer) -> Iterator[str]:
    """The passages in words; nothing where there are none."""
    if answer.passages:
        yield PAST
        for passage in answer.passages:
            yield from spoken(passage)
        yield turns_left_out(answer.passages_left_out)


def left_out(count: int, faint: int = 0) -> str:
    """How many entries share words with the question and are not shown, why, and what brings them."""
    if not count:
        return "Nothing left out."
    told = f"{count} more {'entry' if count == 1 else 'entries'} with words of the question left out"
    full = [f"{count - faint} for want of room (--bytes)"] if count > faint else []
    far = [f"{faint} far from it (ask for them by name)"] if faint else []
    return f"{told}: {', '.join([*full, *far])}."


def turns_left_out(count: int) -> str:
    """How many turns of past sessions speak of it and are not shown."""
    return f"{count} more {'turn' if count == 1 else 'turns'} left out." if count else "No turn left out."


def heading(item: Recalled, routed: Routed | None) -> str:
    """What stands above the entries of a topic."""
    scope = "every project" if item.workspace == COMMON else item.workspace
    told = ". ".join(filter(None, (routed.title, routed.description))) if routed else ""
    return f"## {item.topic} ({scope}){told and f': {told}'}"


def body(item: Recalled) -> Iterator[str]:
    """The entry with what there is to know of it, a line or more."""
    yield f"- {item.text}"
    why, old = entries.voided(item.why)
    if why:
        yield f"  Why: {why}"
    if old:
        yield f"  Replaces, since {old}"
    if item.how:
        yield f"  How to apply: {item.how}"
    yield f"  ({'; '.join(_marks(item))})"


def _marks(item: Recalled) -> Iterator[str]:
    if item.updated:
        since = f"said {item.created}, " if item.created and item.created != item.updated else ""
        yield f"{since}confirmed {item.updated}" if since else f"said {item.updated}"
    else:
        yield "date unknown"
    if item.stale:
        yield f"OLD: nobody confirmed it for {STALE_DAYS} days"
    if item.seen > 1:
        yield f"in {item.seen} sessions"
    if item.unconfirmed:
        yield "UNCONFIRMED: inferred, nobody said it"
    if item.unverified:
        yield "UNVERIFIED: not written by dreamd"
    if item.gone:
        yield f"GONE from the repository: {', '.join(item.gone)}"
    elif item.repository in TOLD:
        yield TOLD[item.repository]
    if item.sources:
        yield f"source {'; '.join(item.sources)}"


def spoken(passage: Passage) -> Iterator[str]:
    """One passage: who said it, when and where, then the words, set in."""
    yield f"- {WHO[passage.role]}, {passage.date or 'date unknown'}, {passage.ref} ({passage.workspace}):"
    for line in passage.text.split("\n"):
        yield f"  > {line}".rstrip()
    if passage.left_out:
        yield f"  ({passage.left_out} {'paragraph' if passage.left_out == 1 else 'paragraphs'} of it left out)"
