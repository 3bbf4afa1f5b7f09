"""What stands between tags."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from dreamd.quoted.lines import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

may_hold = re.compile(r"[<\[]").search
"""A cheap look: without a match nothing is found."""
TAG = re.compile(
    r"<(/?)([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,400})?>|\[(/?)(quote|code|spoiler|inst|system)\b"
    r"[^\]\n]{0,100}\]",
    re.IGNORECASE,
)
WORDS = 3
"""So few words, the closing tag among them, between tags are no text of somebody else's: ``<b>pnpm</b>``."""
NEAR = 80
"""Characters beside a tag that are looked at."""


class Tag(NamedTuple):
    """An opening or closing tag."""

    start: int
    end: int
    closes: bool
    name: str


def found(text: str) -> Iterator[Span]:
    """What tags and HTML comments enclose, with them."""
    yield from _tagged(text)
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        past = end + len("-->") if end >= 0 else len(text)
        yield Span(start, past, "comment")
        start = text.find("<!--", past)


def _tagged(text: str) -> Iterator[Span]:
    """From a tag that is closed to its end: the last one of its name where others' text closes it too often."""
    tags = [
        Tag(tag.start(), tag.end(), bool(tag[1] or tag[3]), (tag[2] or tag[4]).lower()) for tag in TAG.finditer(text)
    ]
    ends = {tag.name: tag.end for tag in tags if tag.closes}
    balance = Counter(tag.name for tag in tags if not tag.closes)
    balance.subtract(tag.name for tag in tags if tag.closes)
    past = 0
    for number, tag in enumerate(tags):
        if tag.closes or tag.start < past:
            continue
        if ends.get(tag.name, 0) < tag.end:
            if _alone(text, tag.start, tag.end):
                yield Span(tag.start, len(text), "tag")
                return
            continue
        end = ends[tag.name] if balance[tag.name] else _closing(tags, number)
        if len(text[tag.end : end].split()) > WORDS or "\n" in text[tag.end : end]:
            yield Span(tag.start, end, "tag")
        past = end


def _closing(tags: list[Tag], number: int) -> int:
    """Where the tag of that number is closed, the tags of its name being as many as their ends."""
    depth = 0
    for at in range(number, len(tags)):
        if tags[at].name == tags[number].name:
            depth += -1 if tags[at].closes else 1
            if not depth:
                return tags[at].end
    return tags[-1].end


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a tag has its line to itself, with more behind it."""
    before, after = f"{text[max(0, start - NEAR) : start]}<", f">{text[end : end + NEAR]}"
    alone = before.splitlines()[-1].strip() == "<" and after.splitlines()[0].strip() == ">"
    return alone and bool(text[end:].strip())
