"""The words that mean the same, the opposite, or things of one kind, as ``senses.txt`` and its neighbours tell; pure."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORD = re.compile(r"[a-z][a-z0-9+#'’]*|\d+|[\u3400-\u9fff]|\S", re.IGNORECASE)
RIVALS = re.compile(r"(?P<name>[a-z ]+)(?P<one>!?)(?: \((?P<about>[^)]*)\))?: (?P<members>.*)")


class Sense(NamedTuple):
    """One thing that a word means.

    ``kind`` is ``thing``, ``deed``, ``light`` (it carries nothing), ``side`` (it takes side ``side`` of the question
    ``name``; one with a ! says no) ``member`` (``side`` of the kind of things ``name``) or ``named`` (that, where it has a capital letter).
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
    for words, senses in sorted(found.items(), key=lambda item: -len(item[0])):
        stems = tuple(map(stem, words))
        table.setdefault(stems[0], []).append(Phrase(words, stems, tuple(senses)))
    return {first: tuple(those) for first, those in table.items()}


def phrase(words: Sequence[str], stems: Sequence[str], at: int) -> Phrase | None:
    """The longest phrase that begins there; of two the one whose very words stand there."""
    best = None
    for known in phrases().get(stems[at], ()):
        size = len(known.stems)
        if best and size < len(best.stems):
            break
        if size == 1 or tuple(stems[at : at + size]) == known.stems:
            if tuple(words[at : at + size]) == known.words:
                return known
            best = best or known
    return best


@lru_cache(maxsize=4096)
def of(word: str) -> frozenset[str]:
    """Names of the things and deeds that a word may mean, or its stem."""
    words = parts(word)
    found = phrase(words, tuple(map(stem, words)), 0) if words else None
    names = frozenset(one.name for one in found.senses if one.kind in {"thing", "deed"}) if found else frozenset[str]()
    return names or frozenset(map(stem, words))


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
    return tuple(WORD.findall(word.lower().replace("-", " ")))


def _lines(name: str) -> Iterator[str]:
    yield from filter(None, Path(__file__).with_name(name).read_text("utf-8").splitlines())


def _senses() -> Iterator[tuple[list[str], Sense]]:
    kind = "thing"
    for line in _lines("senses.txt"):
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
