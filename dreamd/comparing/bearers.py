"""Whether two statements leave one job to two people, in whatever words; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import figures
from dreamd.comparing.likeness import CLOSE, ENOUGH, heads, met_in, weight
from dreamd.comparing.people import DEPUTY
from dreamd.comparing.signs import ROLES

if TYPE_CHECKING:
    from dreamd.comparing.meanings import Meant

JOBS = ROLES - {"store"}
"""What one of several people does: who stores a thing may be one of many."""


def differ(ours: Meant, theirs: Meant) -> str:
    """The two people; empty where there are none, or each may have a job of their own."""
    if any(DEPUTY.search(said.text) for said in (ours, theirs)):
        return ""
    if len(ours.who) != 1 or len(theirs.who) != 1 or figures.differ(ours, theirs):
        return ""
    if {one.bound for one in ours.amounts} != {one.bound for one in theirs.amounts}:
        return ""
    here, there = min(ours.who), min(theirs.who)
    if {*here.split()} & {*there.split()} or not _jobs(ours) & _jobs(theirs):
        return ""
    met = met_in(ours, theirs)
    told = met.shared - JOBS
    about = sum(weight(frozenset({name})) for name in told)
    if about < ENOUGH or met.share < CLOSE or heads(ours, theirs, met.shared, frozenset()):
        return ""
    return f"{here} / {there}"


def _jobs(said: Meant) -> set[str]:
    return {name for part in said.parts for name in part.names & JOBS}
