"""Whether a statement's own words stand in the words it is said to rest on."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+")
DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
"""A day that somebody called today or next Friday."""
WRITTEN_TOGETHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
"""Scripts without spaces between words: two letters in a row count as one."""
FRAMED = """
a about agent agents all also always an and any are as asked asks at avoid be because been but by can cannot could did
do does doesn don each else every everything except for from get gets go goes had has have he her here him his how i
if in instead into is isn it its just keep keeps let like liked likes made make may me more must my need needs neither
never no nobody none nor not nothing now of off on once one or other our out own people per person prefer preference
preferred prefers project projects rather read repo repository said same say says shall she should so some stop such
than that the their them then there these they this those through to too two under unless up us use used user uses
using very via want wanted wants was we were what when where whether which while who why will with without would yes
you your
"""
FRAMES = frozenset(FRAMED.split())
"""Words that any statement may be put in; they claim nothing. What they deny is looked at in ``polarity``."""
FRAMES_TOGETHER = re.compile(
    "用户|偏好|希望|应该?|必须|喜欢|使用|要求|总是|从不|不要|不能|以后|的时候|时|请|要|用|在|是|的|了"
)
STEM = 4
"""Words are the same when so many letters at least, and all but the ends, agree."""
ENDING = re.compile(r"(?<=[a-z]{2}[a-z])(?:ing|ed|es|s|d)$")
DOUBLED = re.compile(r"([a-z])\1$|e$")


def unsupported(text: str, quotes: Iterable[str]) -> list[str]:
    """The statement's own words that no quote holds, in order."""
    said = {word for quote in quotes for word in words(quote)}
    letters = set("".join(word for word in said if WRITTEN_TOGETHER.fullmatch(word)))
    return [word for word in words(text) if not among(word, said) and not set(word) <= letters]


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


def _alike(one: str, other: str) -> bool:
    if _stem(one) == _stem(other):
        return True
    least = max(STEM, min(len(one), len(other)) - 2)
    return one[:least] == other[:least] and min(len(one), len(other)) >= STEM


def _stem(word: str) -> str:
    """An English word without its ending: ``add`` and ``adding``, ``run`` and ``running``."""
    return DOUBLED.sub(r"\1", ENDING.sub("", word))
