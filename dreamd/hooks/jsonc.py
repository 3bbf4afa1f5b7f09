"""A JSON text, comments and trailing commas allowed: what it holds, and where in the text that stands; pure."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
COMMENT = re.compile(rf"{STRING}|(?P<comment>//[^\n]*|/\*.*?\*/|\A\ufeff)", re.DOTALL)
TRAILING = re.compile(rf"(?:{STRING}|[\w}}\]])(?:\s*(?P<comma>,)(?=\s*[}}\]]))?", re.DOTALL)
SUSPECT = re.compile(r",\s*[}\]]")
BLANK = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()


class Span(NamedTuple):
    """Where a member (its key begins it) or an element stands, and its value."""

    start: int
    value: int
    stop: int


class Read(NamedTuple):
    """A text that was read. The three texts are equally long, so a place in one is that place in all."""

    text: str
    spaced: str
    """Blanks for comments and for the mark of the byte order."""
    plain: str
    """And for commas behind which nothing comes: JSON alone."""
    value: object

    @property
    def lenient(self) -> bool:
        """Whether it holds what is no JSON: comments, commas behind which nothing comes."""
        return self.plain.lstrip() != self.text.removeprefix("\ufeff").lstrip()

    @property
    def root(self) -> int:
        """Where the value begins."""
        return skip(self.plain, 0)


def read(text: str) -> Read:
    """The text as JSON.

    Raises:
        ConfigError: it is none, comments and trailing commas aside.
    """
    spaced = COMMENT.sub(lambda found: found[0] if found["comment"] is None else " " * len(found[0]), text)
    suspect = SUSPECT.search(spaced) is not None  # else there is nothing to look for, however long the text
    commas = [found.start("comma") for found in TRAILING.finditer(spaced) if found["comma"]] if suspect else []
    plain = _blanked(spaced, commas)
    try:
        value = json.loads(plain)
    except json.JSONDecodeError as error:
        raise ConfigError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(str(error)) from None
    return Read(text, spaced, plain, value)


def _blanked(text: str, places: list[int]) -> str:
    pieces, last = [], 0
    for place in places:
        pieces += [text[last:place], " "]
        last = place + 1
    return "".join([*pieces, text[last:]])


def members(read: Read, start: int) -> dict[str, Span]:
    """Key -> where the member stands, of the object that begins there; of two with one key the last, as it counts."""
    found = {}
    for at in _items(read.plain, start):
        key, stop = DECODER.raw_decode(read.plain, at)
        value = skip(read.plain, skip(read.plain, stop) + 1)
        found[str(key)] = Span(at, value, DECODER.raw_decode(read.plain, value)[1])
    return found


def elements(read: Read, start: int) -> list[Span]:
    """Where each element stands, of the array that begins there."""
    return [Span(at, at, DECODER.raw_decode(read.plain, at)[1]) for at in _items(read.plain, start)]


def _items(plain: str, start: int) -> Iterator[int]:
    """Where each item of the object or array begins."""
    at = skip(plain, start + 1)
    while plain[at] not in "}]":
        yield at
        stop = DECODER.raw_decode(plain, at)[1]
        at = skip(plain, stop)
        if plain[at] == ":":
            stop = DECODER.raw_decode(plain, skip(plain, at + 1))[1]
            at = skip(plain, stop)
        if plain[at] == ",":
            at = skip(plain, at + 1)


def skip(text: str, at: int) -> int:
    """The first place from there on that is not blank."""
    found = BLANK.match(text, at)
    return found.end() if found else at
