"""The memory while the dream changes it, as the model is shown it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd.memory.entry import fold
from dreamd.records import Entry, TopicView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.records import Operation


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


def pairs(held: TopicView) -> list[tuple[Entry, bool]]:
    """Each entry, and whether it is foreign."""
    return list(zip(held.entries, held.foreign or (False,) * len(held.entries), strict=True))


def _of(held: TopicView, pairs: Iterable[tuple[Entry, bool]]) -> TopicView:
    kept = list(pairs)
    entries, foreign = tuple(entry for entry, _ in kept), tuple(foreign for _, foreign in kept)
    return msgspec.structs.replace(held, entries=entries, foreign=foreign)


def _with(held: TopicView, new: Iterable[Entry]) -> TopicView:
    return _of(held, [*pairs(held), *((entry, False) for entry in new)])


def _without(held: TopicView, gone: set[str]) -> TopicView:
    return _of(held, [pair for pair in pairs(held) if fold(pair[0].text) not in gone])


def _moved(topics: Mapping[str, TopicView], held: TopicView, operation: Operation) -> dict[str, TopicView]:
    texts = (entry.text for entry in held.entries) if operation.op == "merge" else operation.entries
    gone = {fold(text) for text in texts}
    going = [entry for entry in held.entries if fold(entry.text) in gone]
    fresh = TopicView(
        name=operation.into, title=operation.title, description=operation.description, type=held.type, size=0
    )
    target = topics.get(operation.into) or fresh
    return {held.name: _without(held, gone), target.name: _with(target, going)}
