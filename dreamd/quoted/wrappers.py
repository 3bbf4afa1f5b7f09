"""Code blocks, and what stands between tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import Span, blanked, lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line

FENCE = re.compile(r"(`{3,}|~{3,})\s*([^`]*)$")
TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]{0,60})(?:\s[^<>]{0,400})?>")
COMMENT = re.compile(r"<!--(?:(?!-->)[\s\S]){0,20000}(?:-->|\Z)")
WORDS = 3
"""So few words between tags are no text of somebody else's: ``<b>pnpm</b>``."""


def found(text: str) -> Iterator[Span]:
    """What fences, tags and HTML comments enclose, with them."""
    fenced = list(_fenced(lines(text)))
    yield from fenced
    rest = blanked(text, fenced)
    yield from (Span(*comment.span(), "comment") for comment in COMMENT.finditer(rest))
    yield from _tagged(rest)


def _fenced(all_lines: list[Line]) -> Iterator[Span]:
    """Blocks of code. A fence that names a language opens a block, inside another one too; an open one has no end."""
    first, depth = 0, 0
    for number, line in enumerate(all_lines):
        fence = FENCE.match(line.text)
        if not fence:
            continue
        if not depth:
            first, depth = number, 1
        else:
            depth += 1 if fence[2] else -1
            if not depth:
                yield whole(all_lines, first, number + 1, "code_block")
    if depth:
        yield whole(all_lines, first, len(all_lines), "code_block")


def _tagged(text: str) -> Iterator[Span]:
    """From a tag that is closed to its end: the last one of its name where others' text closes it too often."""
    tags = [(tag.start(), tag.end(), bool(tag[1]), tag[2].lower()) for tag in TAG.finditer(text)]
    closed = {name: end for _, end, closing, name in tags if closing}
    count: dict[str, int] = {}
    for _, _, closing, name in tags:
        count[name] = count.get(name, 0) + (-1 if closing else 1)
    begin, name, depth, past = 0, "", 0, 0
    for start, end, closing, called in tags:
        if start < past:
            continue
        if not depth:
            if closing or closed.get(called, 0) < end:
                if not closing and _alone(text, start, end):
                    yield Span(start, len(text), "tag")
                    return
                continue
            begin, name, depth = start, called, 1
            inside = end
            if count[called]:
                past, depth = closed[called], 0
        elif called == name:
            depth += -1 if closing else 1
            past = end if not depth else past
        if not depth and past > begin:
            if len(text[inside:past].split()) >= WORDS or "\n" in text[inside:past].strip():
                yield Span(begin, past, "tag")
            begin = past
    if depth:
        yield Span(begin, closed[name], "tag")


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a tag has its line to itself, with more behind it."""
    before, after = text[max(0, start - 80) : start].rpartition("\n")[2], text[end : end + 80]
    return not before.strip() and after.lstrip(" \t\r").startswith("\n") and bool(text[end:].strip())
