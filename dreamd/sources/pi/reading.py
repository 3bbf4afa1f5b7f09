"""Reads a session's entries from where they were left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.reading import counting, following, saying
from dreamd.reading.counting import time
from dreamd.sources.pi.branches import followed
from dreamd.sources.pi.row import ROLES, TYPES, decode
from dreamd.sources.pi.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.jsonl import Trail
    from dreamd.reading.saying import Said
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.pi.row import Row
    from dreamd.sources.pi.turns import Spoken


@dataclass(frozen=True, slots=True)
class Dialect:
    """What sets apart the agents that write this format."""

    spoken: Spoken
    branches: bool
    """Entries on a branch that was left behind are not given."""


def read(dialect: Dialect, transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``."""
    with following.opened(transcript, mark, tally) as log:
        live = followed(row for _, row in following.whole(log, decode)) if dialect.branches else None
        cwd = next((row.cwd for _, row in following.whole(log, decode) if row.cwd), "")
        for row in following.rows(log, decode, tally):
            _count(row, tally)
            if live is None or row.id is None or row.id in live:
                yield from _turns(said(row, dialect.spoken), transcript, log.line, row, cwd)
        tally.mark = following.reached(log)


def rows(dialect: Dialect, transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in _turns(shown(row, dialect.spoken), transcript, line, row, "")]


def _count(row: Row, tally: Tally) -> None:
    if row.type == "session":
        tally.versions.add(f"format {row.version or 1}")
        tally.cwd = tally.cwd or row.cwd or ""
    elif row.type not in TYPES:
        counting.unknown(row.type or "(no type)", tally)
    elif row.message and row.message.role not in ROLES:
        counting.unknown(f"message:{row.message.role or ''}", tally)
    if row.type == "message":
        counting.moment(row.timestamp, tally)


def _turns(words: list[Said], transcript: Transcript, line: int, row: Row, cwd: str) -> list[Turn]:
    """A branch copied to a file of its own keeps ids and times; ids alone are short, and the oldest files have none."""
    identity = f"{row.id or ''}@{row.timestamp}" if row.timestamp else row.id or ""
    return saying.turns(words, transcript, line, time(row.timestamp), identity, cwd)
