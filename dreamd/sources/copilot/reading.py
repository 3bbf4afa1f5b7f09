"""Reads a session's events from where they were left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd.reading import counting, following, saying
from dreamd.reading.counting import time
from dreamd.sources.copilot import names
from dreamd.sources.copilot.row import decode
from dreamd.sources.copilot.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.jsonl import Trail
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.copilot.row import Row


@dataclass(slots=True)
class Course:
    """What a session's events say of each other."""

    lines: dict[str, int] = field(default_factory=dict)
    """Where each event that stands at the end of the file stands first."""
    cwd: str = ""
    """The working directory at the mark."""


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. What a rewind took away by the end of the file is not given."""
    with following.opened(transcript, mark, tally) as log:
        course = _course(following.whole(log, decode), log.line)
        for row in following.rows(log, decode, tally):
            _count(row, tally)
            course.cwd = _cwd(row) or course.cwd
            if row.id is None or course.lines.get(row.id) == log.line:
                yield from _turns(said(row), transcript, log.line, row, course.cwd)
        tally.mark = following.reached(log)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in _turns(shown(row), transcript, line, row, "")]


def _course(rows: Iterable[tuple[int, Row]], marked: int) -> Course:
    course = Course()
    for line, row in rows:
        if line <= marked:
            course.cwd = _cwd(row) or course.cwd
        if row.type == "session.snapshot_rewind":
            _rewind(course, row.data.up_to_event_id)
        if row.id is not None:
            course.lines.setdefault(row.id, line)
    return course


def _rewind(course: Course, event: str | None) -> None:
    """Take the event and all behind it away; one that is not there was removed by the client itself."""
    ids = list(course.lines)
    for gone in ids[ids.index(event) :] if event in course.lines else []:
        del course.lines[gone]


def _cwd(row: Row) -> str:
    """Where the main agent works from this event on, where it says so."""
    if row.type not in {"session.start", "session.resume", "session.context_changed"} or row.agent_id is not None:
        return ""
    return (row.data.context and row.data.context.cwd) or row.data.cwd or ""


def _count(row: Row, tally: Tally) -> None:
    counting.moment(row.timestamp, tally)
    tally.cwd = tally.cwd or _cwd(row)
    if row.data.copilot_version:
        tally.versions.add(row.data.copilot_version)
    if row.type not in names.KNOWN:
        counting.unknown(row.type or "(no type)", tally)


def _turns(words: list[saying.Said], transcript: Transcript, line: int, row: Row, cwd: str) -> list[Turn]:
    return saying.turns(words, transcript, line, time(row.timestamp), row.id or "", cwd)
