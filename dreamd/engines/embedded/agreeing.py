"""Which entry of a memory says what somebody hands over already, and in whose place it comes.

Who says it is there and reads what became of it, so more counts as the same, and as a change, than for a dream.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.numerals import digits
from dreamd.engines.embedded.same import contradicts, meaning, says_same
from dreamd.engines.embedded.settle import known
from dreamd.engines.embedded.slots import slot
from dreamd.memory import fact
from dreamd.memory.admission import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.engines.embedded.settle import Known
    from dreamd.memory.fact import Fact
    from dreamd.records import TopicView

TURNED = re.compile(r"\b(?:hate|dislike)\b|\b(?:i|we) used to\b|讨厌|反感", re.IGNORECASE)
"""What says no without a "not"."""
COLOUR = re.compile(
    r"\b(?:any ?more|any longer|now|currently|from now on|these days|really|very|much|like|love|enjoy|feel free to"
    r"|(?:it(?:'s| is) )?(?:ok|okay|fine|allowed)(?: to)?|(?:is|are) (?:ok|okay|fine|allowed))\b"
    r"|从现在起|现在|目前|以后|今后|更|很|非常|比较|允许|准许|可以|喜欢|偏好|希望|想要|^我(?!们)|[了过]$",
    re.IGNORECASE,
)
"""Degrees, wishes, permissions and "from now on": what they colour is compared without them."""
QUANTITY = re.compile(
    r"(?:\b(?:first|last|top|most|least|than|to|in|within|after|every|per|of|on|with|have|has|take|show|use|need|keep)"
    r" )\d+\b|(?<!第)\d+\s?[个条只件页张份项种位台遍轮层级段章句字倍岁]|[前取最多少共]\s?\d+",
    re.IGNORECASE,
)
"""A number that says how many; one that only tells things apart (room 3, step 2) does not change."""


def twin(text: str, memory: Iterable[TopicView]) -> Known | None:
    """The entry that says it already."""
    return next((one for one in _near(text, memory) if _same(text, one.entry.text)), None)


def rival(text: str, memory: Iterable[TopicView]) -> Known | None:
    """The entry that it puts another value, choice or polarity in the place of."""
    return next((one for one in _near(text, memory) if _against(text, one.entry.text)), None)


def _near(text: str, memory: Iterable[TopicView]) -> Iterator[Known]:
    """The entries that share a word with it, or fill in a slot as it does: no other is worth comparing."""
    words, filled = meaning(text).words, slot(text)
    for one in known(memory):
        said = one.entry.text
        if not words or words & meaning(said).words or (filled and slot(said)):
            yield one


def _same(text: str, other: str) -> bool:
    one, two = fact.read(text), fact.read(other)
    if one and two:
        return one.same(two)
    if (filled := slot(text)) and (held := slot(other)):
        return filled == held
    if bool(TURNED.search(text)) == bool(TURNED.search(other)) and says_same(text, other):
        return True
    return folded(text) == folded(other) or says_same(_core(text, one), _core(other, two))


def _against(text: str, other: str) -> bool:
    one, two = fact.read(text), fact.read(other)
    if one and two:
        return one.replaces(two)
    if (filled := slot(text)) and (held := slot(other)):
        return filled.name == held.name and filled.value != held.value
    if contradicts(text, other):
        return True
    one_core, two_core = _core(text, one), _core(other, two)
    return contradicts(one_core, two_core) or _other_quantity(one_core, two_core)


def _core(text: str, stated: Fact | None) -> str:
    """The statement without what colours it; a fact as it is spoken."""
    said = TURNED.sub("not", stated.spoken if stated else text).replace("’", "'")
    return " ".join(COLOUR.sub(" ", said.rstrip(".。!！")).split())


def _other_quantity(later: str, earlier: str) -> bool:
    """Whether the same is said with another quantity."""
    new, old = meaning(later), meaning(earlier)
    if len(new.numbers) != 1 or len(old.numbers) != 1 or new.numbers == old.numbers or new.negative != old.negative:
        return False
    measured = QUANTITY.search(digits(later)) and QUANTITY.search(digits(earlier))
    return bool(measured) and _words(later) == _words(earlier) != frozenset()


def _words(text: str) -> frozenset[str]:
    """Words without the number; a Chinese statement is cut where it stands."""
    return meaning(re.sub(r"\d+(?:\.\d+)?", " ", digits(text))).words
