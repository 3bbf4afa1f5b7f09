"""Every new or changed entry rests on rows that allow it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.memory import contents
from dreamd.memory.admission import HUMAN_ONLY
from dreamd.memory.entry import DATE
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate
    from dreamd.records import Entry, EntryType, Quote

REFERENCE = re.compile(r"[a-z0-9-]+/[0-9A-Za-z_.-]+#[0-9A-Za-z_.-]+|[a-z0-9-]+/\d{4}-\d{2}-\d{2}")


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at every entry that differs from what stood in its file, those that moved word for word aside."""
    before = contents.topics(candidate.workspace, candidate.before)
    after = contents.topics(candidate.workspace, candidate.after)
    ended = {one.key for one in _archived(candidate)}
    placed = [one for one in contents.placed(before) if one.key not in ended]
    old = {one.key: one.item.entry for one in placed}
    moved = {(contents.kind(candidate.workspace, one.file, before[one.file]), one.lines) for one in placed}
    split = contents.stood(candidate.before, candidate.split)
    for one in contents.changed(before, after):
        kind = contents.kind(candidate.workspace, one.file, after[one.file])
        if (kind, one.lines) in moved or one.lines in split:
            continue
        quotes = candidate.evidence.get(one.key, ())
        for text in _faults(one.item.entry, kind, quotes, old.get(one.key)):
            yield Finding(check="provenance", severity="blocking", file=one.file, text=text, line=one.item.start + 1)


def _archived(candidate: Candidate) -> list[contents.Placed]:
    """What went to the archive: where such a statement stands again, it was said anew."""
    before, after = (contents.archives(candidate.workspace, files) for files in (candidate.before, candidate.after))
    return contents.changed(before, after)


def _faults(entry: Entry, kind: EntryType, quotes: tuple[Quote, ...], old: Entry | None) -> Iterator[str]:
    allowed = {quote.ref for quote in quotes} | set(old.sources if old else ())
    said = [quote.role == "human" for quote in quotes]
    if not quotes:
        yield "this entry rests on no row"
    elif not all(said) and (kind in HUMAN_ONLY or old is not None):
        yield f"a {kind} entry may only rest on what the person said"
    elif not any(said) and not entry.unconfirmed:
        yield "what the person did not say must be marked unconfirmed"
    if not entry.sources or not all(REFERENCE.fullmatch(source) and source in allowed for source in entry.sources):
        yield "its sources are not those it rests on"
    if not (DATE.fullmatch(entry.created) and DATE.fullmatch(entry.updated) and entry.created <= entry.updated):
        yield "its dates are not right"
    if old is not None and (entry.updated < old.updated or entry.seen < old.seen):
        yield "its updated or seen went back"


CHECK = Check(name="provenance", run=run)
