"""Reads a transcript from where it was left, in bounded memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.records import Mark
from dreamd.sources import Tally
from dreamd.sources.claude_code import names, thread
from dreamd.sources.claude_code.counting import count
from dreamd.sources.claude_code.row import decode, silent
from dreamd.sources.claude_code.turns import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.records import Transcript, Turn

LOOK_BACK = 8 * 1024 * 1024
"""Bytes before the mark where copied rows and waiting prompts are looked for: more than a model's context holds."""
BUFFER = 1 << 20


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. A prompt that waited at the mark was given then, and is not given again."""
    with transcript.path.open("rb", buffering=BUFFER) as handle:
        status = os.fstat(handle.fileno())
        if mark.offset and not _continues(handle, status, mark):
            tally.restarted = True
            mark = Mark()
        state = _look_back(handle, mark, transcript.session)
        offset, number = mark.offset, mark.line
        for number, data, offset in jsonl.lines(handle, mark.offset, mark.line):  # noqa: B007 (they end in the new mark)
            turns = _turns(data, number, state, tally)
            if turns:
                yield from turns
        yield from thread.finish(state)
        tally.mark = Mark(
            size=max(status.st_size, offset),
            inode=status.st_ino,
            offset=offset,
            line=number,
            digest=jsonl.fingerprint(handle, offset),
        )


def rows(transcript: Transcript, line: int) -> list[Turn]:
    """See ``Source.rows``.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with transcript.path.open("rb", buffering=BUFFER) as handle:
        found = decode(jsonl.line(handle, line))
    return [turn for row in found for turn in thread.as_turns(shown(row), row, line, transcript.session, row.cwd or "")]


def _continues(handle: BinaryIO, status: os.stat_result, mark: Mark) -> bool:
    """Whether the file is the one that was read up to the mark, with nothing but new bytes behind it."""
    if status.st_ino != mark.inode or status.st_size < mark.offset:
        return False
    return jsonl.fingerprint(handle, mark.offset) == mark.digest


def _look_back(handle: BinaryIO, mark: Mark, session: str) -> thread.Thread:
    """What the last reading knew at its end: a compaction writes old rows again, and prompts may have waited."""
    state = thread.Thread(session)
    if not mark.offset:
        return state
    passed = Tally()
    for number, data, end in jsonl.lines(handle, max(0, mark.offset - LOOK_BACK)):
        if end > mark.offset:
            break
        _turns(data, number, state, passed)
    thread.finish(state)
    return thread.Thread(session, queue=state.queue, known=state.known, cwd=state.cwd, opened=True)


def _turns(data: bytes, number: int, state: thread.Thread, tally: Tally) -> list[Turn]:
    found = decode(data)
    if not found and not jsonl.blank(data):
        tally.bad_lines += 1
    turns: list[Turn] = []
    for row in found:
        count(row, tally)
        if row.type not in names.BOOKKEEPING and (state.queue.prompts or not silent(row)):
            turns += thread.follow(state, row, number, tally)
    return turns
