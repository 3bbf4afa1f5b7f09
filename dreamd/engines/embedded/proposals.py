"""A settled statement as operations on the memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.same import contradicts, says_same
from dreamd.engines.embedded.settle import counted, stands_against
from dreamd.engines.embedded.wording import cleaned
from dreamd.records import Operation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.engines.embedded.placing import Topics
    from dreamd.engines.embedded.settle import Known, Statement
    from dreamd.records import Quote

ASKED = 160
"""Characters of a question that are kept beside its answer."""
OFFER = re.compile(r"\b(?:would you like|do you want|want me|shall i|ready to)\b|要我|需要我|要不要我", re.IGNORECASE)
"""Asks for leave, not for an opinion: what follows need not answer it."""
PRONOUN = re.compile(
    r"(?:it|that|this|they|those|these|he|she|not|yes|no|only|both|same|the (?:first|second|last|former"
    r"|latter) \w+)\b|[这那它他她]|不是",
    re.IGNORECASE,
)


def propose(said: Statement, standing: list[Known], topics: Topics) -> Iterator[Operation]:
    """What the statement changes: nothing, the dates of an entry, an entry, or the number of entries."""
    twin = next((one for one in standing if says_same(said.text, one.entry.text)), None)
    if twin:
        for evidence in (said.evidence, *said.again):
            if not counted(twin.entry, evidence[0]):
                yield _confirm(twin.topic.name, twin.entry.text, evidence)
        return
    rival = next((one for one in standing if contradicts(said.text, one.entry.text)), None)
    if rival and stands_against(rival.entry, said.evidence[0]):
        return
    if rival and not rival.foreign:
        yield _update(said, rival)
        topic = rival.topic.name
    else:
        added = _add(said, rival, topics)
        if added is None:
            return
        yield added
        topic = added.topic
    for evidence in said.again:
        yield _confirm(topic, said.text, evidence)


def reason(said: Statement, rival: Known | None) -> str:
    """The ``Why:`` line: what the statement made void, else the question that it answers."""
    void = rival.entry.text if rival else said.voids
    if void:
        verb = "differs from a protected entry" if rival and rival.foreign else f"void since {said.evidence[0].date}"
        return f"{verb}: {void}"
    return f"said in reply to: {question}" if PRONOUN.match(said.text) and (question := asked(said.asked)) else ""


def asked(reply: str) -> str:
    """The question that the assistant's reply ends with, as one plain line; empty where it asks nothing."""
    last = reply.rstrip().rpartition("\n")[2]
    return cleaned(last)[:ASKED] if last.endswith(("?", "？")) and not OFFER.search(last) else ""


def _add(said: Statement, rival: Known | None, topics: Topics) -> Operation | None:
    why = reason(said, rival)
    place = topics.place(said.text, said.kind, why)
    if place is None:
        return None
    return Operation(
        op="add",
        topic=place.topic,
        type=said.kind,
        title=place.title,
        description=place.description,
        text=said.text,
        why=why,
        evidence=said.evidence,
    )


def _update(said: Statement, rival: Known) -> Operation:
    return Operation(
        op="update",
        topic=rival.topic.name,
        type=rival.topic.type,
        entry=rival.entry.text,
        text=said.text,
        why=reason(said, rival),
        reason=f"superseded by what was said on {said.evidence[0].date}",
        evidence=said.evidence,
    )


def _confirm(topic: str, text: str, evidence: tuple[Quote, ...]) -> Operation:
    return Operation(op="confirm", topic=topic, entry=text, evidence=evidence)
