"""Reads a session's lines from where they were left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dreamd import clock
from dreamd.reading import counting, following, saying
from dreamd.reading.saying import Said
from dreamd.sources.goose.row import IGNORED, TYPES, USED, decode
from dreamd.sources.goose.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.jsonl import Trail
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.goose.row import Row


class First(NamedTuple):
    """The row that had a prompt's words first."""

    identity: str
    hidden: bool
    """It was put away for its repetition; else it stands, and has been told."""


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. What a compaction repeats is not given again."""
    with following.opened(transcript, mark, tally) as log:
        repeated = repetitions(_heads(following.whole(log, decode), tally))
        for row in following.rows(log, decode, tally):
            _count(row, tally)
            first = repeated.get((log.line, row.words))
            words = said(row) if first is None or first.hidden else [Said("injected", row.words, "repeated")]
            name = row.identity if first is None else first.identity
            yield from saying.turns(words, transcript, log.line, _time(row), name, tally.cwd)
        tally.mark = following.reached(log)


def repetitions(rows: Iterable[tuple[int, Row]]) -> dict[tuple[int, str], First]:
    """Where a compaction repeats a prompt behind its summary: line and words -> the row that had them first."""
    first: dict[str, First] = {}
    found: dict[tuple[int, str], First] = {}
    behind_summary = False
    for line, row in rows:
        if row.role == "user" and row.words:
            if behind_summary and not row.hidden and row.words in first:
                found[line, row.words] = first[row.words]
            first.setdefault(row.words, First(row.identity, row.hidden))
        behind_summary = row.hidden
    return found


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in saying.turns(shown(row), transcript, line, _time(row), row.identity)]


def _heads(rows: Iterable[tuple[int, Row]], tally: Tally) -> Iterator[tuple[int, Row]]:
    """The same rows, while what the headers say goes into the tally."""
    for line, row in rows:
        if row.header:
            tally.cwd = tally.cwd or row.working_dir or ""
            tally.headless |= bool(row.schedule_id)
        yield line, row


def _count(row: Row, tally: Tally) -> None:
    if row.header:
        if row.session_type and row.session_type not in TYPES:
            counting.unknown(f"session:{row.session_type}", tally)
        return
    counting.moment(_time(row), tally)
    if row.role not in {"user", "assistant"}:
        counting.unknown(row.role or row.type or "(no type)", tally)
    for part in row.content or []:
        if part.type not in USED | IGNORED:
            counting.unknown(f"part:{part.type or ''}", tally)


def _time(row: Row) -> str:
    try:
        return clock.iso(row.created * clock.SECOND) if row.created else ""
    except (ValueError, OverflowError, OSError):
        return ""
