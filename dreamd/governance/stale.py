"""An entry that nobody has confirmed for half a year, or that the repository contradicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import clock, referents
from dreamd.faults import Edit, Fault, Way
from dreamd.governance import Check
from dreamd.governance.conflicts import place
from dreamd.memory.entry import DATE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.codebase import Codebase
    from dreamd.governance import Snapshot, Statement

NAME = "stale"
DAYS = 180


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at the date of every entry, and at what statements claim of the repository."""
    for one in seen.statements:
        gone = next(_contradicted(seen.codebase, one.said), "") if seen.codebase else ""
        if gone:
            yield _fault(one, f"the repository contradicts “{one.entry.text}”: {gone}", gone, old=False)
        elif one.listed and (days := _age(seen, one)) > DAYS:
            last = one.entry.updated or one.entry.created
            text = f"nobody has confirmed “{one.entry.text}” since {last}"
            yield _fault(one, text, f"not confirmed for {days} days", old=True)


def _age(seen: Snapshot, one: Statement) -> int:
    """Days since it was said, changed or confirmed last; 0 where it has no date."""
    entry = one.entry
    told = entry.updated or entry.created
    if not DATE.fullmatch(told):
        return 0
    quotes = seen.evidence.get(one.key, ()) if seen.evidence else ()
    said = max((told, *(quote.date for quote in quotes if DATE.fullmatch(quote.date))))
    return clock.days(said, seen.today)


def _contradicted(codebase: Codebase, said: str) -> Iterator[str]:
    """What of it the repository does not have, for people."""
    if not referents.asserts(said):
        return
    lost = (path for path in referents.paths(said) if codebase.lost(path) and not codebase.nearly(path))
    yield from (f"{path} is not there" for path in lost)
    gone = codebase.sought - codebase.symbols
    yield from (f"{symbol} stands in none of its files" for symbol in referents.symbols(said) if symbol in gone)
    branches = referents.branches(said) if codebase.branches else ()
    yield from (f"it has no branch {branch}" for branch in branches if branch not in codebase.branches)
    for named in referents.versions(said):
        if instead := codebase.contradicts(*named):
            yield f"it asks for {named.name} {instead}, not {named.number}"
    for url in referents.urls(said):
        told = codebase.tracker(url) if referents.tracks(said) else ""
        if instead := codebase.moved(url) or codebase.instead(url) or told:
            yield f"it names {instead}, not {url}"


def _fault(one: Statement, text: str, reason: str, *, old: bool) -> Fault:
    move = Edit(op="archive", file=one.file, line=one.start, stop=one.stop, reason=reason)
    holds = Edit(op="confirm", file=one.file, line=one.start, stop=one.stop)
    confirm = Way(name="confirm", text="Confirm that it holds today", edits=(holds,))
    keep = Way(name="keep", text="Keep it: the repository does not contradict it")
    return Fault(
        check=NAME,
        severity="note" if old else "warning",
        file=one.file,
        text=text,
        line=one.start,
        proposal="Move it to the archive, or confirm that it holds" if old else "Move it to the archive, or keep it",
        places=(place(one),),
        ways=(Way(name="archive", text="Move it to the archive", edits=(move,)), confirm if old else keep),
    )


CHECK = Check(name=NAME, title="Stale entries", run=run)
