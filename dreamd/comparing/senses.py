"""The words that mean the same, the opposite, or things of one kind: ``senses.txt`` and its neighbours; pure."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORD = re.compile(r"[a-z][a-z0-9+#'’]*|\d+|(?-i:[\u3400-\u9fff])|\S", re.IGNORECASE)
RIVALS = re.compile(r"(?P<name>[a-z ]+)(?P<one>!?)(?: \((?P<about>[^)]*)\))?: (?P<members>.*)")


class Sense(NamedTuple):
    """One thing that a word means.

    ``kind`` is ``thing``, ``deed``, ``light`` (it carries nothing), ``side`` (it takes side ``side`` of the question
    ``name``; one with a ! says no), ``member`` (``side`` of the kind of things ``name``) or ``named`` (that, where
    it has a capital letter).
    """

    kind: str
    name: str
    side: str = ""


class Phrase(NamedTuple):
    """A word, or several, with all that they mean."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    senses: tuple[Sense, ...]


class Kind(NamedTuple):
    """A kind of things of which one is used for one purpose."""

    about: frozenset[str]
    """Senses of what such a thing is for."""
    single: bool
    """A project has one."""


@cache
def phrases() -> dict[str, tuple[Phrase, ...]]:
    """First stem of a phrase -> each phrase that begins with it, the longest first."""
    found: dict[tuple[str, ...], list[Sense]] = {}
    for words, sense in (*_senses(), *_opposites(), *_rivals()):
        for word in words:
            senses = found.setdefault(parts(word), [])
            if sense not in senses:
                senses.append(sense)
    table: dict[str, list[Phrase]] = {}
    for phrased, senses in sorted(found.items(), key=lambda item: -len(item[0])):
        stems = tuple(map(stem, phrased))
        table.setdefault(stems[0], []).append(Phrase(phrased, stems, tuple(senses)))
    return {first: tuple(those) for first, those in table.items()}


def phrase(words: Sequence[str], stems: Sequence[str], at: int) -> Phrase | None:
    """The longest phrase that begins there; of two the one whose very words stand there."""
    best = None
    for known in phrases().get(stems[at], ()):
        size = len(known.stems)
        if best and size < len(best.stems):
            break
        if size > 1 and tuple(stems[at : at + size]) != known.stems:
            continue
        said = tuple(words[at : at + size])
        if said == known.words:
            return known
        # What is listed as "evening" is no form of "even".
        if not best and all(a == b or not a.endswith("ing") for a, b in zip(known.words, said, strict=True)):
            best = known
    return best


@lru_cache(maxsize=4096)
def of(word: str) -> frozenset[str]:
    """Names of the things and deeds that a word may mean, or its stem."""
    words = parts(word)
    found = phrase(words, tuple(map(stem, words)), 0) if words else None
    names = frozenset(one.name for one in found.senses if one.kind in {"thing", "deed"}) if found else frozenset[str]()
    return names or frozenset(map(stem, words))


@lru_cache(maxsize=16_384)
def hints(text: str) -> frozenset[str]:
    """Names by which a statement may meet another: of what its words mean, each by itself, and of what they are for."""
    found = set[str]()
    words = [word.lower() for word in LATIN.findall(text)]
    stems = set(map(stem, words))
    for word in words:
        found |= _hinted(word)
        for then, marks in _begun(word):
            if then in stems:
                found |= marks
    if not text.isascii():
        rest = text
        for word in _chinese(text):
            found |= _hinted(word)
            rest = rest.replace(word, " ")
        found.update(run[at : at + 2] for run in RUN.findall(rest) for at in range(len(run) - 1))
    return frozenset(found)


RUN = re.compile(r"[\u3400-\u9fff]{2,}")
"""Signs beside each other that are in no list: two of them are as good as a word."""
ASKED, NO = "? ", "? no"
"""Before the name of a question that a word may answer; a word may be a kind of "no"."""
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.-]*[A-Za-z0-9+#]|[A-Za-z]")


def _chinese(text: str) -> Iterator[str]:
    """The Chinese words of the lists that stand in the text, of those that begin at one place the longest."""
    known = _begin()
    at = 0
    while at < len(text):
        for word in known.get(text[at], ()):
            if text.startswith(word, at):
                yield word
                at += len(word)
                break
        else:
            at += 1


@cache
def _begin() -> dict[str, tuple[str, ...]]:
    """Sign -> the Chinese words that begin with it, the longest first; one search for all tries each at each sign."""
    words = {"".join(one.words) for found in phrases().values() for one in found if not one.words[0].isascii()}
    begun: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        begun.setdefault(word[0], []).append(word)
    return {sign: tuple(those) for sign, those in begun.items()}


@lru_cache(maxsize=65_536)
def _begun(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The second word of each phrase that begins with this one, with the answers that it gives."""
    found = []
    for known in phrases().get(stem(word), ()) if word.isalpha() else ():
        marks = frozenset(
            NO if one.side.startswith("!") else f"{ASKED}{one.name}={one.side}"
            for one in known.senses
            if one.kind in {"side", "member"}
        )
        if len(known.stems) > 1 and marks:
            found.append((known.stems[1], marks))
    return tuple(found)


@lru_cache(maxsize=65_536)
def _hinted(word: str) -> frozenset[str]:
    words = parts(word)
    stems = tuple(map(stem, words))
    found, at = set[str](), 0
    while at < len(words):
        known = phrase(words, stems, at)
        for one in known.senses if known else ():
            about = kinds()[one.name].about if one.kind in {"member", "named"} else frozenset[str]()
            if one.kind in {"side", "member", "named"}:
                found.add(NO if one.side.startswith("!") else f"{ASKED}{one.name}={one.side}")
            found |= {one.name, one.side, *about} if one.kind in {"member", "named"} else {one.name}
        if not known and stems[at].isalpha():
            found.add(stems[at])
        at += len(known.stems) if known else 1
    return frozenset(found - {""})


@cache
def kinds() -> dict[str, Kind]:
    """Name -> kind of things."""
    found = {}
    for line in _lines("rivals.txt"):
        if told := RIVALS.fullmatch(line):
            found[told["name"]] = Kind(frozenset((told["about"] or "").split()), bool(told["one"]))
    return found


def parts(word: str) -> tuple[str, ...]:
    """A word or phrase of the lists as statements are read: in small letters, Chinese sign by sign."""
    low = word.lower()
    return (low,) if low.isascii() and low.isalpha() else tuple(WORD.findall(low.replace("-", " ")))


def _lines(name: str) -> Iterator[str]:
    yield from filter(None, Path(__file__).with_name(name).read_text("utf-8").splitlines())


def _senses() -> Iterator[tuple[list[str], Sense]]:
    kind = "thing"
    for line in (*_lines("senses.txt"), *_lines("everyday.txt"), *_lines("trades.txt")):
        if line.startswith("#"):
            kind = {"# deeds": "deed", "# things": "thing"}.get(line, kind)
        elif line.startswith("~"):
            yield line.removeprefix("~").split(), Sense("light", "")
        else:
            words = line.split()
            yield words, Sense(kind, words[0])


def _opposites() -> Iterator[tuple[list[str], Sense]]:
    for line in _lines("opposites.txt"):
        if not line.startswith("#"):
            name, _, told = line.partition(": ")
            for number, side in enumerate(told.split(" / ")):
                mark = "!" if side.startswith("!") else ""
                yield side.removeprefix("!").split(), Sense("side", name, f"{mark}{number}")


def _rivals() -> Iterator[tuple[list[str], Sense]]:
    for line in _lines("rivals.txt"):
        if told := RIVALS.fullmatch(line):
            for member in told["members"].split():
                names = member.split("=")
                plain = [name for name in names if not name.endswith("?")]
                yield plain, Sense("member", told["name"], names[0].rstrip("?"))
                yield [name[:-1] for name in names if name.endswith("?")], Sense("named", told["name"], names[0][:-1])


def known(word: str) -> tuple[Sense, ...]:
    """All that the word means, where the lists know the whole of it."""
    words = parts(word)
    found = phrase(words, tuple(map(stem, words)), 0) if words else None
    return found.senses if found and len(found.words) == len(words) else ()
