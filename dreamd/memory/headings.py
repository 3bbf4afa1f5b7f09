"""Where a Markdown text has its headings, fences and comments aside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory import entry as entries
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

MARKED = re.compile(r"#{1,6}(?=[ \t]|$)")
"""Not set in: it might be an item's."""
UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
OPENED = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|[ ]{0,3}>")
"""What begins a list item or a quotation: what follows without a blank line belongs to it."""


class Heading(Record, frozen=True):
    """One heading; ``line`` is its first line, counted from 0."""

    line: int
    level: int
    """From 1 to 6."""
    text: str


def find(lines: Sequence[str], start: int = 0) -> tuple[Heading, ...]:
    """The headings from line ``start`` on, with ``#`` or underlined; none inside lists and quotations."""
    found: list[Heading] = []
    at, paragraph = start, -1
    """First line of the paragraph that goes on here; -1 where none does, -2 where it is a list's or a quotation's."""
    while at < len(lines):
        past = min(entries.skip(lines, at), len(lines))
        line = lines[at].rstrip("\r\n")
        marked, underline = MARKED.match(line), UNDERLINE.fullmatch(line)
        if past > at:
            at, paragraph = past, -1
            continue
        if marked:
            found.append(Heading(line=at, level=marked.end(), text=_bare(line[marked.end() :])))
            paragraph = -1
        elif underline and paragraph >= 0:
            text = " ".join(part.strip() for part in lines[paragraph:at])
            found.append(Heading(line=paragraph, level=1 if underline[1][0] == "=" else 2, text=text))
            paragraph = -1
        else:
            paragraph = _paragraph(line, at, paragraph)
        at += 1
    return tuple(found)


def _bare(text: str) -> str:
    """A heading's text without the signs that may close it."""
    open_ended = text.strip().rstrip("#")
    return open_ended.strip() if open_ended[-1:] in {"", " ", "\t"} else text.strip()


def _paragraph(line: str, at: int, before: int) -> int:
    """Where the paragraph begins that the line belongs to; as in ``find``."""
    if not line.strip() or entries.RULE.fullmatch(line):
        return -1
    if OPENED.match(line):
        return -2
    if before != -1:
        return before
    return at if line[:1] not in {" ", "\t"} else -2
