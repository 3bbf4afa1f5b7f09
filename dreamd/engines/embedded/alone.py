"""Whether a statement can be read alone, months later: it names what it speaks of and is no list of chores."""

from __future__ import annotations

import re

from dreamd.engines.embedded.passing import CHORE

POINTS = re.compile(
    r"(?:(?:so|and|but|yes|no|well|then|huh|hm+|oh|ok(?:ay)?|also|because|since|not|is|are|if|when|cool"
    r"|wait)\b[, ]*)*(?:(?:it|he|she|they|its|their|his|her)\b"
    r"|(?:this|that|these|those|here|both|which)(?:'s|'ll|'d|’s)?(?= (?:is|are|was|were|isn't|aren't|should|must|can"
    r"|could|will|would|has|have|had|do|does|did|may|might|needs?|seems?|looks?|makes?|means?|works?|not|never|also"
    r"|only|just|all|ones?|fails?|happens?|way)\b|[^\w ]|$)"
    r"|(?:this|that|here)(?:'s|’s)\b|the ones?\b"
    r"|the (?:first|second|third|last|other|left|right|same|former|latter)(?: (?:one|two|part|option|thing))?(?= (?:is"
    r"|are|should|must|was|has|needs?)\b|[,.]|$)"
    r"|there(?:'s|’s| is) an? (?:bug|typo|error|problem|issue|mistake))"
    r"|(?:所以|那么?|但是?|而且|不过)?[，,]?(?:[这那](?:些|个|里|样|次)?(?:文件)?(?:是|就|不|应该|要|会|可以|才)"
    r"|不是[这那]|[它他她])",
    re.IGNORECASE,
)
"""Begins with a word that stands for something said before."""
PIECE = re.compile(r"(?<=[,;:，；：])\s*|(?<=[.!?]) +|(?<=[。！？])|\s+[—–-]+\s+|\s+(?=(?:and|but|then|so)\s)")
RUN_ON = 200
CHORES = 3
"""So many errands in one statement make it a task."""
WISHES = re.compile(
    r"\b(?:i(?:'d| would) like|i want|i need|can (?:you|we)|could (?:you|we)|let'?s|please|we (?:should|need))\b",
    re.IGNORECASE,
)


def points_back(text: str) -> bool:
    """Whether the subject of the statement's first clause is a word without a meaning of its own."""
    return bool(POINTS.match(text))


def pieces(text: str) -> list[str]:
    """The clauses of a statement, roughly."""
    return [piece.strip() for piece in PIECE.split(text) if piece.strip()]


def is_task(text: str) -> bool:
    """Whether the statement is a list of things to do."""
    errands = sum(bool(CHORE.pattern.search(piece)) for piece in pieces(text))
    return errands >= CHORES or (len(text) > RUN_ON and len(WISHES.findall(text)) + errands > CHORES)
