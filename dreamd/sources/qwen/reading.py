"""Reads a session's records from where they were left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import counting, following, saying
from dreamd.reading.counting import time
from dreamd.sources.qwen.row import SUBTYPES, TYPES, decode
from dreamd.sources.qwen.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.jsonl import Trail
    from dreamd.reading.saying import Said
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.qwen.row import Row


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. What a rewind took away by the end of the file is not given."""
    with following.opened(transcript, mark, tally) as log:
        gone = rewound(row for _, row in following.whole(log, decode))
        for row in following.rows(log, decode, tally):
            _count(row, tally)
            if row.uuid is None or row.uuid not in gone:
                yield from _turns(said(row), transcript, log.line, row)
        tally.mark = following.reached(log)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in _turns(shown(row), transcript, line, row)]


def rewound(rows: Iterable[Row]) -> set[str]:
    """The uuids of records behind the one that a rewind went back to.

    The chain of parents is not followed, as the client does: it breaks where the client's own writing failed, and what
    a person said must not be lost for that.
    """
    standing: dict[str, None] = {}
    gone: set[str] = set()
    for row in rows:
        if row.type == "system" and row.subtype == "rewind":
            uuids = list(standing)
            if row.parent_uuid is None:
                gone.update(uuids)
            elif row.parent_uuid in standing:
                gone.update(uuids[uuids.index(row.parent_uuid) + 1 :])
            standing = {uuid: None for uuid in uuids if uuid not in gone}
        if row.uuid:
            standing[row.uuid] = None
    return gone


def _count(row: Row, tally: Tally) -> None:
    counting.moment(row.timestamp, tally)
    tally.cwd = tally.cwd or row.cwd or ""
    if row.version:
        tally.versions.add(row.version)
    if row.type not in TYPES:
        counting.unknown(row.type or "(no type)", tally)
    elif row.subtype is not None and row.subtype not in SUBTYPES:
        counting.unknown(f"{row.type}:{row.subtype}", tally)


def _turns(words: list[Said], transcript: Transcript, line: int, row: Row) -> list[Turn]:
    return saying.turns(words, transcript, line, time(row.timestamp), row.uuid or "", row.cwd or "")
