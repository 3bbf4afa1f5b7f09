"""Leads a question to topics and to what stands in them, by the words of a memory's fair copy.

BM25, term by term: each document counts a term once, by its best match: the word itself, or a kindred one (``kin``), or
one that begins alike. For each term a topic counts what its head says or its nearest statement, and less of the other.
"""

from __future__ import annotations

import math
from collections import defaultdict
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
HEADS, AGAIN = 1.2, 0.6
"""How much a topic's head counts beside its nearest statement, and the lesser of the two beside the other."""
FEW, ENOUGH, LEAST_WORDS = 0.25, 3.0, 0.3
"""Of kindred words: how rare one mostly is, how many of them in a place are enough, and the least that one counts."""
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
    topics = faircopy.topics(db)
    ids = {topic.file: number for number, topic in topics.items()}
    owners = {number: ids[file] for number, file in faircopy.files_of(db) if file in ids}
    statements: dict[int, float] = defaultdict(float)
    near: dict[int, float] = defaultdict(float)
    totals = {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("heads", "said")}  # noqa: S608
    for term, kindred in kin.sought(question).items():
        telling = kin.telling(term)
        said = _best(db, "said", (TEXT, REASONS), term, kindred, totals["said"])
        heads = _best(db, "heads", (TITLE, DESCRIPTION), term, kindred, totals["heads"])
        inside: dict[int, float] = {}
        for number, score in said.items():
            statements[number] += telling * score
            inside[owners[number]] = max(inside.get(owners[number], 0.0), score)
        for number in {*heads, *inside}:
            both = (HEADS * heads.get(number, 0.0), inside.get(number, 0.0))
            near[number] += telling * (max(both) + AGAIN * min(both))
    files = {number: topics[owners[number]].file for number in statements}
    return Scores(topics=dict(near), statements=dict(statements), files=files)


def _best(
    db: sqlite3.Connection, table: str, fields: tuple[float, float], term: str, kindred: frozenset[str], total: int
) -> Mapping[int, float]:
    """Id -> what its best match of the term counts."""
    best = _kindred(db, table, fields, kindred, total) if kindred else {}
    for match, weight in _ways(term):
        rows = _rows(db, table, fields, match)
        counts = weight * _rarity(total, len(rows)) / max(_rarity(total, len(rows), sure=0), LEAST_RARITY)
        for number, score in rows:
            best[number] = max(best.get(number, 0.0), counts * score)
    return best


def _kindred(
    db: sqlite3.Connection, table: str, fields: tuple[float, float], kindred: frozenset[str], total: int
) -> dict[int, float]:
    """Id -> what words count that may stand for the term: as one word, which tells less the more places have any."""
    forms = {words.bare(word): word for word in sorted(kindred)}
    rows = _rows(db, table, fields, " OR ".join(f'"{word}"' for word in forms.values()))
    counts = kin.LIKENESS * _rarity(total, len(rows))
    found = {}
    for number, score in rows:
        much = max(score / math.log(1 + FEW * total), LEAST_WORDS)
        found[number] = counts * much * (1 + ENOUGH) / (much + ENOUGH)
    return found


def _rows(db: sqlite3.Connection, table: str, fields: tuple[float, float], match: str) -> list[tuple[int, float]]:
    query = f"SELECT rowid, -bm25({table}, ?, ?) FROM {table} WHERE {table} MATCH ?"  # noqa: S608 (constants)
    return db.execute(query, (*fields, match)).fetchall()


def _rarity(total: int, holding: int, sure: int = 1) -> float:
    """A word's own weight, in the place of FTS5's (``sure=0``), which is none where half of a small memory has it."""
    return math.log(sure + (total - holding + 0.5) / (holding + 0.5))


def _ways(term: str) -> Iterator[tuple[str, float]]:
    """What to look for beside the kindred words, with what it counts."""
    yield f'"{term}"', 1.0
    if len(term) >= LONG_CHARS and term.isascii():
        least, most = ALIKE_CHARS
        yield f'"{term[: max(least, min(len(term) - 2, most))]}"*', ALIKE
    elif len(term) == 1 and not term.isascii():
        yield f'"{term}"*', 1.0
