"""What somebody else says, by the person's account: ``the README says: ...``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted import announcing, speaking
from dreamd.quoted.lines import BLANK, Span, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line

OPENS = re.compile(r"[:：](?=[\s\"“„«'‘]|$)|：|[\u3400-\u9fff]")
"""A colon that may open somebody's words, or Chinese, whose verbs are looked for one by one."""
CLAIMING = frozenset(f"{speaking.CLAIMS}|{speaking.PLAIN}".split("|"))
LABEL = 160
"""Characters of a line that may name a source."""


def may_hold(text: str) -> bool:
    """A cheap look: where this says no, nothing is found."""
    return bool(OPENS.search(text)) or _claims(text)


def found(text: str) -> Iterator[Span]:
    """Reported words: up to the paragraph's end behind a colon, to the text's end where the colon ends its line."""
    all_lines = lines(text)
    past = 0
    for number, line in enumerate(all_lines):
        if not line.text or line.start < past:
            continue
        said = text[line.start : line.end]
        yield from (Span(line.start + start, line.start + end, "reported") for start, end in _sentences(said))
        has_colon = OPENS.search(said)
        colon = (min(_colons(said), default=0) or _label(all_lines, number)) if has_colon else 0
        if colon and said[colon:].strip():
            past = all_lines[line.last - 1].end
            yield Span(line.start + colon, past, "reported")
        elif colon and not _shown(all_lines, text, number):
            yield Span(line.start + colon, len(text), "reported")
            return


def _claims(said: str) -> bool:
    """Whether a page or a machine may say something here: such a verb stands between spaces."""
    return not CLAIMING.isdisjoint(said.lower().split())


def _colons(said: str) -> Iterator[int]:
    """Where what somebody else says begins behind a colon, an address alone being no speech."""
    for verb in speaking.VERB.finditer(said):
        of_agent = speaking.YOU.search(said[max(0, verb.start() - speaking.BEFORE) : verb.start()])
        announced = (speaking.AT_ONCE if of_agent else speaking.ANNOUNCES).match(said, verb.end())
        if announced and speaking.by_others(verb, said):
            yield from _spoken(said, announced.end())
    for match in announcing.INTRODUCED.finditer(said):
        if not match["owner"]:
            yield from _spoken(said, match.end())
    for announced in (*announcing.SHOWN.finditer(said), *announcing.PASSED_ON.finditer(said)):
        yield announced.end()
    for match in () if said.isascii() else speaking.CHINESE.finditer(said):
        if not speaking.CHINESE_OWN.search(match["who"]):
            yield match.end()


def _label(all_lines: list[Line], number: int) -> int:
    """The length of a line that only names where the text below it comes from; what it heads is no list of points."""
    line = all_lines[number]
    below = next((one.text for one in all_lines[number + 1 : number + 3] if one.text), "")
    handed = announcing.FROM.search(line.text[:LABEL]) or not announcing.ITEM.match(below)
    named = below and handed and announcing.LABELLED.fullmatch(line.text[:LABEL])
    return line.end - line.start if named else 0


def _spoken(said: str, colon: int) -> Iterator[int]:
    if not announcing.URL.match(said, colon):
        yield colon


def _sentences(said: str) -> Iterator[tuple[int, int]]:
    """What a page, a file or a machine says, to the end of the sentence or to the person's "but"."""
    past = 0
    spoken = [*speaking.SPEAKS.finditer(said)] if _claims(said) else []
    if not said.isascii():
        spoken = sorted([*spoken, *speaking.CHINESE_SPEAKS.finditer(said)], key=re.Match.start)
    for match in spoken:
        if match.start() < past or speaking.SUPPOSED.search(said[max(0, match.start() - 40) : match.start()]):
            continue
        start = match.end()
        stop = speaking.STOP.search(said, start)
        end = stop.end() if stop else len(said)
        contrast = speaking.CONTRAST.search(said, start, end)
        past = contrast.start() if contrast else end
        yield start, past


def _shown(all_lines: list[Line], text: str, number: int) -> bool:
    """Whether what the line announces was found by its own marks: a block of code, quoted lines."""
    for line in all_lines[number + 1 :]:
        if BLANK in text[line.start : line.end] or line.text:
            return BLANK in text[line.start : line.end]
    return False
