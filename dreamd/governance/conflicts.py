"""Two statements that contradict each other: an agent follows now this one, now that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import comparing, redact
from dreamd.comparing import meeting, nearness
from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot, Statement

NAME = "conflicts"


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at pairs of statements. Which of two stands is for the person to say; a secret is no value to compare."""
    said = [one for one in seen.statements if len(one.entry.text) <= (LONGEST_ENTRY if one.listed else LONGEST)]
    spoken = [comparing.Said(one.entry.text, f"{one.title} {' '.join(one.headings)}") for one in said]
    texts = [one.text for one in spoken]
    told = nearness.weights(texts)
    for a, b in meeting.pairs(texts):
        what = comparing.contrary(spoken[a], spoken[b], told)
        if what and not (redact.findings(said[a].raw) or redact.findings(said[b].raw)):
            yield _fault(said[a], said[b], what)


LONGEST = 300
"""Characters of a paragraph that can still be one statement."""
LONGEST_ENTRY = 600
"""Characters of an entry that is compared: dreamd writes at most 500, and what is much longer is a text."""


def _fault(one: Statement, other: Statement, what: str) -> Fault:
    def archive(lost: Statement, kept: Statement) -> tuple[Edit, ...]:
        reason = f"the person kept instead: {kept.entry.text[:120]}"
        return (Edit(op="archive", file=lost.file, line=lost.start, stop=lost.stop, reason=reason),)

    text = f"“{one.entry.text}” and “{other.entry.text}” contradict each other ({what})"
    return Fault(
        check=NAME,
        severity="warning",
        file=one.file,
        text=text,
        line=one.start,
        proposal="Keep the one (a), the other (b), or both",
        places=(place(one), place(other)),
        ways=(
            Way(name="a", text=f"Keep “{one.entry.text}”", edits=archive(other, one)),
            Way(name="b", text=f"Keep “{other.entry.text}”", edits=archive(one, other)),
            Way(name="both", text="Keep both: they do not contradict each other"),
        ),
    )


def place(one: Statement) -> Place:
    """Where the statement stands, with its date and its sources."""
    entry = one.entry
    return Place(
        file=one.file, line=one.start, text=one.raw, date=entry.updated or entry.created, sources=entry.sources
    )


CHECK = Check(name=NAME, title="Statements that contradict each other", run=run)
