"""Which side of which question a statement takes; pure."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing.choices import CHOICES
from dreamd.comparing.habits import HABITS
from dreamd.comparing.manners import MANNERS
from dreamd.comparing.scopes import scopes, subjects
from dreamd.comparing.signs import COMMAND
from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.comparing.axes import Axis

AXES: tuple[Axis, ...] = (*MANNERS, *HABITS, *CHOICES)
WORTH = telltales([axis.marks for axis in AXES])
DENIED = re.compile(
    r"\b(?:no|not|never|avoid|without|stop|instead of|rather than|over|than|dislikes?|hates?|\w+n['’]t"
    r"|replaces?|drop|banned?"
    r"|forbid(?:den)?|refuse)\b(?: \w+){0,3}? ?$"
    r"|(?:不|别|勿|无需|禁止|避免|而不是|而非|不要|不用|讨厌|拒绝|代替|取代|不再|没有?)(?-i:[\u3400-\u9fff]){0,4} ?$",
    re.IGNORECASE,
)
"""Before a sign: it is denied."""
FALLEN = re.compile(
    r"^ ?(?:is|are) (?:not|never|banned|forbidden|out|no longer)"
    r"|^(?-i:[\u3400-\u9fff]){0,4}(?:禁止|不再|不允许|不许|不用)",
    re.IGNORECASE,
)
BREAK = re.compile(r"[.;:!?。；：！？]|,|，|、|\bbut\b|\band\b|但|而是|并")
QUOTED = re.compile(r"[\"“「『][^\"”」』\n]*[\"”」』]")


@cache
def compiled(signs: str) -> re.Pattern[str]:
    """The signs of a pole, ready to be looked for."""
    return re.compile(signs)


@lru_cache(maxsize=16_384)
def stances(text: str) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Name of an axis -> the poles that the statement takes, and the kinds of text that it means."""
    said = COMMAND.sub(" ", QUOTED.sub(" ", text).lower())
    found = {}
    for number in sorted(WORTH(text)):
        axis = AXES[number]
        taken = _taken(axis, said)
        if taken:
            kinds = (scopes(said).get("text") or subjects(said) or frozenset({axis.text})) if axis.text else frozenset()
            found[axis.name] = (taken, kinds)
    return found


def _taken(axis: Axis, text: str) -> frozenset[str]:
    """The poles taken; of several, those alone that nobody denies."""
    for_it, against = set[str](), set[str]()
    for pole, signs in axis.poles.items():
        for match in compiled(signs).finditer(text):
            before = text[: match.start()]
            cut = max((mark.end() for mark in BREAK.finditer(before)), default=0)
            denied = DENIED.search(before[cut:]) or FALLEN.match(text[match.end() :])
            (against if denied else for_it).add(pole)
    if not for_it and len(against) == 1 and axis.flips and len(axis.poles) == 2:  # noqa: PLR2004 (this way or that)
        return frozenset(axis.poles.keys() - against)
    return frozenset(for_it - against)


def opposed(one: str, other: str) -> Axis | None:
    """The question that the two answer differently."""
    ours, theirs = stances(one), stances(other)
    for axis in AXES if ours and theirs else ():
        if axis.name not in ours or axis.name not in theirs:
            continue
        (here, kinds), (there, others) = ours[axis.name], theirs[axis.name]
        if len(here) == 1 and len(there) == 1 and here != there and (not kinds or not others or kinds & others):
            return axis
    return None


def beside(axis: Axis, text: str) -> str:
    """The statement without the signs of any pole of the axis."""
    text = text.lower()
    for signs in axis.poles.values():
        text = compiled(signs).sub(" ", text)
    return text
