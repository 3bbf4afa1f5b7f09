"""Which of many statements are worth comparing: those that take sides on one question, or share rare words; pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from dreamd.comparing import slots, stances

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIDES = 400
"""Statements on one question; where more take sides, the question is one of the project's own vocabulary."""
WORK = 150_000
"""Pairs that are looked at because of a word, about."""
KEYS = 4
"""Rarest words of a statement by which it is found."""
SHARED = 0.5
"""Share of the shorter statement's words that two must have in common."""


def pairs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Numbers of the texts to compare, the lower first, each pair once and in order."""
    return sorted({*_sides(texts), *_words(texts)})


def _sides(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    takers: defaultdict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for number, text in enumerate(texts):
        for axis, (poles, _) in stances.stances(text).items():
            takers[axis].append((number, poles))
    for found in takers.values():
        if len(found) <= SIDES:
            yield from ((a, b) for (a, one), (b, other) in combinations(found, 2) if one != other)


def _words(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    sets = [frozenset(slots.spoken(text).words) for text in texts]
    often = Counter(word for words in sets for word in words)
    most = max(8, WORK // max(1, len(texts)) // KEYS)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(sets):
        rare = sorted(words, key=lambda word: (often[word], word))[: max(KEYS, len(words) // 2 + 1)]
        for word in rare:
            if 1 < often[word] <= most:
                found[word].append(number)
    seen: set[tuple[int, int]] = set()
    for numbers in found.values():
        for pair in combinations(numbers, 2):
            if pair not in seen:
                seen.add(pair)
                one, other = sets[pair[0]], sets[pair[1]]
                if len(one & other) >= SHARED * min(len(one), len(other)):
                    yield pair
