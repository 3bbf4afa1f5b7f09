"""From a tool's input to the operation that it asks for, with its evidence looked up; or what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from dreamd.dream import citing, inputs, memory_text
from dreamd.memory import clauses
from dreamd.records import Operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from dreamd.dream.citing import Rows
    from dreamd.dream.inputs import Evidence
    from dreamd.records import Quote, Record, TopicView


class Ground(NamedTuple):
    """What a proposal is understood by."""

    rows: Rows
    topics: Mapping[str, TopicView]
    """The memory as the dream has changed it so far."""
    foreign: Callable[[str, Iterable[str]], str]
    """Finds others' words in a text, see ``planted.sieve``."""


class Proposal(NamedTuple):
    """An operation, and what was left out of it."""

    operation: Operation
    note: str = ""


OPERATIONS = {
    "add": inputs.Add,
    "confirm": inputs.Confirm,
    "update": inputs.Update,
    "retire": inputs.Retire,
    "rename": inputs.Rename,
    "merge": inputs.Merge,
    "split": inputs.Split,
}


def proposal(name: str, asked: Record, ground: Ground) -> Proposal | str:
    """What is proposed; or, as text for the model, why nothing can be.

    Args:
        name: of the tool, one of ``OPERATIONS``.
        asked: its input.
        ground: what is known.
    """
    given = msgspec.structs.asdict(asked)
    quotes = _quotes(given.pop("evidence", ()), ground.rows)
    if isinstance(quotes, str):
        return quotes
    if "entry" in given:
        entry = memory_text.named(ground.topics, given["topic"], given["entry"])
        if entry is None:
            return _no_entry(ground, given["topic"], given["entry"])
        given["entry"] = entry
    if "entries" in given:
        texts = [(text, memory_text.named(ground.topics, given["topic"], text)) for text in given["entries"]]
        if missing := next((text for text, whole in texts if whole is None), ""):
            return _no_entry(ground, given["topic"], missing)
        given["entries"] = tuple(whole for _, whole in texts)
    operation = msgspec.convert({"op": name, **given}, Operation)
    operation = msgspec.structs.replace(operation, evidence=tuple(quotes))
    if taken := _taken(operation, ground):
        return f"title, description and reason may not repeat what others than the person said ({taken!r})"
    return _within_what_was_said(operation)


def _quotes(evidence: Iterable[Evidence], rows: Rows) -> list[Quote] | str:
    """The quotes of all evidence; or what is wrong with the first that is wrong."""
    found: list[Quote] = []
    for one in evidence:
        quotes = citing.quotes(rows, one.ref, one.quote)
        if isinstance(quotes, str):
            return quotes
        found += quotes
    return found


def _no_entry(ground: Ground, topic: str, text: str) -> str:
    return f"no entry reads {text[:100]!r}; {memory_text.listed(ground.topics, topic)}"


def _taken(operation: Operation, ground: Ground) -> str:
    """Others' words where no quote stands for them."""
    headed = operation.op != "add" or operation.topic not in ground.topics
    told = "\n".join([operation.reason, *((operation.title, operation.description) if headed else ())])
    if not told.strip():
        return ""
    known = [*(entry.text for held in ground.topics.values() for entry in held.entries)]
    known += [f"{held.title}\n{held.description}" for held in ground.topics.values()]
    return ground.foreign(told, known)


def _within_what_was_said(operation: Operation) -> Proposal:
    """The operation without a reason or a scope that its quotes do not give."""
    words = [quote.quote for quote in operation.evidence]
    left = [
        field
        for field, text in (("why", operation.why), ("how", operation.how))
        if text and not clauses.taken(text, words)
    ]
    note = f"; {' and '.join(left)} left out: the quotes do not say it" if left else ""
    return Proposal(msgspec.structs.replace(operation, **dict.fromkeys(left, "")), note)
