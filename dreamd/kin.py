"""Words that people use for one another where software is made, and beside it, in English and Chinese (``kin.txt``).

The name of a kind and each thing of it stand for one another, too (``kinds.txt``), but not two things of one kind.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LIKENESS = 0.7
"""What a word counts that was not asked for, beside the one that was."""
NEIGHBOURS = 3
"""Words that one term of the thesaurus may have."""
MEMBERS = " > "
"""Between the names of a kind and the things of it."""
LINK_WORDS = "an and are be can i if is may my or our that the these this we you your"
LINKS = frozenset(LINK_WORDS.split())
"""No such term begins or ends with one of these."""


def sought(question: str) -> dict[str, frozenset[str]]:
    """The terms that a question is about -> the words that may stand for each, as the index has them.

    Words that are one term together (``time off``) are looked up as that, and each by itself without its kin; what was
    written as one (``GitHub``) only as that. A Chinese character of pairs that are no words is looked up by itself.
    """
    said = words.asked(question)
    joined = {term: parts for term, parts in _joined(question) if of(term)}
    within = {part for parts in joined.values() for part in parts}
    apart = {part for term in joined if term in said for part in joined[term]}
    found = {term: frozenset[str]() if term in within else of(term) for term in said if term not in apart}
    return found | {term: of(term) for term in (*joined, *_alone(found))}


def _alone(found: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Characters that are words of the thesaurus, of pairs that are none."""
    pairs = [term for term in found if len(term) == words.PAIR and not term.isascii()]
    known = {char for pair in pairs if found[pair] for char in pair}
    yield from dict.fromkeys(char for pair in pairs for char in pair if char not in known and _held(char))


def of(term: str) -> frozenset[str]:
    """Words that may stand for the term where it does not; without the term itself.

    What is written as several words is told with spaces between them, and found by those without one.
    """
    found: set[str] = set()
    for line, _ in _places(term, *_groups()):
        found.update(map(_indexed, line.split()))
    for line, word in _places(term, *_kinds()):
        names, _, things = line.partition(MEMBERS)
        found.update(map(_indexed, names.split()))
        found.update(map(_indexed, things.split()) if word in names.replace("-", "").split() else ())
    return frozenset(found) - {term}


def _places(term: str, lines: list[bytes], text: bytes) -> Iterator[tuple[str, str]]:
    """Each line that holds a form of the term, with that form as it stands in the text."""
    bare = words.bare(term)
    start = (f" {bare.removesuffix('y')}" if term.isascii() else term).encode()
    line = end = 0
    while (at := text.find(start, end)) >= 0:
        line += text.count(b"\n", end, at)
        begin, end = text.rfind(b" ", 0, at + 1) + 1, text.index(b" ", at + 1)
        word = text[begin:end].decode()
        if words.bare(_indexed(word)) == bare:
            yield lines[line].decode(), word


def telling(term: str) -> float:
    """How much a term tells of what a question is about (``words.telling``); a ``meeting`` is more than to ``meet``."""
    one = term.removesuffix("s")
    if one in words.EVERYDAY:
        return words.telling(term)
    held = any(_held(word) and word not in words.EVERYDAY for word in (term, one))
    return 1.0 if held or (not term.isascii() and of(term)) else words.telling(term)


def _joined(question: str) -> Iterator[tuple[str, list[str]]]:
    """Neighbours in the question as one word -> they themselves."""
    said = [term for term in words.indexed(question).split() if term.isascii()]
    for count in range(2, NEIGHBOURS + 1):
        for first in range(len(said) - count + 1):
            parts = said[first : first + count]
            if LINKS.isdisjoint((parts[0], parts[-1])):
                yield "".join(parts), parts


def _indexed(word: str) -> str:
    """As the index has it: the second pair tells a longer Chinese word from others that begin like it."""
    return word.replace("-", " ") if word.isascii() else word if len(word) <= words.PAIR else word[1:3]


def _held(word: str) -> bool:
    return f" {word} ".encode() in _groups()[1]


@cache
def _groups() -> tuple[list[bytes], bytes]:
    """The groups, and a text of as many lines in which each word stands between spaces, joined to one.

    A search in it is quicker than a table of all words, of which a question needs few; only the groups that are found
    are read as text.
    """
    return _read("kin.txt")


@cache
def _kinds() -> tuple[list[bytes], bytes]:
    """The same of the kinds."""
    return _read("kinds.txt")


def _read(name: str) -> tuple[list[bytes], bytes]:
    told = Path(__file__).with_name(name).read_bytes()
    lines = [line for line in told.splitlines() if line and not line.startswith(b"#")]
    text = b" \n ".join(lines).replace(b"-", b"")
    return lines, b" " + text + b" "
