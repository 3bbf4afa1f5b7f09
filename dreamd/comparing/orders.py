"""Which of two deeds a statement puts first; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import reading


class Order(NamedTuple):
    """What comes first and what comes then; either may be empty, where a statement names the other alone."""

    first: frozenset[str]
    then: frozenset[str]


READINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
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


@lru_cache(maxsize=16_384)
def order(text: str) -> Order | None:
    """What the statement puts first; ``None`` where it tells of no order."""
    bare = FIRST_OF_ALL.sub("", IS_FIRST.sub(r"\1 ", text.strip().rstrip(".。")))
    for pattern in READINGS:
        if found := pattern.search(bare):
            first, then = (_names(found[name]) for name in ("first", "then"))
            return Order(first - then, then - first)
    return None


def _names(text: str) -> frozenset[str]:
    return frozenset(
        name
        for part in reading.worded(text)
        for name in part.names
        if not any(one.kind == "light" for one in part.meant)
    )


def reversed_(one: str, other: str) -> bool:
    """Whether what the one puts first comes then in the other."""
    ours, theirs = order(one), order(other)
    if not ours or not theirs or bool(reading.meant(one).denied) != bool(reading.meant(other).denied):
        return False
    cross = bool(ours.first & theirs.then), bool(ours.then & theirs.first)
    same = bool(ours.first & theirs.first), bool(ours.then & theirs.then)
    if any(same):
        return False
    return all(cross) or (any(cross) and not all((ours.first, ours.then, theirs.first, theirs.then)))


def differ(one: str, other: str) -> bool:
    """Whether one of the two tells an order that the other does not."""
    ours, theirs = order(one), order(other)
    return bool(ours) != bool(theirs) or bool(
        ours and theirs and (ours.first & theirs.then or ours.then & theirs.first)
    )
