"""Reads a session's copy from where it was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import clock
from dreamd.reading import counting, following, saying
from dreamd.sources.opencode.row import KINDS, PARTS, data_of, decode, parts_of
from dreamd.sources.opencode.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.jsonl import Trail
    from dreamd.reading.saying import Said
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.opencode.row import Row

MILLISECOND = 1_000_000


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. What the person took back is not in the copy."""
    with following.opened(transcript, mark, tally) as log:
        cwd = next((row.directory for _, row in following.whole(log, decode) if row.directory), "")
        for row in following.rows(log, decode, tally):
            _count(row, tally)
            yield from _turns(said(row), transcript, log.line, row, cwd)
        tally.mark = following.reached(log)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in _turns(shown(row), transcript, line, row, "")]


def _count(row: Row, tally: Tally) -> None:
    if row.type == "session":
        tally.cwd = tally.cwd or row.directory or ""
        tally.versions |= {row.version} if row.version else set()
    elif row.type != "message":
        counting.unknown(row.type or "(no type)", tally)
    elif row.kind not in KINDS:
        counting.unknown(f"message:{row.kind}", tally)
    else:
        counting.moment(_time(row), tally)
        for part in parts_of(row, data_of(row)):
            if part.type not in PARTS and part.type != "reasoning":
                counting.unknown(f"part:{part.type or ''}", tally)


def _time(row: Row) -> str:
    try:
        return clock.iso((row.time or 0) * MILLISECOND) if row.time else ""
    except (ValueError, OverflowError, OSError):
        return ""


def _turns(words: list[Said], transcript: Transcript, line: int, row: Row, cwd: str) -> list[Turn]:
    return saying.turns(words, transcript, line, _time(row), row.id or "", cwd)
