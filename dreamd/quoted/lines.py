"""A text's lines, as the detectors see them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\x00"))
"""Characters that nobody sees: none may hide the mark at the beginning of a line."""
BREAKS = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
"""What ends a line, for a class of characters."""
TAB = 4
BLANK = "\0"
"""Stands for each character of what was found; no text has it by then."""
VISIBLE = re.compile(r"\S")


class Span(NamedTuple):
    """Where words of others stand, and what shows it."""

    start: int
    end: int
    why: str


class Line(NamedTuple):
    """One line."""

    start: int
    end: int
    """Past its line break."""
    text: str
    """Without white space around it."""
    indent: int
    """Columns before the text."""
    last: int
    """Number of the line past the paragraph that it belongs to; its own number where it is blank."""


@lru_cache(maxsize=1)
def lines(text: str) -> list[Line]:
    """The lines in order, whatever breaks them; nobody changes the list, which one detector after another asks for."""
    raw = text.splitlines(keepends=True)
    starts = [0]
    for one in raw:
        starts.append(starts[-1] + len(one))
    found: list[Line] = []
    last = len(raw)
    for number in reversed(range(len(raw))):
        seen = raw[number].translate(UNSEEN).rstrip().expandtabs(TAB)
        bare = seen.lstrip()
        last = last if bare else number
        found.append(Line(starts[number], starts[number + 1], bare, len(seen) - len(bare), last))
    return found[::-1]


def whole(found: list[Line], first: int, past: int, why: str) -> Span:
    """The span of the lines from ``first`` up to ``past``, which is no longer in it."""
    return Span(found[first].start, found[past - 1].end, why)


def paragraphs(found: list[Line]) -> list[range]:
    """The runs of lines without a blank one between them."""
    made: list[range] = []
    number = 0
    while number < len(found):
        if found[number].last > number:
            made.append(range(number, found[number].last))
        number = max(number + 1, found[number].last)
    return made


def blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with the spans blanked out, so that every other word keeps its place."""
    pieces, at = list[str](), 0
    for start, end, _ in sorted(spans):
        if end > at:
            pieces += [text[at:start], VISIBLE.sub(BLANK, text[max(start, at) : end])]
            at = end
    return "".join([*pieces, text[at:]])
