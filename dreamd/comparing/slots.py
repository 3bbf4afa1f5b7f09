"""Where two statements differ: runs of words in the place of others, or a denial; pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing.lexicon import (
    DENIAL_MARKS,
    DENIALS,
    FILLER,
    FILLER_RUNS,
    GLOSSARY,
    HARMLESS,
    ONE,
    SYNONYMS,
    TRANSLATED,
)
from dreamd.engines.embedded.numerals import digits

TOKEN = re.compile(
    r"https?://[^\s，。；]+|`[^`\n]+`|[\w.+-]+@[\w.-]+|v?\d+(?:[.:/-]\d+)*%?|[A-Za-z][A-Za-z0-9'’]*(?:[./_-]\w+)*"
    r"|(?:周|星期|礼拜)[一二三四五六日天]|[\u3400-\u9fff]"
)


DENIAL_SIGNS = re.compile("[不没未无勿别禁避讨拒忘跳免]")
"""One of these stands in each Chinese denial, and in what only looks like one."""
DOUBLED = re.compile(r"(?<=[a-z]{2})([bgmnprt])\1$")
"""A letter that an ending doubles."""


class Spoken(NamedTuple):
    """A statement as it is compared."""

    text: str
    """With known Chinese words in English and numbers in digits."""
    words: tuple[str, ...]
    """What carries something, denials aside; Chinese character by character."""
    places: tuple[int, ...]
    """Where each of them stands in the text."""
    negative: bool


class Run(NamedTuple):
    """Words of one statement in the place of words of the other."""

    was: tuple[str, ...]
    now: tuple[str, ...]
    before: tuple[str, str]
    """What stands before them in each text."""
    behind: tuple[str, str]
    """What stands behind their beginning, they included."""
    first: bool
    """One of the statements begins with them."""


@lru_cache(maxsize=16_384)
def spoken(text: str) -> Spoken:
    """The statement as it is compared."""
    plain = _plain(text)
    bare, denied = _affirmed(plain)
    if not bare.isascii():
        bare = FILLER_RUNS.sub(_blank, bare)
    words, places = [], []
    for match in TOKEN.finditer(bare):
        if (word := _carried(match[0])) is not None:
            words.append(word)
            places.append(match.start())
    return Spoken(plain, tuple(words), tuple(places), denied)


def negative(text: str) -> bool:
    """Whether the statement says no: ``spoken(text).negative``, without its words."""
    return _affirmed(_plain(text))[1]


def _plain(text: str) -> str:
    plain = digits(text).strip().rstrip(".。;；!！")
    if not plain.isascii():
        plain = TRANSLATED.sub(lambda word: f" {GLOSSARY[word[0]]} ", plain)
    return ONE.sub("1", plain) if " reviewer" in plain or "one" in plain else plain


def _affirmed(plain: str) -> tuple[str, bool]:
    """The text without its denials, and whether their number is odd."""
    low = plain.lower()
    if (low.isascii() or not DENIAL_SIGNS.search(low)) and not any(mark in low for mark in DENIAL_MARKS):
        return plain, False
    bare = HARMLESS.sub(_blank, plain)
    bare, number = DENIALS.subn(_blank, bare)
    return bare, number % 2 == 1


@lru_cache(maxsize=65_536)
def _carried(token: str) -> str | None:
    """The word as it is compared; ``None`` where it carries nothing."""
    low = token.lower().strip("`").rstrip(".").removesuffix("'s").removesuffix("’s")
    return SYNONYMS.get(bent := stem(low), bent) if low and low not in FILLER else None


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """An English word without its commonest endings; others as they are."""
    if not (word.isascii() and word.isalpha()) or len(word) < 4 or word.endswith("ss"):  # noqa: PLR2004 (too short to bend)
        return word
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:  # noqa: PLR2004 (as above)
            return DOUBLED.sub(r"\1", word.removesuffix(ending).rstrip("e")) + ("y" if ending == "ies" else "")
    return word.rstrip("e")


def apart(one: Spoken, other: Spoken) -> int:
    """Words that only one of the two has: of the one or the other, whichever are more."""
    ours, theirs = set(one.words), set(other.words)
    return max(len(ours - theirs), len(theirs - ours))


def outer(one: Spoken, other: Spoken) -> float:
    """The share of their words that stand before the first difference and behind the last: ``runs`` costs more."""
    least = min(len(one.words), len(other.words))
    same = 0
    for ours, theirs in ((one.words, other.words), (one.words[::-1], other.words[::-1])):
        same += next((at for at in range(least) if ours[at] != theirs[at]), least)
    return 2 * same / max(1, len(one.words) + len(other.words))


@lru_cache(maxsize=1_024)
def runs(one: Spoken, other: Spoken) -> tuple[list[Run], float]:
    """Where the two differ, and the share of their words that stand in both in the same order."""
    matcher = SequenceMatcher(None, one.words, other.words, autojunk=False)
    found, same = [], 0
    for op, i, j, k, m in matcher.get_opcodes():
        if op == "equal":
            same += j - i
            continue
        at = one.places[i] if i < len(one.places) else len(one.text)
        to = other.places[k] if k < len(other.places) else len(other.text)
        cut = (one.text[:at], other.text[:to]), (one.text[at:], other.text[to:])
        found.append(Run(one.words[i:j], other.words[k:m], *cut, first=i == 0 or k == 0))
    return found, 2 * same / max(1, len(one.words) + len(other.words))


def shared(one: Spoken, other: Spoken) -> tuple[float, float]:
    """The share of words in common: of the shorter statement, and of the longer."""
    ours, theirs = set(one.words), set(other.words)
    if not ours or not theirs:
        return 0.0, 0.0
    both = len(ours & theirs)
    return both / min(len(ours), len(theirs)), both / max(len(ours), len(theirs))
