"""Text into sentences, each a verbatim piece of it."""

from __future__ import annotations

import re
from typing import NamedTuple

ABBREVIATED = "".join(rf"(?<!\b{word}\.)" for word in (r"e\.g", r"i\.e", "vs", "etc", "cf", "Mr", "Dr", "No"))
END = re.compile(
    rf"(?<=[.!?…]){ABBREVIATED}(?<!\s\d\.)[\"')*\]]*\s+(?=\S)|(?<=[。！？；!?])(?=[^\s。！？；!?\"”’)）\]])",
    re.IGNORECASE,
)
ITEM = r"(?:[-*+•]|\d{1,2}[.)、]|[A-Za-z]\)|#\d{1,3}:?)"
BREAK = re.compile(rf"\n[ \t]*\n|\n(?=[ \t]*{ITEM}\s)|(?<=[.!?:。！？：])[ \t]*\n|\n(?=[ \t]*[A-Z\u3400-\u9fff])")
MARK = re.compile(rf"\s*{ITEM}\s+")
NUMBERED = re.compile(r"\s*\d{1,2}[.)、]\s")
CLAUSE = re.compile(
    r"(?<=[,;，；])\s*(?=(?:but|so|and|because|then|if|when|also)\b|[但所因如而])|(?<=[;；])\s+|\s+-+\s+"
)


class Block(NamedTuple):
    """A paragraph, list item or finished line."""

    text: str
    """Without the mark of a list."""
    item: bool
    """It had such a mark."""
    step: bool
    """The mark was a number."""
    lead: str = ""
    """The line that announced its list and rules all items."""


def blocks(text: str) -> list[Block]:
    """Paragraphs, list items and finished lines."""
    found = (
        Block(MARK.sub("", piece, count=1).strip() if item else piece.strip(), item, bool(NUMBERED.match(piece)))
        for piece in BREAK.split(text)
        for item in [bool(MARK.match(piece))]
    )
    return [block for block in found if block.text]


def sentences(block: str, limit: int) -> list[str]:
    """The sentences of one block in order; one longer than ``limit`` characters comes as its clauses."""
    whole = [piece.strip() for piece in END.split(block)]
    return [part for piece in whole if piece for part in (_clauses(piece) if len(piece) > limit else [piece])]


def _clauses(sentence: str) -> list[str]:
    return [piece.strip() for piece in CLAUSE.split(sentence) if piece and piece.strip()]
