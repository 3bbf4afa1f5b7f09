"""Whether two statements may exclude each other, or say the same: what costs little is asked first; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import senses
from dreamd.comparing.days import CHINESE_DAY, ENGLISH_DAY
from dreamd.comparing.signs import NEGATION, ROLES, small

NUMBERS = re.compile(
    r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|dozen|half"
    r"|hundred|thousand|quarter"
    r"|january|february|march|april|june|july|august|september|october|november|december|clock|twice"
    r"|once|single|every|each|hourly|daily|nightly|weekly|monthly|yearly|noon|midnight|immediately|unlimited)\b"
    r"|[零一二两三四五六七八九十百千万半每月]+|立即|立刻|马上|不限",
)
ORDERED = re.compile(r"\b(?:before|after|first|last|then|once|prior)\b|前|后|先|再")
ADDRESS = re.compile(r"\w\.\w|\w/\w|\w-\d")
LEFT = re.compile(
    r"\b(?:only|nobody|ask|approval|permission|go-ahead|ok|okay|consent|last word|final say)\b|只|问|同意|点头"
)
FREE = re.compile(
    r"\b(?:every(?:one|body)|any(?:one|body)|open to|whenever|whatever|free to|as you|up to)\b|谁|随便|看着"
)
"""What is left to a few, or asked for, and what is free."""
PERSON = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\b(?:team|group|office|squad) ")
NEARLY = 0.6
"""Part of the hints of the shorter of two statements that say the same."""


class Marks(NamedTuple):
    """What stands out in a statement."""

    numbers: frozenset[str]
    denies: bool
    ordered: bool
    dated: bool
    placed: bool
    left: bool
    free: bool
    hints: frozenset[str]


@lru_cache(maxsize=16_384)
def marks(text: str) -> Marks:
    """What stands out in the statement."""
    hints, low = senses.hints(text), small(text)
    return Marks(
        frozenset(NUMBERS.findall(low)),
        senses.NO in hints or NEGATION.search(low) is not None,
        ORDERED.search(text) is not None,
        ENGLISH_DAY.search(text) is not None or CHINESE_DAY.search(text) is not None,
        ADDRESS.search(text) is not None,
        LEFT.search(low) is not None,
        FREE.search(low) is not None,
        hints,
    )


def worth(one: str, other: str) -> bool:
    """Whether there is anything in which the two may differ: a denial, a number, a side, a place, a person."""
    ours, theirs = marks(one), marks(other)
    if ours.denies or theirs.denies or (ours.dated and theirs.dated) or (ours.placed and theirs.placed):
        return True
    if (ours.left and theirs.free) or (ours.free and theirs.left):
        return True
    han = not (one.isascii() or other.isascii())
    if han and ours.numbers and theirs.numbers and ours.numbers != theirs.numbers:
        return True
    if (ours.numbers - theirs.numbers and theirs.numbers - ours.numbers) or (
        ours.ordered and theirs.ordered and nearly(one, other)
    ):
        return True
    if _answers(ours.hints) and _differ(_answers(ours.hints), _answers(theirs.hints)):
        return True
    roles = ours.hints & ROLES, theirs.hints & ROLES
    return bool((roles[0] and roles[1]) or ((roles[0] or roles[1]) and (PERSON.search(one) or PERSON.search(other))))


def nearly(one: str, other: str) -> bool:
    """Whether the two may say the same."""
    ours, theirs = marks(one).hints, marks(other).hints
    return len(ours & theirs) >= NEARLY * min(len(ours), len(theirs))


def _answers(hints: frozenset[str]) -> dict[str, set[str]]:
    """Question -> the answers that stand in a statement."""
    found: dict[str, set[str]] = {}
    for hint in hints:
        if hint.startswith(senses.ASKED):
            question, _, answer = hint.partition("=")
            found.setdefault(question, set()).add(answer)
    return found


def _differ(ours: dict[str, set[str]], theirs: dict[str, set[str]]) -> bool:
    return any(ours[question] != theirs[question] for question in ours.keys() & theirs.keys())
