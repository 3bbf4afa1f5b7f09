"""Which of many statements are worth comparing: on one question, of one thing, or with rare words in common; pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from dreamd.comparing import claims, glance, nearness, questions, senses, slots, stances, values
from dreamd.memory import fact
from dreamd.memory.entry import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FACTUAL = re.compile(r"^[\w.-]+\s*[:：]\s*\S.*[=＝]|\d")
"""Without one of these a statement is hardly a fact about a host."""
SIDES = 400
"""Statements on one question; where more take sides, the question is one of the project's own vocabulary."""
SPOKEN = 24
"""Statements about one thing."""
VALUES = 6
"""Values of one thing; of which more are told, that is many things, which numbers tell apart."""
RARE = 8
"""Statements that have a rare sense."""
WORK = 150_000
"""Pairs that are looked at because of a word, about."""
OTHER = 2
"""Words beside numbers and names in which two statements about other things differ."""
KEYS = 4
"""Rarest words of a statement by which it is found."""
APART = 6
"""Words of the shorter statement that the other lacks; more is no value in the place of another."""
SHARED = 0.5
"""Share of the shorter statement's words that two must have in common."""


def pairs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Numbers of the texts to compare, the lower first, each pair once and in order."""
    return _pairs(tuple(texts))


@lru_cache(maxsize=2)
def _pairs(texts: tuple[str, ...]) -> list[tuple[int, int]]:
    """Two checks ask for the pairs of one memory."""
    return sorted({*_sides(texts), *_facts(texts), *_claims(texts), *_words(texts), *_meanings(texts)})


def _sides(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    takers: defaultdict[str, list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for number, text in enumerate(texts):
        for axis, (poles, _) in stances.stances(text).items():
            takers[axis].append((number, poles))
        for question, (answer, _) in questions.answers(text).items():
            takers["? " + question].append((number, frozenset({answer})))
    for found in takers.values():
        if len(found) <= SIDES:
            yield from ((a, b) for (a, one), (b, other) in combinations(found, 2) if one != other)


def _facts(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """What is said of one attribute of one host or service, in whatever language."""
    found: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        known = fact.read(text) if FACTUAL.search(text) else None
        if known:
            found[fold(known.subject), fact.named(known.attribute)].append(number)
    for numbers in found.values():
        yield from combinations(numbers[:SIDES], 2)


def _claims(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """What claims something of the same thing."""
    found: defaultdict[tuple[str, frozenset[str]], dict[int, str]] = defaultdict(dict)
    for number, text in enumerate(texts):
        for claim in claims.claims(text):
            found[claim.kind, claim.about][number] = claim.value
    for told in found.values():
        if len(told) <= SPOKEN and 1 < len(set(told.values())) <= VALUES:
            yield from ((a, b) for a, b in combinations(told, 2) if told[a] != told[b])


def _meanings(texts: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """What speaks of the same in whatever words, or answers a question that a project answers once."""
    read = [senses.hints(text) for text in texts]
    often = nearness.often(texts)
    most = max(RARE, WORK // max(1, len(texts)) // KEYS)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, said in enumerate(read):
        told = sorted((name for name in said if 1 < often[name] <= most), key=lambda name: (often[name], name))
        keys = max(KEYS, len(told) // 2 + 1)
        for rank, name in enumerate(told):
            if rank < keys or often[name] <= RARE:
                found[name].append(number)
    pairs = {pair for numbers in found.values() for pair in combinations(numbers, 2)}
    for a, b in pairs:
        if glance.nearly(texts[a], texts[b]) or glance.worth(texts[a], texts[b]):
            yield a, b


def _words(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    sets = [frozenset(slots.spoken(text).words) for text in texts]
    often = Counter(word for words in sets for word in words)
    most = max(8, WORK // max(1, len(texts)) // KEYS)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(sets):
        told = (word for word in words if often[word] > 1)
        rare = sorted(told, key=lambda word: (often[word], word))[: max(KEYS, len(words) // 2 + 1)]
        for word in rare:
            if often[word] <= most:
                found[word].append(number)
    seen: set[tuple[int, int]] = set()
    for numbers in found.values():
        for pair in combinations(numbers, 2):
            if pair not in seen:
                seen.add(pair)
                one, other = sets[pair[0]], sets[pair[1]]
                both = len(one & other)
                least = min(len(one), len(other))
                if both >= SHARED * least and least - both <= APART and not _elsewhere(one - other, other - one):
                    yield pair


def _elsewhere(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether two speak of other things: each has a number or name, and words, that the other lacks."""
    named = [{word for word in words if values.particular(word)} for words in (ours, theirs)]
    return all(named) and min(len(ours) - len(named[0]), len(theirs) - len(named[1])) >= OTHER
