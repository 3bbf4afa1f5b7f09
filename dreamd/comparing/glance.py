"""Whether two statements may exclude each other, or say the same: what costs little is asked first; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import orders, senses, spelled
from dreamd.comparing.days import CHINESE_DAY, ENGLISH_DAY
from dreamd.comparing.signs import NEGATION, ROLES, small
from dreamd.telltales import telltales, words

DIGITS = re.compile(r"\d+")
NUMBER = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|dozen|half|hundred|thousand|quarter"
    r"|january|february|march|april|june|july|august|september|october|november|december|clock|twice|once|single|every"
    r"|each|hourly|daily|nightly|weekly|monthly|yearly|noon|midnight|immediately|unlimited"
)
"""A word that counts."""
CHINESE_NUMBERS = re.compile(r"[零一二两三四五六七八九十百千万半每月]+|立即|立刻|马上|不限")
DENIALS = (
    "no |not |nor |never|neither|none|nothing|nobody|without|cannot|hardly|rarely|instead|rather|other|far |stop|quit"
    "|ceas|refrain|lack|annoy|hate|dislike|unwelcome"
)
DENYING = telltales([DENIALS.split("|")])
"""One of these stands in each English denial without an apostrophe."""
ORDERED = re.compile(r"\b(?:before|after|first|last|then|once|prior)\b|前|后|先|再")
ORDERED_SIGNS = "before after first last then once prior 前 后 先 再"
ADDRESS = re.compile(r"\w\.\w|\w/\w|\w-\d")
LEFT = re.compile(
    r"\b(?:only|nobody|ask|approval|permission|go-ahead|ok|okay|consent|last word|final say)\b|只|问|同意|点头"
)
FREE = re.compile(
    r"\b(?:every(?:one|body)|any(?:one|body)|open to|whenever|whatever|free to|as you|up to)\b|谁|随便|看着"
)
"""What is left to a few, or asked for, and what is free."""
LEFT_SIGNS = "only nobody ask approval permission go-ahead ok okay consent word say 只 问 同意 点头"
FREE_SIGNS = "every any open whenever whatever free you up 谁 随便 看着"
SIGNS = telltales([ORDERED_SIGNS.split(), LEFT_SIGNS.split(), FREE_SIGNS.split()])
"""One of its signs stands in whatever each of the three finds."""
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
    may = SIGNS(low)
    ordered, left, free = (number in may for number in range(3))
    return Marks(
        _numbers(low) | ({"0"} if spelled.FREE.search(low) else set()),
        senses.NO in hints or _denies(low),
        ordered and ORDERED.search(text) is not None,
        ENGLISH_DAY.search(text) is not None or CHINESE_DAY.search(text) is not None,
        ADDRESS.search(text) is not None,
        left and LEFT.search(low) is not None,
        free and FREE.search(low) is not None,
        hints,
    )


def _numbers(low: str) -> frozenset[str]:
    found = frozenset(filter(_counts, words(low))).union(DIGITS.findall(low))
    return found if low.isascii() else found.union(CHINESE_NUMBERS.findall(low))


@lru_cache(maxsize=4_096)
def _counts(word: str) -> bool:
    return NUMBER.fullmatch(word.partition("'")[0]) is not None


def _denies(low: str) -> bool:
    may = DENYING(low) or "n't" in low or not low.isascii()
    return bool(may) and NEGATION.search(low) is not None


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
        ours.ordered and theirs.ordered and nearly(one, other) and orders.reversed_(one, other)
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


@lru_cache(maxsize=16_384)
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
