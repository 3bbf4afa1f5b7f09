"""Leads a question to topics and to what stands in them, by the words of a memory's fair copy.

BM25, term by term: each document counts a term once, by its best match: the word itself, or a kindred one (``kin``), or
one that begins alike. Descriptions say what a topic is for, so they count most; what stands in it backs them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from heapq import nlargest
from typing import TYPE_CHECKING

from dreamd import faircopy, kin, words
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

TITLE, DESCRIPTION, TEXT, REASONS = 1.0, 1.5, 1.0, 0.6
"""How much a field counts."""
ALIKE, ALIKE_CHARS, LONG_CHARS = 0.5, (5, 6), 6
"""What a word counts that begins like a long one that was asked for, and how many characters they must share."""
BACKING = (1.0, 0.4, 0.2)
"""How a topic's best statements count beside its head."""
HEADS = 1.2
LEAST_RARITY = 1e-6
"""FTS5's own floor."""


class Scores(Record, frozen=True):
    """Ids of a fair copy with their scores; what shares no word with the question is left out. Higher is nearer."""

    topics: dict[int, float]
    statements: dict[int, float]
    files: dict[int, str]
    """Id of each of these statements -> its file."""


def scores(db: sqlite3.Connection, question: str) -> Scores:
    """How near each topic and each statement is to the question."""
    terms = words.asked(question)
    statements = _sum(db, "said", (TEXT, REASONS), terms)
    heads = _sum(db, "heads", (TITLE, DESCRIPTION), terms)
    files = {number: file for number, file in faircopy.files_of(db) if number in statements}
    inside: dict[str, list[float]] = defaultdict(list)
    for number, file in files.items():
        inside[file].append(statements[number])
    near = {
        topic.id: HEADS * heads.get(topic.id, 0.0) + _backing(inside.get(topic.file, []))
        for topic in faircopy.topics(db).values()
        if topic.id in heads or topic.file in inside
    }
    return Scores(topics=near, statements=statements, files=files)


def _backing(found: list[float]) -> float:
    return sum(weight * score for weight, score in zip(BACKING, nlargest(len(BACKING), found), strict=False))


def _sum(db: sqlite3.Connection, table: str, fields: tuple[float, float], terms: tuple[str, ...]) -> dict[int, float]:
    found: dict[int, float] = defaultdict(float)
    total = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (constants)
    for term in terms:
        for number, score in _best(db, table, fields, term, total).items():
            found[number] += score
    return found


def _best(
    db: sqlite3.Connection, table: str, fields: tuple[float, float], term: str, total: int
) -> Mapping[int, float]:
    """Id -> what its best match of the term counts."""
    best: dict[int, float] = {}
    query = f"SELECT rowid, -bm25({table}, ?, ?) FROM {table} WHERE {table} MATCH ?"  # noqa: S608 (constants)
    for match, weight in _ways(term):
        rows = db.execute(query, (*fields, match)).fetchall()
        for number, score in rows:
            best[number] = max(best.get(number, 0.0), weight * _rarity(total, len(rows)) * score)
    return best


def _rarity(total: int, holding: int) -> float:
    """Puts a word's own weight in the place of FTS5's, which is none where half of a small memory has the word."""
    ratio = (total - holding + 0.5) / (holding + 0.5)
    return math.log(1 + ratio) / max(math.log(ratio), LEAST_RARITY)


def _ways(term: str) -> Iterator[tuple[str, float]]:
    """What to look for, with what it counts."""
    yield f'"{term}"', 1.0
    for word in sorted(kin.of(term)):
        yield f'"{word}"', kin.LIKENESS
    if len(term) >= LONG_CHARS and term.isascii():
        least, most = ALIKE_CHARS
        yield f'"{term[: max(least, min(len(term) - 2, most))]}"*', ALIKE
    elif len(term) == 1 and not term.isascii():
        yield f'"{term}"*', 1.0
