"""Whether a statement says yes where its evidence says no, or no where that says yes."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from dreamd.memory.support import among, words

if TYPE_CHECKING:
    from collections.abc import Iterable

VERBS = "do|does|did|ca|wo|is|are|was|were|should|would|could|must|has|have|had|need|might"
WORDS = "cannot|not?|never|none|nothing|nobody|neither|nor|avoid\\w*|stop(?:s|p\\w+)?"
NOT = rf"\b(?:(?:{VERBS})n['’]?t|{WORDS})\b|[不别勿没未无禁]"
"""These deny their clause."""
LESS = r"\b(?:without|instead of|rather than|than|except|unless)\b"
"""These deny what follows them alone."""
DENIAL = re.compile(f"({NOT})|{LESS}")
PREFERRED = re.compile(r"\b(prefer\w* (?!to\b)\S+) (?:over|to)\b")
CLAUSE = re.compile(r"[,;:.!?()\n，。；：！？、…—–]+|\b(?:and|but|because|so|since|if|when|while|then|or)\b")


class Clause(NamedTuple):
    """One clause's own words."""

    said: list[str]
    affirmed: list[str]
    """Those that no denial of its reaches."""
    denied: list[str]
    """Those behind a denial."""
    first: list[str]
    """Those that each denial reaches first."""
    negative: bool


def turned(text: str, passages: Iterable[str]) -> str:
    """A word that one side denies and the other does not; empty where they agree in all that both say.

    Args:
        text: the statement.
        passages: what it rests on, in whole sentences: a "not" may stand before the words that are quoted.
    """
    ours, theirs = _clauses(text), [clause for passage in passages for clause in _clauses(passage)]
    return _invented(ours, theirs) or _dropped(ours, theirs)


def _invented(ours: list[Clause], theirs: list[Clause]) -> str:
    """What the statement denies and the passages do not."""
    said = {word for clause in theirs for word in clause.said}
    denied = {word for clause in theirs for word in clause.denied}
    reached = denied | {word for clause in theirs if clause.negative for word in clause.said}
    for clause in ours:
        shared = [word for word in clause.said if among(word, said)]
        if clause.negative and shared and not any(among(word, reached) for word in shared):
            return shared[0]
        if wrong := next((word for word in clause.first if among(word, said) and not among(word, denied)), ""):
            return wrong
    return ""


def _dropped(ours: list[Clause], theirs: list[Clause]) -> str:
    """What the passages deny and the statement does not."""
    said = {word: clause for clause in ours for word in clause.said}
    denied = {word for clause in ours for word in clause.denied}
    affirmed = {word for clause in theirs for word in clause.affirmed}
    for clause in theirs:
        used = [word for word in said if among(word, clause.said) and not among(word, affirmed)]
        if clause.negative and used and not any(said[word].negative or word in denied for word in used):
            return used[0]
        if wrong := next((word for word in used if among(word, clause.first) and not among(word, denied)), ""):
            return wrong
    return ""


def _clauses(text: str) -> list[Clause]:
    plain = PREFERRED.sub(r"\1 rather than", unicodedata.normalize("NFKC", text).casefold())
    return [_clause(part) for part in CLAUSE.split(plain) if part.strip()]


def _clause(text: str) -> Clause:
    marks = list(DENIAL.finditer(text))
    if not marks:
        return Clause(said := words(text), said, [], [], negative=False)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    behind = [words(text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    before, denied = words(text[: marks[0].start()]), [word for part in behind for word in part]
    negative = any(mark[1] for mark in marks)
    return Clause(before + denied, [] if negative else before, denied, [part[0] for part in behind if part], negative)
