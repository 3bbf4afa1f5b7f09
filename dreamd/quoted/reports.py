"""What somebody else says, by the person's account: ``the README says: ...``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.quoted import speaking
from dreamd.quoted.lines import BLANK, Span, lines

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line

SAID_WORDS = 3
"""So few words in quotation marks are a name or a label."""
QUOTED_WORDS = 6
"""From so many words on a quotation is somebody else's sentence."""
LONGEST = 20_000
"""Characters of a line that are looked at."""


def found(text: str) -> Iterator[Span]:
    """Reported words: up to the paragraph's end behind a colon, to the text's end where the colon ends its line."""
    all_lines = lines(text)
    past = 0
    for number, line in enumerate(all_lines):
        if not line.text or line.start < past:
            continue
        said = text[line.start : min(line.end, line.start + LONGEST)]
        if speaking.QUOTED.match(line.text) and len(_units(line.text)) > SAID_WORDS:
            yield Span(line.start, line.end, "quotation")
            continue
        yield from (Span(line.start + start, line.start + end, "quotation") for start, end in _quotations(said))
        yield from (Span(line.start + start, line.start + end, "reported") for start, end in _sentences(said))
        colon = min(_colons(said), default=0)
        if colon and said[colon:].strip():
            past = all_lines[line.last - 1].end
            yield Span(line.start + colon, past, "reported")
        elif colon and not _shown(all_lines, text, number):
            yield Span(line.start + colon, len(text), "reported")
            return


def _colons(said: str) -> Iterator[int]:
    """Where what somebody else says begins behind a colon, an address alone being no speech."""
    for verb in speaking.VERB.finditer(said):
        announced = speaking.ANNOUNCES.match(said, verb.end())
        if announced and _by_others(verb, said):
            yield from _spoken(said, announced.end())
    for match in speaking.INTRODUCED.finditer(said):
        if not match["owner"]:
            yield from _spoken(said, match.end())
    for match in speaking.SHOWN.finditer(said):
        yield match.end()
    for match in speaking.CHINESE.finditer(said):
        if not speaking.CHINESE_OWN.search(match["who"]):
            yield match.end()


def _spoken(said: str, colon: int) -> Iterator[int]:
    if not speaking.URL.match(said, colon):
        yield colon


def _by_others(verb: re.Match[str], said: str) -> bool:
    """Whether the verb's subject is somebody who is neither the person nor told what to say."""
    before = said[max(0, verb.start() - speaking.BEFORE) : verb.start()]
    if speaking.PASSIVE.search(before):
        return True
    if not verb["sure"]:
        named = verb["vivid"] and speaking.NAMED.search(before)
        return bool(named or speaking.THIRD.search(before))
    return not speaking.OWN.search(before) if before.strip() else False


def _quotations(said: str) -> Iterator[tuple[int, int]]:
    """What stands in quotation marks behind a verb of saying, or is long and no wording that the person wants."""
    for verb in speaking.VERB.finditer(said):
        opened = speaking.QUOTES.match(said, verb.end())
        if opened and _by_others(verb, said):
            yield from _closed(said, opened.end())
    for match in speaking.QUOTATION.finditer(said):
        wanted = speaking.WANTED.search(said[max(0, match.start() - speaking.BEFORE) : match.start()])
        if not wanted and len(_units(match[0])) >= QUOTED_WORDS:
            yield match.start() + 1, match.end() - 1


def _closed(said: str, start: int) -> Iterator[tuple[int, int]]:
    ends = [at for mark in speaking.CLOSING[said[:start].rstrip()[-1]] if (at := said.rfind(mark, start)) >= 0]
    end = max(ends, default=len(said))
    if len(_units(said[start:end])) >= SAID_WORDS:
        yield start, end


def _sentences(said: str) -> Iterator[tuple[int, int]]:
    """What a page, a file or a machine says, to the end of the sentence or to the person's "but"."""
    for match in [*speaking.SPEAKS.finditer(said), *speaking.CHINESE_SPEAKS.finditer(said)]:
        if speaking.SUPPOSED.search(said[max(0, match.start() - 40) : match.start()]):
            continue
        start = match.end()
        stop = speaking.STOP.search(said, start)
        end = stop.end() if stop else len(said)
        contrast = speaking.CONTRAST.search(said, start, end)
        yield start, contrast.start() if contrast else end


def _units(words: str) -> list[str]:
    """Words, where a script has spaces between them; else its characters, by twos."""
    return [words[at : at + 2] for at in range(0, len(words), 2)] if any(c > "\u3000" for c in words) else words.split()


def _shown(all_lines: list[Line], text: str, number: int) -> bool:
    """Whether what the line announces was found by its own marks: a block of code, quoted lines."""
    for line in all_lines[number + 1 :]:
        if BLANK in text[line.start : line.end] or line.text:
            return BLANK in text[line.start : line.end]
    return False
