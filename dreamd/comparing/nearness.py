"""How near two statements stand by the words that few statements of a memory have; pure.

What two of a hundred speak of ties these two; what half of them speak of ties nobody.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing import senses
from dreamd.comparing.likeness import telling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dreamd.comparing.meanings import Meant, Part


TIED = 1.2
"""Weight of what two statements have in common that say the same."""


class Near(NamedTuple):
    """How much two statements have in common, by weight of their words."""

    shared: float
    """Weight of what both speak of; a word that no third statement has weighs about 1."""
    least: float
    """Part of the one that the other speaks of, too: of the one of which it is less."""
    most: float
    """The same of the other one."""


def weights(texts: Sequence[str]) -> Mapping[str, float]:
    """Name of a sense, or stem of a word -> what it weighs among the statements, from 0 to about 1."""
    return _weights(tuple(texts))


@lru_cache(maxsize=2)
def _weights(texts: tuple[str, ...]) -> Mapping[str, float]:
    whole = math.log(len(texts) + 1)
    return {name: math.log((len(texts) + 1) / (count + 0.5)) / whole for name, count in often(texts).items()}


@lru_cache(maxsize=2)
def often(texts: tuple[str, ...]) -> Counter[str]:
    """Name -> number of statements that have it."""
    return Counter(name for text in texts for name in senses.hints(text))


def tied(one: str, other: str, told: Mapping[str, float]) -> bool:
    """Whether two statements can have enough in common, as their words by themselves tell."""
    both = senses.hints(one) & senses.hints(other)
    return sum(told.get(name, 0.0) for name in both) >= TIED


def near(ours: Meant, theirs: Meant, told: Mapping[str, float]) -> Near:
    """How near two statements of a memory stand whose words have these weights."""
    shares = sorted(_spoken_of(one, other, told) for one, other in ((ours, theirs), (theirs, ours)))
    (least, one), (most, other) = shares
    return Near((one + other) / 2, least, most)


def _spoken_of(said: Meant, other: Meant, told: Mapping[str, float]) -> tuple[float, float]:
    """Which part of what the one says the other speaks of, and what that weighs."""
    known = other.names | {side for those in other.refused.values() for side in those}
    whole = both = 0.0
    for part in said.parts:
        if telling(part, frozenset()):
            names = _names(part)
            weight = min((told.get(name, 1.0) for name in names), default=0.0)
            whole += weight
            both += weight if names & known else 0.0
    for ours, theirs in ((said.amounts, other.amounts), (said.where, other.where), (said.days, other.days)):
        same = len({*ours} & {*theirs})
        whole, both = whole + same, both + same
    return (both / whole if whole else 0.0), both


def _names(part: Part) -> frozenset[str]:
    return part.names | {sense.side for sense in part.meant if sense.kind == "member"}
