"""Reads a transcript from where it was left, in bounded memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.reading import following
from dreamd.sources import Tally
from dreamd.sources.claude_code import forgery, thread
from dreamd.sources.claude_code.counting import count
from dreamd.sources.claude_code.row import decode, silent
from dreamd.sources.claude_code.skimming import skim
from dreamd.sources.claude_code.turns import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.records import Mark, Transcript, Turn

LOOK_BACK = 8 * 1024 * 1024
"""Bytes before the mark where copied rows and waiting prompts are looked for: more than a model's context holds."""
BUFFER = 1 << 20


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. A prompt that waited at the mark was given then, and is not given again."""
    with transcript.path.open("rb", buffering=BUFFER) as handle:
        status = os.fstat(handle.fileno())
        mark = following.valid(handle, status, mark)
        state = _look_back(handle, mark, transcript.session)
        yield from _turns(jsonl.lines(handle, mark.offset, mark.line), state, tally)
        yield from thread.finish(state)
        tally.mark = following.marked(handle, status, state.offset, state.line)


def rows(transcript: Transcript, line: int, trail: jsonl.Trail) -> list[Turn]:
    """See ``Source.rows``."""
    with transcript.path.open("rb", buffering=jsonl.STRIDE) as handle:
        found = [(row, shown(row)) for row in decode(jsonl.line(handle, line, trail))]
        carried = any(forgery.possible(words) for _, words in found)
        outside = forgery.calls_before(handle, line) if carried else set()
    return [
        turn
        for row, words in found
        for turn in thread.as_turns(forgery.genuine(words, row, outside), row, line, transcript.session, row.cwd or "")
    ]


def _look_back(handle: BinaryIO, mark: Mark, session: str) -> thread.Thread:
    """What the last reading knew at its end: a compaction writes old rows again, and prompts may have waited."""
    before = thread.Thread(session)
    if mark.offset:
        for _ in _turns(following.before(handle, mark, LOOK_BACK), before, Tally()):
            pass
        thread.finish(before)
    return thread.Thread(
        session=session,
        offset=mark.offset,
        line=mark.line,
        queue=before.queue,
        known=before.known,
        outside=before.outside,
        cwd=before.cwd,
        opened=mark.offset > 0,
    )


def _turns(lines: Iterable[jsonl.Line], state: thread.Thread, tally: Tally) -> Iterator[Turn]:
    for state.line, data, state.offset in lines:
        found = skim(data)
        if not found and not jsonl.blank(data):
            tally.bad_lines += 1
        for row in found:
            count(row, tally)
            if state.queue.prompts or not silent(row):
                yield from thread.follow(state, row, tally)
        del data, found  # before the next line is read: both may be huge
