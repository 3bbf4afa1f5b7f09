"""An entry that nobody has confirmed for half a year, or that the repository contradicts."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from dreamd import referents
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
            yield _fault(one, f"the repository contradicts “{one.entry.text}”: {gone}", "warning", gone)
        elif one.listed and (days := _age(seen, one)) > DAYS:
            last = one.entry.updated or one.entry.created
            yield _fault(
                one, f"nobody has confirmed “{one.entry.text}” since {last}", "note", f"not confirmed for {days} days"
            )


def _age(seen: Snapshot, one: Statement) -> int:
    """Days since it was said, changed or confirmed last; 0 where it has no date."""
    entry = one.entry
    dates = [entry.updated or entry.created, *(quote.date for quote in seen.evidence.get(one.key, ()))]
    said = max((day for day in dates if DATE.fullmatch(day)), default="")
    if not said or not DATE.fullmatch(entry.updated or entry.created):
        return 0
    try:
        return (date.fromisoformat(seen.today) - date.fromisoformat(said)).days
    except ValueError:
        return 0


def _contradicted(codebase: Codebase, said: str) -> Iterator[str]:
    """What of it the repository does not have, for people."""
    if not referents.asserts(said):
        return
    for path in referents.paths(said):
        if codebase.lost(path) and not codebase.nearly(path):
            yield f"{path} is not there"
    for symbol in referents.symbols(said):
        if symbol in codebase.sought and symbol not in codebase.symbols:
            yield f"{symbol} stands in none of its files"
    for branch in referents.branches(said) if codebase.branches else ():
        if branch not in codebase.branches:
            yield f"it has no branch {branch}"
    for named in referents.versions(said):
        if instead := codebase.contradicts(*named):
            yield f"it asks for {named.name} {instead}, not {named.number}"
    for url in referents.urls(said):
        if instead := codebase.moved(url):
            yield f"its remote is {instead}"
        elif instead := codebase.instead(url):
            yield f"it names {instead}, and nowhere {url}"


def _fault(one: Statement, text: str, severity: str, reason: str) -> Fault:
    move = Edit(op="archive", file=one.file, line=one.start, stop=one.stop, reason=reason)
    holds = Edit(op="confirm", file=one.file, line=one.start, stop=one.stop)
    return Fault(
        check=NAME,
        severity="warning" if severity == "warning" else "note",
        file=one.file,
        text=text,
        line=one.start,
        proposal="Move it to the archive, or confirm that it holds",
        places=(place(one),),
        ways=(
            Way(name="archive", text="Move it to the archive", edits=(move,)),
            Way(name="confirm", text="Confirm that it holds today", edits=(holds,)),
        ),
    )


CHECK = Check(name=NAME, title="Stale entries", run=run)
