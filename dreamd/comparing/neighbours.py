"""Which number two statements tell differently that stand near in a memory, in whatever words; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.comparing import nearness, reading
from dreamd.comparing.attributes import unattributed, uncounted
from dreamd.comparing.clashes import conditional, estranged, placed, ranged
from dreamd.comparing.disputes import TWOFOLD
from dreamd.comparing.figures import comparable
from dreamd.comparing.likeness import contrast, met_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dreamd.comparing.amounts import Amount
    from dreamd.comparing.meanings import Meant

SHARED, CLOSE, WHOLE = 2.0, 0.9, 1.0
"""What two statements have in common: its weight, and the parts of both; that, where one has a condition."""


def differing(one: str, other: str, told: Mapping[str, float]) -> str:
    """The two numbers; empty where there are none, or the statements may speak of two things.

    Args:
        one: a statement.
        other: another one.
        told: what words weigh in the memory of both (``nearness.weights``).
    """
    if not nearness.tied(one, other, told):
        return ""
    ours, theirs = reading.meant(one), reading.meant(other)
    numbers = list(_numbers(ours, theirs))
    if len(numbers) != 1 or not _near(one, other, told) or placed(one, other) or ranged(one, other):
        return ""
    if unattributed(ours, theirs, numbers[0]) or uncounted(ours, theirs, numbers[0]):
        return ""
    return f"{numbers[0][0].value} / {numbers[0][1].value}"


def _near(one: str, other: str, told: Mapping[str, float]) -> bool:
    """Whether both speak of one thing."""
    ours, theirs = reading.meant(one), reading.meant(other)
    if estranged(ours, theirs) or contrast(ours, theirs, met_in(ours, theirs).shared, frozenset()):
        return False
    asked = TWOFOLD & ours.sides.keys() & theirs.sides.keys()
    if any(ours.sides[name].isdisjoint(theirs.sides[name]) for name in asked):
        return False
    near = nearness.near(ours, theirs, told)
    narrow = conditional(other, ours, theirs) or conditional(one, theirs, ours)
    return near.shared >= SHARED and near.least + near.most >= (WHOLE if narrow else CLOSE)


def _numbers(ours: Meant, theirs: Meant) -> Iterator[tuple[Amount, Amount]]:
    """Each kind of number of which both tell one, and not the same."""
    for one in ours.amounts:
        own = [item for item in ours.amounts if comparable(item, one)]
        there = [item for item in theirs.amounts if comparable(item, one)]
        if len(own) == len(there) == 1 and one.value != there[0].value:
            yield one, there[0]
