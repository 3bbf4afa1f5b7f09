"""Reads a session in either form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import counting, document, following, saying
from dreamd.reading.counting import time
from dreamd.reading.saying import Said
from dreamd.sources.gemini.replay import replay, take
from dreamd.sources.gemini.row import TYPES, decode, decode_document
from dreamd.sources.gemini.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.jsonl import Trail
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.gemini.row import Row


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. What a rewind took away by the end of the file is not given."""
    tally.cwd = transcript.cwd
    if transcript.path.suffix == ".json":
        for number, whole, row in document.after(transcript, mark, tally, _whole):
            count(row, tally)
            yield from _turns(transcript, number, row, subagent=whole.kind == "subagent")
        return
    with following.opened(transcript, mark, tally) as log:
        stage = replay(following.whole(log, decode))
        for row in following.rows(log, decode, tally):
            count(row, tally)
            for message in _messages(row):
                if take(stage, message, log.line):
                    yield from _turns(transcript, log.line, message, subagent=stage.subagent)
        tally.mark = following.reached(log)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``. In a file of the older form each message counts as a line."""
    if transcript.path.suffix == ".json":
        found = [row for _, row in document.message(transcript, line, _whole)]
    else:
        found = decode(following.at(transcript, line, trail))
    return [
        turn
        for row in found
        for message in _messages(row)
        for turn in saying.turns(
            shown(message), transcript, line, time(message.timestamp), message.id or "", transcript.cwd
        )
    ]


def count(row: Row, tally: Tally) -> None:
    """Take the row into the tally."""
    for message in _messages(row):
        counting.moment(message.timestamp, tally)
        if message.type not in TYPES:
            counting.unknown(message.type or "(no type)", tally)


def _whole(data: bytes) -> tuple[Row, list[Row]] | None:
    """The older form's object, with its messages."""
    return next(((row, row.messages) for row in decode_document(data) if row.messages is not None), None)


def _messages(row: Row) -> list[Row]:
    """The messages in a row: itself, or those of an update; a header and a rewind have none."""
    if row.update:
        return row.update.messages or []
    return [] if row.rewind_to is not None or (row.session_id and not row.type) else [row]


def _turns(transcript: Transcript, line: int, row: Row, *, subagent: bool) -> list[Turn]:
    words = said(row)
    if subagent:
        words = [Said("injected", text, "subagent") for _, text, _ in words]
    return saying.turns(words, transcript, line, time(row.timestamp), row.id or "", transcript.cwd)
