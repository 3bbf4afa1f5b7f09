"""What stands in quotation marks because somebody else said it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted import speaking
from dreamd.quoted.lines import Span, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

may_hold = re.compile(r"[\"“„«「『`]|(?<!\w)'").search
"""A cheap look: without a match nothing is found."""
SAID_WORDS = 3
"""So few words in quotation marks are a name or a label."""
QUOTED_WORDS = 6
"""From so many words on a quotation is somebody else's sentence."""


def found(text: str) -> Iterator[Span]:
    """Lines that are nothing but a quotation, and quotations within lines."""
    for line in lines(text):
        if speaking.QUOTED.match(line.text) and len(_units(line.text)) > SAID_WORDS:
            yield Span(line.start, line.end, "quotation")
        elif not speaking.MARKS.isdisjoint(line.text):
            within = _quotations(text[line.start : line.end])
            yield from (Span(line.start + start, line.start + end, "quotation") for start, end in within)


def _quotations(said: str) -> Iterator[tuple[int, int]]:
    """What stands in quotation marks behind a verb of saying, or is long and no wording that the person wants."""
    past = 0
    for verb in speaking.VERB.finditer(said) if any(mark in said for mark in speaking.CLOSING) else ():
        opened = speaking.QUOTES.match(said, verb.end()) if verb.start() >= past else None
        if opened and speaking.by_others(verb, said):
            past = _closed(said, opened.end())
            if len(_units(said[opened.end() : past])) >= SAID_WORDS:
                yield opened.end(), past
    for match in speaking.QUOTATION.finditer(said):
        wanted = speaking.WANTED.search(said[max(0, match.start() - speaking.BEFORE) : match.start()])
        if not wanted and len(_units(match[0])) >= QUOTED_WORDS:
            yield match.start() + 1, match.end() - 1


def _closed(said: str, start: int) -> int:
    """Where the quotation that was opened before ``start`` is closed for the last time."""
    ends = [at for mark in speaking.CLOSING[said[:start].rstrip()[-1]] if (at := said.rfind(mark, start)) >= 0]
    return max(ends, default=len(said))


def _units(words: str) -> list[str]:
    """Words, where a script has spaces between them; else its characters, by twos."""
    return [words[at : at + 2] for at in range(0, len(words), 2)] if any(c > "\u3000" for c in words) else words.split()
