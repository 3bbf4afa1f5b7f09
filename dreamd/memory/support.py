"""Whether a statement's own words stand in the words it is said to rest on."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from dreamd.memory.frames import FRAMES, FRAMES_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+")
DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
"""A day that somebody called today or next Friday."""
WRITTEN_TOGETHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
"""Scripts without spaces between words: two letters in a row count as one."""
LATIN = re.compile(r"[A-Za-z0-9]")
STEM = 4
"""Words are the same when so many letters at least, and all but the ends, agree."""
ODD = frozenset({"So", "Sk", "Sm", "No", "Cf", "Co", "Cn", "Cs", "Cc"})
"""Kinds of characters that are neither letters, digits, marks, spaces nor what people punctuate with."""
ENDING = re.compile(r"(?<=[a-z]{2}[a-z])(?:ing|ed|es|s|d)$")
DOUBLED = re.compile(r"([a-z])\1$|e$")


def unsupported(text: str, quotes: Iterable[str]) -> list[str]:
    """The statement's own words and signs that no quote holds, in order.

    Letters come as signs too: squared, circled, mathematical. What is no word to us is one to a reader.
    """
    quotes = list(quotes)
    signs = [sign for sign in dict.fromkeys(text) if _odd(sign) and not any(sign in quote for quote in quotes)]
    said = {word for quote in quotes for word in words(quote)}
    letters = set("".join(word for word in said if WRITTEN_TOGETHER.fullmatch(word)))
    return [word for word in words(text) if not among(word, said) and not set(word) <= letters] + signs


def anchored(text: str, passages: Iterable[str]) -> bool:
    """Whether one passage alone holds half of the statement's own words: it is no collage of many."""
    wanted = words(text)
    return not wanted or any(2 * len(unsupported(text, [one])) <= len(wanted) for one in passages)


def standing(text: str, quote: str) -> int:
    """Where the quote stands in the text without cutting a Latin word in two; -1 where it does not."""
    before = r"(?<![^\W_])" if LATIN.match(quote[:1]) else ""
    behind = r"(?![^\W_])" if LATIN.match(quote[-1:]) else ""
    found = re.search(f"{before}{re.escape(quote)}{behind}", text)
    return found.start() if found else -1


def touches(text: str, quotes: Iterable[str]) -> bool:
    """Whether the quotes speak of what the statement speaks of: they share a word, or it has none of its own."""
    wanted = words(text)
    said = {word for quote in quotes for word in words(quote)}
    return not wanted or any(among(word, said) for word in wanted)


def words(text: str) -> list[str]:
    """Each word once, in its order and in lower case, without those that claim nothing."""
    found: dict[str, None] = {}
    for word in WORD.findall(DATE.sub(" ", unicodedata.normalize("NFKC", text).casefold())):
        alone = WRITTEN_TOGETHER.sub(" ", word).split()
        together = [run for part in WRITTEN_TOGETHER.findall(word) for run in FRAMES_TOGETHER.split(part)]
        pairs = [run[at : at + 2] for run in together for at in range(max(1, len(run) - 1))]
        found |= dict.fromkeys(part for part in (*alone, *pairs) if part and part not in FRAMES)
    return list(found)


def among(word: str, others: Iterable[str]) -> bool:
    """Whether one of the others is the same word, but for its end: ``deploy``, ``deploys``, ``deployment``."""
    return word in others or any(_alike(word, other) for other in others)


def _odd(sign: str) -> bool:
    return not sign.isascii() and unicodedata.category(sign) in ODD


def _alike(one: str, other: str) -> bool:
    if _stem(one) == _stem(other):
        return True
    least = max(STEM, min(len(one), len(other)) - 2)
    return one[:least] == other[:least] and min(len(one), len(other)) >= STEM


def _stem(word: str) -> str:
    """An English word without its ending: ``add`` and ``adding``, ``run`` and ``running``."""
    return DOUBLED.sub(r"\1", ENDING.sub("", word))
