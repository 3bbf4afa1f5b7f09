"""Whether two statements leave one job to two people, in whatever words; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import figures
from dreamd.comparing.likeness import CLOSE, ENOUGH, heads, met_in, telling, weight
from dreamd.comparing.people import DEPUTY
from dreamd.comparing.signs import ROLES
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from dreamd.comparing.meanings import Meant

JOBS = ROLES - {"store"}
"""What one of several people does: who stores a thing may be one of many."""


def differ(ours: Meant, theirs: Meant) -> str:
    """The two people; empty where there are none, or each may have a job of their own."""
    if any(DEPUTY.search(said.text) for said in (ours, theirs)):
        return ""
    mine, others = ours.who - theirs.who, theirs.who - ours.who
    if len(mine) != 1 or len(others) != 1 or figures.differ(ours, theirs):
        return ""
    if {one.bound for one in ours.amounts} != {one.bound for one in theirs.amounts}:
        return ""
    here, there = min(mine), min(others)
    if {*here.split()} & {*there.split()} or not _jobs(ours) & _jobs(theirs):
        return ""
    met = met_in(ours, theirs)
    about = sum(weight(frozenset({name})) for name in met.shared - JOBS)
    rest = min(_beside(said, met.shared) for said in (ours, theirs))
    if about < ENOUGH or about < CLOSE * (about + rest) or heads(ours, theirs, met.shared, frozenset()):
        return ""
    return f"{here} / {there}"


def _jobs(said: Meant) -> set[str]:
    return {name for part in said.parts for name in part.names & JOBS}


def _beside(said: Meant, known: frozenset[str]) -> float:
    """Weight of what the statement says beside what both speak of, the people and their jobs; single signs aside."""
    people = {stem(word) for name in said.who for word in name.split()}
    told = (part.names for part in said.parts if telling(part, frozenset()) and len(part.text) > 1)
    return sum(weight(names) for names in told if not names & (known | people | JOBS))
