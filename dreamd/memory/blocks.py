"""What a memory file is cut between: its entries, paragraphs and fenced parts, each whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory import entry as entries
from dreamd.records import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from dreamd.memory.entry import Item

HEADING = re.compile(r"#{1,6}(?:\s|$)")


class Block(Record, frozen=True):
    """One of them, where it stands: lines ``start`` up to, not including, ``stop``, counted from 0."""

    start: int
    stop: int
    headings: tuple[str, ...]
    """The headings between it and the block before, without line ends."""
    entry: Entry
    """What it says; of a paragraph its text, with ``Why:`` and ``How to apply:`` where those follow it."""
    listed: bool = True
    """Whether it is a list item, and so an entry."""


def head(lines: Sequence[str]) -> int:
    """Number of lines that are the file's front matter, both fences included; 0 where there is none."""
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return 0
    return next((at + 1 for at, line in enumerate(lines) if at and line.rstrip() == "---"), 0)


def split(lines: Sequence[str], start: int = 0, parsed: Iterable[Item] | None = None) -> tuple[Block, ...]:
    """The blocks from line ``start`` on. Comments are none, since nobody who reads the page sees them.

    Args:
        lines: of the file.
        start: number of the first that is looked at.
        parsed: its list items, where they are known.
    """
    items = {item.start: item for item in (entries.parse(lines, start) if parsed is None else parsed)}
    found: list[Block] = []
    headings: list[str] = []
    at = start
    while at < len(lines):
        past = min(entries.skip(lines, at), len(lines))
        item = items.get(at)
        if item:
            found.append(Block(start=at, stop=item.stop, headings=tuple(headings), entry=item.entry))
            headings, at = [], item.stop
        elif past > at and lines[at].lstrip().startswith("<!--"):
            at = past
        elif not lines[at].strip():
            at += 1
        elif HEADING.match(lines[at]):
            headings.append(lines[at].rstrip())
            at += 1
        else:
            stop = past if past > at else _paragraph(lines, at, items.keys())
            found.append(_prose(lines, at, stop, tuple(headings)))
            headings, at = [], stop
    return tuple(found)


def _paragraph(lines: Sequence[str], at: int, items: Container[int]) -> int:
    """Line after the paragraph; what says why, or how to apply it, goes with it."""
    stop = at + 1
    while stop < len(lines):
        blank = not lines[stop].strip()
        if blank and not (stop + 1 < len(lines) and entries.LABEL.match(lines[stop + 1].strip())):
            break
        if not blank and (stop in items or HEADING.match(lines[stop]) or entries.skip(lines, stop) > stop):
            break
        stop += 1
    return stop


def _prose(lines: Sequence[str], start: int, stop: int, headings: tuple[str, ...]) -> Block:
    parts: dict[str, list[str]] = {"": [], "Why": [], "How to apply": []}
    field = ""
    for line in lines[start:stop]:
        label = entries.LABEL.match(line.strip())
        if label:
            field = label[1] or label[2]
        parts[field].append(label[3] if label else line.strip())
    said = {name: " ".join(" ".join(part).split()) for name, part in parts.items()}
    bare = entries.FLAG.sub(" ", said[""])
    entry = Entry(
        text=" ".join(bare.split()),
        why=said["Why"],
        how=said["How to apply"],
        unconfirmed=bare != said[""],
    )
    return Block(start=start, stop=stop, headings=headings, entry=entry, listed=False)
