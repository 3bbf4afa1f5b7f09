"""How much of a statement stands in the words it is said to rest on."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST = 0.5
"""Share of a statement's own words that its evidence must hold: the rest may be put in so that it stands alone."""
WORD = re.compile(r"[^\W_]+")
WRITTEN_TOGETHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
"""Scripts without spaces between words: two letters in a row count as one."""
FRAMED = """
a about after all also always an and any are as asked asks at be because been before but by can could did do
does don doesn each else every everything for from had has have he her here him his how i if in instead into is
isn it its just keep keeps let like liked likes made make may me more must my need needs never no not now of off
on once one only or other our out over own per person people prefer preference preferred prefers rather read
said same say says shall she should so some such than that the their them then there these they this those
through to too two under until up us use used user uses using very via want wanted wants was we were what when
where whether which while who why will with without would yes you your
"""
FRAMES = frozenset(FRAMED.split())
"""Words that any statement may be put in; they claim nothing."""
FRAMES_TOGETHER = re.compile(
    "用户|偏好|希望|应该?|必须|喜欢|使用|要求|总是|从不|不要|不能|以后|的时候|时|请|要|用|在|是|的|了"
)
STEM = 4
"""Words are the same when so many letters at least, and all but the ends, agree."""


def unsupported(text: str, quotes: Iterable[str]) -> list[str]:
    """The statement's own words that no quote holds, in order; empty where enough of them stand there."""
    wanted = _words(text)
    said = {word for quote in quotes for word in _words(quote)}
    missing = [word for word in wanted if word not in said and not any(_alike(word, other) for other in said)]
    return missing if len(missing) > (1 - LEAST) * len(wanted) else []


def touches(text: str, quotes: Iterable[str]) -> bool:
    """Whether the quotes speak of what the statement speaks of: they share a word, or it has none of its own."""
    wanted = _words(text)
    said = {word for quote in quotes for word in _words(quote)}
    return not wanted or any(word in said or any(_alike(word, other) for other in said) for word in wanted)


def _words(text: str) -> list[str]:
    """Each word once, in lower case, without those that claim nothing."""
    found: dict[str, None] = {}
    for word in WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        alone = WRITTEN_TOGETHER.sub(" ", word).split()
        together = [run for part in WRITTEN_TOGETHER.findall(word) for run in FRAMES_TOGETHER.split(part)]
        pairs = [run[at : at + 2] for run in together for at in range(max(1, len(run) - 1))]
        found |= dict.fromkeys(part for part in (*alone, *pairs) if part and part not in FRAMES)
    return list(found)


def _alike(one: str, other: str) -> bool:
    """Whether two words differ in their ends alone: ``deploy``, ``deploys``, ``deployment``."""
    least = max(STEM, min(len(one), len(other)) - 2)
    return one[:least] == other[:least] and min(len(one), len(other)) >= STEM
