"""Whether two statements say the same of the same, in whatever words; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import nearness, reading
from dreamd.comparing.clashes import conditional, estranged, placed
from dreamd.comparing.disputes import denies
from dreamd.comparing.likeness import CLOSE, NEARLY, SEVERAL, SHARE, contrast, deeds, met_in
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.comparing.meanings import Meant

ONCE = frozenset({"0", "1"})
"""Numbers that only say "each", or "a", or "free"."""
HALF, WHOLE = 0.4, 1.1
"""What two statements of a memory must have in common: of the one, and of both together."""


def same(one: str, other: str, told: Mapping[str, float]) -> bool:
    """Whether the two say the same of the same, in whatever words, which have these weights among all of a memory."""
    ours, theirs = reading.meant(one), reading.meant(other)
    if (
        estranged(ours, theirs)
        or placed(one, other)
        or conditional(other, ours, theirs)
        or conditional(one, theirs, ours)
    ):
        return False
    if _otherwise(ours, theirs):
        return False
    met = met_in(ours, theirs)
    if denies(ours, theirs, met.shared) != denies(theirs, ours, met.shared):
        return False
    near = nearness.near(ours, theirs, told) if told else nearness.Near(0, 0, 0)
    if near.shared >= nearness.TIED and near.least >= HALF and near.least + near.most >= WHOLE:
        return True
    if contrast(ours, theirs, met.shared, frozenset()):
        return False
    most = met.weight / (met.weight + met.most) if met.weight else 0.0
    firm = bool(ours.amounts) + bool(ours.sides.keys() & theirs.sides.keys()) + bool(ours.members)
    return met.weight + firm >= SEVERAL and met.share >= NEARLY and most >= (SHARE if firm else CLOSE)


def _otherwise(ours: Meant, theirs: Meant) -> bool:
    """Whether the two tell other days, numbers, places, people, things of a kind, answers or deeds."""
    if (ours.days, ours.labels, ours.where, ours.codes) != (theirs.days, theirs.labels, theirs.where, theirs.codes):
        return True
    if {one.value for one in ours.amounts} - ONCE != {one.value for one in theirs.amounts} - ONCE:
        return True
    if any(one != other for one, other in zip(_of_kinds(ours), _of_kinds(theirs), strict=True)):
        return True
    asked = ours.sides.keys() & theirs.sides.keys() - ({"existence"} if ours.amounts and theirs.amounts else set())
    if any(ours.sides[name] != theirs.sides[name] for name in asked):
        return True
    done, there = deeds(ours), deeds(theirs)
    return (
        not (done <= there or there <= done)
        or any(_concerned(ours, kind, theirs) for kind in reading.CONCERNED)
        or _strangers(ours, theirs)
    )


def _concerned(ours: Meant, kind: str, theirs: Meant) -> bool:
    """Whether each is about another one of the kind."""
    here, there = (said.members.get(kind, frozenset()) | said.refused.get(kind, frozenset()) for said in (ours, theirs))
    return bool(here and there) and here.isdisjoint(there)


def _strangers(ours: Meant, theirs: Meant) -> bool:
    """Whether one names somebody of whom the other does not speak."""
    return any(
        not {stem(word) for word in name.split()} <= other.names
        for said, other in ((ours, theirs), (theirs, ours))
        for name in said.who - other.who
    )


def _of_kinds(said: Meant) -> tuple[dict[str, frozenset[str]], ...]:
    """The things of a kind that it is for, and that it is against, without whom it is about: its words tell that."""
    return tuple(
        {kind: those for kind, those in told.items() if kind not in reading.CONCERNED}
        for told in (said.members, said.refused)
    )
