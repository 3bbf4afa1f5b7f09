"""The memory in words: topics, entries, and which of them a model means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.dream import memory_view
from dreamd.memory.entry import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.records import TopicView

NAMED = 6
"""Entries that are named where the one that was meant is not there."""
NAMED_CHARS = 100


def named(topics: Mapping[str, TopicView], topic: str, text: str) -> str | None:
    """The whole text of the entry that is meant: of that topic, else of any; enough of its beginning will do."""
    wanted = fold(text)
    for held in ([topics[topic]] if topic in topics else [], topics.values()):
        texts = [entry.text for one in held for entry in one.entries]
        found = [said for said in texts if fold(said) == wanted] or [
            said for said in texts if wanted and fold(said).startswith(wanted)
        ]
        if len(set(found)) == 1:
            return found[0]
    return None


def listed(topics: Mapping[str, TopicView], topic: str) -> str:
    """Beginnings of the entries of a topic, or the topics' names where there is no such topic."""
    held = topics.get(topic)
    if held is None:
        return f"the topics are: {', '.join(sorted(topics)) or 'none yet'}"
    texts = [entry.text[:NAMED_CHARS] for entry in held.entries[:NAMED]]
    more = len(held.entries) - len(texts)
    return f"the entries of {topic} begin: {' | '.join(texts)}" + (f" | and {more} more" if more else "")


def shown(held: TopicView) -> str:
    """A topic with its entries."""
    return "\n".join([head(held), *entry_lines(held)])


def head(held: TopicView) -> str:
    """One line on a topic."""
    count = f"{len(held.entries)} {'entry' if len(held.entries) == 1 else 'entries'}"
    return f"## {held.name} ({held.type}, {count}, {held.size} bytes) {held.title}: {held.description}"


def entry_lines(held: TopicView) -> Iterable[str]:
    """The entries of a topic, a line or more each."""
    for entry, foreign in memory_view.pairs(held):
        marks = [f"updated {entry.updated}"] if entry.updated else []
        marks += [f"seen {entry.seen}"] if entry.seen > 1 else []
        marks += ["unconfirmed"] if entry.unconfirmed else []
        marks += ["foreign"] if foreign else []
        yield f"- {entry.text}" + (f" [{', '.join(marks)}]" if marks else "")
        if entry.why:
            yield f"  Why: {entry.why}"
        if entry.how:
            yield f"  How to apply: {entry.how}"
