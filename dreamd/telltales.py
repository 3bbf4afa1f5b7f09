"""Tells cheaply which of many searches a text may be worth: a sign of each must stand in one of its words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORD = re.compile(r"[a-z][a-z'’]*|[^\x00-\x7f]+")
WORDS = 65_536
"""Words of which the answer is kept: a memory says the same few thousand again and again."""


SHORT = 3
"""Letters of a sign that only tells where a word begins with it."""


def _holds(word: str, sign: str) -> bool:
    return word.startswith(sign) if len(sign) <= SHORT and sign.isascii() else sign in word


def telltales(searches: Sequence[Sequence[str]]) -> Callable[[str], frozenset[int]]:
    """A function that tells which of the searches a text may be worth.

    Args:
        searches: for each its signs, in small letters; of a sign of several words the longest is looked for.

    Returns:
        Text -> numbers of the searches of which a sign may stand in it.
    """
    signs = [frozenset(max(WORD.findall(sign), key=len, default=sign) for sign in search) for search in searches]

    @lru_cache(maxsize=WORDS)
    def worth(word: str) -> frozenset[int]:
        return frozenset(number for number, search in enumerate(signs) if any(_holds(word, sign) for sign in search))

    def told(text: str) -> frozenset[int]:
        return frozenset().union(*map(worth, set(WORD.findall(text.lower()))))

    return told
