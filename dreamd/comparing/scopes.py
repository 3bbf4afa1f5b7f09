"""Where a statement holds: the environment, language, part, day, host or occasion that it names; pure.

Two statements that hold in different places do not meet, and one with a condition is an exception to the other.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing.spelled import MONTHS
from dreamd.comparing.whereabouts import WORDS
from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Mapping

LOOSE = frozenset({"moment", "text", "piece", "country"})
"""Of these a statement without any holds everywhere, and may still contradict."""
CONDITION = re.compile(
    r"\b(?:when(?:ever)?|if|unless|except(?: for)?|only(?!\s*(?:[.,;]|$))|while|during|until|once"
    r"|as long as|in case)\b"
    r"(?! (?:it|they|that|everything|(?:a|the|your) (?:change|work|task|job))"
    r" (?:works?|(?:is|are|has been) (?:done|made|ready|finished|completed?)))"
    r"|除非|除了|只有|仅在?"
    r"|如果|若|时候?(?=[，,。]|$)|的时候(?=[先要应请就才再都])|期间|直到|一旦|情况下"
)
THINGS = re.compile(
    r"(?:the |our |all )?(?:(?!keep|write|give|make|use|put|show|limit)[a-z-]+ ){0,2}?"
    r"(?!explanation|detail|result)([a-z-]{3,}s)(?= (?:to|for|go|are|must|should|stay|come)\b)",
    re.IGNORECASE,
)
SHEETS = re.compile(
    r"([\u3400-\u9fff]{1,5}[据票单函信件书表稿页知告同录])(?=(?:一律|都|统一|要|默认|必须)*(?:用|写|使用|发))"
)
NOBODY = r"be|me|us|the|it|point|(?:its|their|my|your) \w+|every\w+|any\w+|all|may"
RECIPIENT = re.compile(
    rf"\b(?:to|for|towards)\s+(?:the |our |all |a |an )?((?!(?:{NOBODY}|{MONTHS})\b)[a-z][a-z-]*"
    r"(?: (?!go|are|is|in|on|at|must|should|stay|come|use|and|or|that|which|who)[a-z][a-z-]*)?)"
    r"|(?:[给对跟向]|回复|答复|回答)((?-i:[\u3400-\u9fff]){1,6}?)(?=的|用|发|写|回|说|讲|要|都|时|一律)",
    re.IGNORECASE,
)
"""For whom something is."""
BELOW = re.compile(r"\b(?:up to|below|under|less than|at most|smaller than)\b|以下|以内|不足|低于")
ABOVE = re.compile(r"\b(?:above|over|more than|from|beyond|larger than)\b|以上|超过|高于")
MERE = re.compile(r"\s+(?:you |we |i )?(?P<deed>[a-z]{4,})")
STEM = re.compile(r"[a-z]{4,}")
HOST = re.compile(r"\b(?=[a-z.-]*\d)[a-z][a-z]*(?:[-.]?[a-z]+)*[-.]?\d{1,4}\b")
PATH = re.compile(r"`?\b[\w.-]+/[\w./*-]*`?")


@cache
def _compiled(words: str) -> re.Pattern[str]:
    """Latin words whole, Chinese ones anywhere."""
    return re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE)


RUN = re.compile(r"[a-z]+\??|[\u3400-\u9fff]+\??")
LEFT_OUT = re.compile(r"\(\?[!=][^)]*\)|\[[^\]]*\]|(?<=[a-z])\(\?:[^()]*\)(?!\?)|\(\?:[^()]*\)\?")
"""What stands in no match, not in each, or is an ending."""
GROUP = re.compile(r"\(\?:[^()]*\)")


def _signs(words: str) -> tuple[str, ...]:
    """For each way to say it letters of which some stand in it: the longest, or those of a group."""
    words = words.lower()
    while LEFT_OUT.search(words):
        words = LEFT_OUT.sub(" ", words)
    found = list[str]()
    for way in re.split(r"\|(?![^()]*\))", words):
        runs, own = (
            [run[:-2] if run.endswith("?") else run for run in RUN.findall(text)] for text in (way, GROUP.sub(" ", way))
        )
        found += [max(own, key=len)] if any(own) else runs
    return tuple(filter(None, found))


PLACES = [(category, value, words) for category, values in WORDS.items() for value, words in values.items()]
WORTH = telltales([_signs(words) for _, _, words in PLACES])


@lru_cache(maxsize=16_384)
def scopes(text: str) -> Mapping[str, frozenset[str]]:
    """Category -> what of it the text names."""
    found: dict[str, frozenset[str]] = {}
    for number in WORTH(text):
        category, value, words = PLACES[number]
        if _compiled(words).search(text):
            found[category] = found.get(category, frozenset()) | {value}
    for category, pattern in (("host", HOST), ("path", PATH)):
        if values := frozenset(pattern.findall(text.lower() if category == "host" else text)):
            found[category] = values
    return found


def apart(one: str, other: str, about: tuple[str, str] = ("", ""), free: frozenset[str] = frozenset()) -> bool:
    """Whether the two hold in different places, or one is an exception to the other.

    Args:
        one: a statement.
        other: another one.
        about: what the file and the headings say that each stands under.
        free: categories that do not count, since it is they in which the two differ.
    """
    here, there = (scopes(text) for text in (one, other))
    for category in {*here, *there} - free:
        ours, theirs = here.get(category, frozenset()), there.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
        if bool(ours) != bool(theirs) and category not in LOOSE:
            return True
    return beside(*about, free) or excepted(one, other)


def beside(one: str, other: str, free: frozenset[str] = frozenset()) -> bool:
    """Whether two files or headings speak of different places."""
    first, second = scopes(one), scopes(other)
    for category in {*first, *second} - free - {"text", "moment"}:
        ours, theirs = first.get(category, frozenset()), second.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
    return False


def subjects(text: str) -> frozenset[str]:
    """What kind of text a statement begins with, where it is none of those that have a name here."""
    found = THINGS.match(text) or SHEETS.match(text)
    return frozenset({(found[1] or "").lower()}) if found else frozenset()


def aimed(one: str, other: str) -> bool:
    """Whether each of the two says for whom it is, and these are others."""
    ours, theirs = (_recipients(text) for text in (one, other))
    return bool(ours and theirs and not ours & theirs)


@lru_cache(maxsize=16_384)
def _recipients(text: str) -> frozenset[str]:
    found = {(match[1] or match[2]).lower() for match in RECIPIENT.finditer(text)}
    return frozenset(
        word.removesuffix("s") for words in found for word in [words.split()[-1] if words.isascii() else words]
    )


PURPOSE = re.compile(r"(?:\bport |端口)\D{0,3}\d+ (?:is )?for (?:the )?(\w+)", re.IGNORECASE)


def purposed(one: str, other: str) -> bool:
    """Whether a port that one of the two names is for something that the other's is not."""
    ours, theirs = (set(PURPOSE.findall(text)) for text in (one, other))
    return ours != theirs


def excepted(one: str, other: str) -> bool:
    """Whether one names a condition that the other does not: "when merging" is none for what speaks of merging too."""
    (below, above), (under, over) = _bounds(one), _bounds(other)
    if (below and over) or (under and above):
        return True
    ours, theirs = _conditional(one, other), _conditional(other, one)
    return ours != theirs


@lru_cache(maxsize=16_384)
def _bounds(text: str) -> tuple[bool, bool]:
    """Whether the text tells what lies below a bound, and what above one."""
    low = text.lower()
    return BELOW.search(low) is not None, ABOVE.search(low) is not None


def _conditional(text: str, other: str) -> bool:
    """Whether the text names a condition that is not just a deed of which the other speaks."""
    return any(not deed or deed not in _begun(other) for deed in _conditions(text))


@lru_cache(maxsize=16_384)
def _begun(text: str) -> frozenset[str]:
    """How the words of the text begin."""
    return frozenset(match[0][:4] for match in STEM.finditer(text.lower()))


@lru_cache(maxsize=16_384)
def _conditions(text: str) -> tuple[str, ...]:
    """For each condition how its deed begins, where it only tells when; empty for others."""
    low = text.lower()
    heads = ((match, MERE.match(low, match.end())) for match in CONDITION.finditer(low))
    return tuple(
        head["deed"][:4] if head and match[0] in {"when", "whenever", "while"} else "" for match, head in heads
    )
