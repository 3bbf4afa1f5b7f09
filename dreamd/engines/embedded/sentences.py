"""Text into sentences, each a verbatim piece of it."""

from __future__ import annotations

import re

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


def blocks(text: str) -> list[tuple[str, bool]]:
    """Paragraphs, list items and finished lines, without the marks of lists; true where the mark was a number."""
    pieces = [(piece, bool(NUMBERED.match(piece))) for piece in BREAK.split(text)]
    bare = [(MARK.sub("", piece, count=1) if MARK.match(piece) else piece, step) for piece, step in pieces]
    return [(piece.strip(), step) for piece, step in bare if piece.strip()]


def sentences(block: str, limit: int) -> list[str]:
    """The sentences of one block in order; one longer than ``limit`` characters comes as its clauses."""
    whole = [piece.strip() for piece in END.split(block)]
    return [part for piece in whole if piece for part in (_clauses(piece) if len(piece) > limit else [piece])]


def _clauses(sentence: str) -> list[str]:
    return [piece.strip() for piece in CLAUSE.split(sentence) if piece and piece.strip()]
