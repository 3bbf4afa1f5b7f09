"""Which of two deeds a statement puts first; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import reading, senses


class Order(NamedTuple):
    """What comes first and what comes then; either may be empty, where a statement names the other alone."""

    first: frozenset[str]
    then: frozenset[str]


NEVER_BEFORE = re.compile(
    r"^(?P<then>[^,.;]*?(?:\b(?:not|never|nothing|nobody|no)\b|n['’]t\b)[^,.;]*?)"
    r" (?:before|until|till) (?P<first>[^,.;]+)",
    re.IGNORECASE,
)
"""What is not done before the other comes after it."""
READINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?P<first>[^，。；,]+?)(?:必须|一定|应该?|要|得|都)*先于(?P<then>.+)",
        r"^(?P<then>[^，。；,]+?)(?:必须|一定|应该?|要|得|都)*后于(?P<first>.+)",
        r"(?:^|\b)(?P<first>[^,.;]+?) first\b[^.;]*?\b(?:then|before)\b (?P<then>.+)",
        r"^(?P<first>[^,.;]+?) first,? (?:and )?(?P<then>[^,.;]+?) (?:afterwards|after that|later|next|second|last)$",
        r"^first,? (?P<first>.+?)[,;]? (?:and )?(?:only )?then (?P<then>.+)",
        r"^(?:before|prior to) (?P<then>[^,]+), ?(?P<first>.+)",
        r"^(?:after|once|when) (?P<first>[^,]+), ?(?P<then>.+)",
        r"(?P<first>.+?)[,]? (?:before|prior to|ahead of) (?!the end|noon|midnight|long|you leave)(?P<then>.+)",
        r"(?P<then>.+?)[,]? (?:only )?(?:after|once) (?P<first>.+)",
        r"(?P<then>[^,.;]+?) (?:comes?|goes?|go|is|are|runs?|happens?) (?:very )?last\b(?P<first>.*)",
        r"(?P<first>[^,.;]+?) (?:comes?|goes?|go|is|are|runs?|happens?) first\b(?P<then>.*)",
        r"先(?:把)?(?P<first>[^，。；,]+?)(?:，|,|、)?(?:然后|再|后|接着|最后)(?P<then>.+)",
        r"先(?:把)?(?P<first>[^，。；,]+?)[，,](?P<then>.+?)(?:最后|之后|以后)(?:再|才)?(?:补|做|写|说)?",
        r"(?P<then>[^，。；,]+?)(?:之前|以前|前)[，,]?(?:必须|要|得|应|都|一定|先)*(?P<first>.+)",
        r"(?P<first>[^，。；,]+?)(?:之后|以后|完后|后)[，,]?(?:再|才|就)?(?P<then>.+)",
    )
)


IS_FIRST = re.compile(r"\b(is|are) first (?=\w+ed\b)", re.IGNORECASE)
FIRST_OF_ALL = re.compile(
    r"^(?:before|prior to) (?:it|they|that|this|anything|everything)\b[^,]{0,30}?\b(?:else|other|anywhere)\b"
    r"[^,]{0,20}, ?"
    r"|\b(?:before|ahead of) (?:anything|everything) else\b",
    re.IGNORECASE,
)
"""What comes first of all comes before nothing in particular."""


HALF = re.compile(r"[;；]\s*")
DEADLINE = re.compile(
    r"\b(?:before|after) (?:\d[\d:.]*(?: ?[ap]m)?|noon|midnight)\b"
    r"|[\d零一二两三四五六七八九十]+ ?[点日号时](?:[半整钟])?(?:之前|以前|前|之后|以后|后)|收到之?后",
    re.IGNORECASE,
)
"""Until when, or from when on: no deed comes before another."""
FEW = 2
"""Words of a part that may name nothing: "that comes first"."""


@lru_cache(maxsize=16_384)
def _parted(text: str) -> tuple[str, str] | None:
    """The words of what the statement puts first, and of what it puts then; ``None`` where it tells of no order."""
    bare = FIRST_OF_ALL.sub("", IS_FIRST.sub(r"\1 ", DEADLINE.sub(" ", text.strip().rstrip(".。"))))
    told = [found for half in HALF.split(bare) if (found := _told(half))]
    return (" ".join(one["first"] for one in told), " ".join(one["then"] for one in told)) if told else None


def _told(half: str) -> re.Match[str] | None:
    """What a part of the statement puts first, and then."""
    if ("before " in half or "til" in half) and (found := NEVER_BEFORE.match(half)):
        return found
    return next(filter(None, (pattern.search(half) for pattern in READINGS)), None)


@lru_cache(maxsize=16_384)
def order(text: str) -> Order | None:
    """What the statement puts first; ``None`` where it tells of no order."""
    if parted := _parted(text):
        first, then = map(_names, parted)
        return Order(first - then, then - first)
    return None


def _names(text: str) -> frozenset[str]:
    return frozenset(
        name
        for part in reading.worded(text)
        for name in part.names
        if not any(one.kind == "light" for one in part.meant)
    )


def _orders(one: str, other: str) -> tuple[Order, Order] | None:
    """What each puts first, where both tell of an order: to read what they name costs more than to see that."""
    ours, theirs = (order(one), order(other)) if _parted(one) and _parted(other) else (None, None)
    return (ours, theirs) if ours and theirs else None


def _crossed(one: str, other: str) -> bool:
    """Whether the words of what each puts first may stand in what the other puts then: it costs little to ask."""
    ours, theirs = _parted(one), _parted(other)
    if not ours or not theirs:
        return False
    first, then, start, after = map(senses.hints, (*ours, *theirs))
    cross = bool(first & after), bool(then & start)
    return all(cross) or (any(cross) and min(map(len, (first, then, start, after))) <= FEW)


def reversed_(one: str, other: str) -> bool:
    """Whether what the one puts first comes then in the other."""
    if not _crossed(one, other) or not (orders := _orders(one, other)):
        return False
    ours, theirs = orders
    cross = bool(ours.first & theirs.then), bool(ours.then & theirs.first)
    if ours.first & theirs.first or ours.then & theirs.then:
        return False
    if not all(cross) and not (any(cross) and not all((*ours, *theirs))):
        return False
    return _denies(one) == _denies(other)


def _denies(text: str) -> bool:
    """Whether the statement says no, and not only what comes later."""
    return bool(reading.meant(text).denied) and not NEVER_BEFORE.search(text)


def differ(one: str, other: str) -> bool:
    """Whether one of the two tells an order that the other does not."""
    if orders := _orders(one, other):
        ours, theirs = orders
        crossed = ours.first & theirs.then or ours.then & theirs.first
        return bool(crossed) and not (ours.first & theirs.first or ours.then & theirs.then)
    return bool(_parted(one)) != bool(_parted(other))
