"""The memory while the dream changes it, as the model is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd.memory.entry import fold
from dreamd.records import Entry, TopicView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.records import Operation

NAMED = 6
"""Entries that are named where the one that was meant is not there."""
NAMED_CHARS = 100


def after(topics: Mapping[str, TopicView], operation: Operation) -> dict[str, TopicView]:
    """The topics after an operation that was applied."""
    changed = dict(topics)
    held = topics.get(operation.topic)
    if operation.op == "add":
        held = held or TopicView(
            name=operation.topic,
            title=operation.title,
            description=operation.description,
            type=operation.type,
            size=0,
        )
        changed[held.name] = _with(held, [_entry(operation)])
    elif operation.op == "rename" and held:
        title, description = operation.title or held.title, operation.description or held.description
        changed[held.name] = msgspec.structs.replace(held, title=title, description=description)
    elif operation.op in {"merge", "split"} and held:
        changed |= _moved(topics, held, operation)
    elif operation.op in {"update", "retire"}:
        new = [_entry(operation)] if operation.op == "update" else []
        for name, other in topics.items():
            if any(fold(entry.text) == fold(operation.entry) for entry in other.entries):
                changed[name] = _with(_without(other, {fold(operation.entry)}), new)
    return {name: one for name, one in changed.items() if one.entries or name not in topics or not topics[name].entries}


def _entry(operation: Operation) -> Entry:
    return Entry(
        text=operation.text,
        updated=max((quote.date for quote in operation.evidence), default=""),
        why=operation.why,
        how=operation.how,
        unconfirmed=operation.unconfirmed,
    )


def _pairs(held: TopicView) -> list[tuple[Entry, bool]]:
    """Each entry, and whether it is foreign."""
    return list(zip(held.entries, held.foreign or (False,) * len(held.entries), strict=True))


def _of(held: TopicView, pairs: Iterable[tuple[Entry, bool]]) -> TopicView:
    kept = list(pairs)
    entries, foreign = tuple(entry for entry, _ in kept), tuple(foreign for _, foreign in kept)
    return msgspec.structs.replace(held, entries=entries, foreign=foreign)


def _with(held: TopicView, new: Iterable[Entry]) -> TopicView:
    return _of(held, [*_pairs(held), *((entry, False) for entry in new)])


def _without(held: TopicView, gone: set[str]) -> TopicView:
    return _of(held, [pair for pair in _pairs(held) if fold(pair[0].text) not in gone])


def _moved(topics: Mapping[str, TopicView], held: TopicView, operation: Operation) -> dict[str, TopicView]:
    texts = (entry.text for entry in held.entries) if operation.op == "merge" else operation.entries
    gone = {fold(text) for text in texts}
    going = [entry for entry in held.entries if fold(entry.text) in gone]
    fresh = TopicView(
        name=operation.into, title=operation.title, description=operation.description, type=held.type, size=0
    )
    target = topics.get(operation.into) or fresh
    return {held.name: _without(held, gone), target.name: _with(target, going)}


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
    for entry, foreign in _pairs(held):
        marks = [f"updated {entry.updated}"] if entry.updated else []
        marks += [f"seen {entry.seen}"] if entry.seen > 1 else []
        marks += ["unconfirmed"] if entry.unconfirmed else []
        marks += ["foreign"] if foreign else []
        yield f"- {entry.text}" + (f" [{', '.join(marks)}]" if marks else "")
        if entry.why:
            yield f"  Why: {entry.why}"
        if entry.how:
            yield f"  How to apply: {entry.how}"
