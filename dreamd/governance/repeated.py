"""One fact in several places: who changes the one leaves the other behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import comparing
from dreamd.comparing import meeting, nearness
from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check, security
from dreamd.governance.conflicts import LONGEST_ENTRY
from dreamd.memory.entry import fold, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot, Statement

NAME = "repeated"


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at pairs of statements, in one file only at those that read alike word for word below one heading."""
    said = [one for one in seen.statements if one.listed and len(one.entry.text) <= LONGEST_ENTRY]
    spoken = [comparing.Said(one.entry.text, f"{one.title} {' '.join(one.headings)}") for one in said]
    texts = [one.text for one in spoken]
    gone, told = set[int](), nearness.weights(texts)
    for a, b in meeting.pairs(texts):
        one, other = said[a], said[b]
        if a in gone or b in gone or (one.entry.how and other.entry.how and one.entry.how != other.entry.how):
            continue
        same = fold(plain(one.entry.text)) == fold(plain(other.entry.text))
        within = one.file == other.file
        if (same and (not within or one.headings == other.headings)) or (
            not within and comparing.alike(spoken[a], spoken[b], told)
        ):
            kept, lost = (one, other) if _standing(seen, one) >= _standing(seen, other) else (other, one)
            gone.add(a if lost is one else b)
            yield _fault(kept, lost, same=same)


def _standing(seen: Snapshot, one: Statement) -> tuple[object, ...]:
    """Which of two is to be kept: a person's, the one that more sessions said, the one with reasons, the older."""
    entry = one.entry
    people = one.file in seen.workspace.people
    return (
        not security.hides(one.raw),  # else whoever writes a poisoned twin has the clean one archived
        people,
        not entry.unconfirmed,
        entry.seen,
        len(entry.why) + len(entry.how),
        bool(entry.sources),
        entry.updated,
    )


def _fault(kept: Statement, lost: Statement, *, same: bool) -> Fault:
    def archive(gone: Statement, stays: Statement) -> tuple[Edit, ...]:
        reason = f"{stays.file} says the same"
        return (Edit(op="archive", file=gone.file, line=gone.start, stop=gone.stop, reason=reason),)

    first = Way(name="archive", text=f"Move the one in {lost.file} to the archive", edits=archive(lost, kept))
    more = (
        Way(name="other", text=f"Move the one in {kept.file} to the archive", edits=archive(kept, lost)),
        Way(name="both", text="Keep both: they say different things"),
    )
    how = "the same as" if same else "the same, in other words, as"
    return Fault(
        check=NAME,
        severity="note",
        file=lost.file,
        text=f"“{lost.entry.text}” says {how} {kept.file}: “{kept.entry.text}”",
        line=lost.start,
        proposal=first.text,
        places=tuple(
            Place(file=one.file, line=one.start, text=one.raw, date=one.entry.updated, sources=one.entry.sources)
            for one in (lost, kept)
        ),
        ways=(first, *more),
        decided=same,
    )


CHECK = Check(name=NAME, title="Facts that stand twice", run=run)
