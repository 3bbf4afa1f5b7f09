"""Tells cheaply which of many searches a text may be worth: a sign of each must stand in one of its words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORD = re.compile(r"[a-z][a-z'’]*|[^\x00-\x7f]+")
LATIN = re.compile(r"[a-z][a-z']*")
"""The same in a text of ASCII alone, in two thirds of the time."""
SIGN = re.compile(rf"(?:{WORD.pattern}) ?")
WORDS, TEXTS = 65_536, 16_384
"""Words of which the answer is kept, since a memory says the same again and again, and texts that several ask about."""


SHORT = 3
"""Letters of a sign that only tells where a word begins with it; of a single letter the word must be that."""


@lru_cache(maxsize=TEXTS)
def words(text: str) -> frozenset[str]:
    """The words of a text in small letters, once each; what stands between two Chinese blanks is one."""
    low = text.lower()
    return (
        words(low) if low != text else frozenset((LATIN if low.isascii() else WORD).findall(low))
    )  # some ask for the text, some for its small form


def _holds(word: str, sign: str) -> bool:
    bare = sign.rstrip()
    if bare != sign and not word.endswith(bare):
        return False
    if len(bare) == 1 and bare.isascii():
        return word == bare
    return word.startswith(bare) if len(bare) <= SHORT and bare.isascii() else bare in word


def telltales(searches: Sequence[Sequence[str]]) -> Callable[[str], frozenset[int]]:
    """A function that tells which of the searches a text may be worth.

    Args:
        searches: for each its signs, in small letters; of a sign of several words the longest is looked for. Where a
            blank follows it, a word must end with it.

    Returns:
        Text -> numbers of the searches of which a sign may stand in it.
    """
    wanted: dict[str, set[int]] = {}
    for number, search in enumerate(searches):
        for sign in search:
            wanted.setdefault(max(SIGN.findall(sign), key=len, default=sign), set()).add(number)
    signs = [(sign.rstrip(), sign, numbers) for sign, numbers in wanted.items()]
    # Words are of one alphabet, but for an apostrophe, so that most need to be asked for half of the signs.
    latin, other = ([one for one in signs if one[0].isascii() is ascii_] for ascii_ in (True, False))

    @lru_cache(maxsize=WORDS)
    def worth(word: str) -> frozenset[int]:
        asked = latin if word.isascii() else signs if word[0].isascii() else other
        return frozenset().union(*(numbers for bare, sign, numbers in asked if bare in word and _holds(word, sign)))

    dull = set[str]()

    def told(text: str) -> frozenset[int]:
        found = frozenset[int]()
        for word in words(text) - dull:
            if hit := worth(word):
                found |= hit
            elif len(dull) < WORDS:
                dull.add(word)
        return found

    return told
