"""A settled statement as operations on the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.engines.embedded.same import contradicts, says_same
from dreamd.engines.embedded.settle import counted, goes_on, stands_against
from dreamd.records import Operation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.engines.embedded.placing import Topics
    from dreamd.engines.embedded.settle import Known, Statement
    from dreamd.records import Quote


def propose(said: Statement, standing: list[Known], topics: Topics) -> Iterator[Operation]:
    """What the statement changes: nothing, the dates of an entry, an entry, or the number of entries."""
    twin = next((one for one in standing if says_same(said.text, one.entry.text)), None)
    if twin:
        for evidence in (said.evidence, *said.again):
            # What one session says again is no confirmation, but the run keeps that turn: it counts for promotion.
            if goes_on(twin.entry, evidence[-1]) or not counted(twin.entry, evidence[0]):
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
        if rival and rival.foreign:  # its words are another's, and do not travel into an entry of ours
            return "differs from what somebody else wrote in this memory"
        return f"void since {said.evidence[0].date}: {void}"
    return f"said in reply to: {said.asked}" if said.asked else ""


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
