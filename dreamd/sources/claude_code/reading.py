"""Reads a transcript from where it was left, in bounded memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.reading import following
from dreamd.sources import Tally
from dreamd.sources.claude_code import forgery, thread
from dreamd.sources.claude_code.row import decode, silent
from dreamd.sources.claude_code.skimming import skim, speaking
from dreamd.sources.claude_code.turns import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources.claude_code.skimming import Sound

LOOK_BACK = 8 * 1024 * 1024
"""Bytes before the mark where copied rows and waiting prompts are looked for: more than a model's context holds."""
BUFFER = 128 * 1024


def read(transcript: Transcript, mark: Mark, tally: Tally, sound: Sound = skim) -> Iterator[Turn]:
    """See ``Source.read``. A prompt that waited at the mark was given then, and is not given again.

    ``sound`` is the fast way; what finds no line sound has all of them read by the tolerant way, for comparison.
    """
    with transcript.path.open("rb", buffering=BUFFER) as handle:
        status = os.fstat(handle.fileno())
        mark = following.valid(handle, status, mark)
        tally.anew = not mark.offset
        state = _look_back(handle, mark, transcript.session, sound)
        yield from _turns(jsonl.batches(handle, mark.offset, mark.line), state, tally, sound)
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


def _look_back(handle: BinaryIO, mark: Mark, session: str, sound: Sound) -> thread.Thread:
    """What the last reading knew at its end: a compaction writes old rows again, and prompts may have waited."""
    before = thread.Thread(session)
    if mark.offset:
        single = ((number - 1, [line], end) for number, line, end in following.before(handle, mark, LOOK_BACK))
        for _ in _turns(single, before, Tally(), sound):
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


def _turns(batches: Iterable[jsonl.Batch], state: thread.Thread, tally: Tally, sound: Sound) -> Iterator[Turn]:
    queue = state.queue
    for before, lines, state.offset in batches:
        found = speaking(lines, tally, waiting=bool(queue.prompts), sound=sound)
        last = before + len(lines)
        del lines  # before the next ones are read: they may be huge
        for place, row in found:
            tally.cwd = tally.cwd or row.cwd or ""
            if queue.prompts or not silent(row):
                state.line = before + place
                yield from thread.follow(state, row, tally)
        state.line = last
