"""Reads a rollout from where it was left, in bounded memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.reading import counting, following
from dreamd.sources import OWN_MARKER, Tally
from dreamd.sources.codex import packing
from dreamd.sources.codex.counting import count
from dreamd.sources.codex.opening import opening
from dreamd.sources.codex.skimming import NOTHING, skim
from dreamd.sources.codex.thread import Thread, follow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.records import Mark, Transcript, Turn

LOOK_BACK = 8 * 1024 * 1024
"""Bytes before the mark where the turn that goes on and what was said in it are looked for."""
BUFFER = 1 << 20


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. A message that waits for its event when the file ends waits for the next reading."""
    with packing.unpacked(transcript.path, BUFFER) as handle:
        status = os.fstat(handle.fileno())
        packed = packing.packed(transcript.path)
        mark = following.continued(handle, mark) if packed else following.valid(handle, status, mark)
        tally.anew = not mark.offset
        state = _look_back(handle, mark, transcript)
        head = state.opening
        tally.cwd, tally.headless = head.cwd, head.headless or head.subagent
        if head.version:
            tally.versions.add(head.version)
        yield from follow_all(jsonl.lines(handle, mark.offset, mark.line), state, tally)
        tally.cwd = tally.cwd or state.cwd
        tally.mark = following.marked(handle, status, *state.given_up_to)


def start(handle: BinaryIO, transcript: Transcript) -> Thread:
    """What is known before the first row is followed."""
    head = opening(jsonl.lines(handle))
    return Thread(transcript, head, origin=head.origin, cwd=head.cwd)


def _look_back(handle: BinaryIO, mark: Mark, transcript: Transcript) -> Thread:
    """What the last reading knew at its end."""
    state = start(handle, transcript)
    if mark.offset:
        for _ in follow_all(following.before(handle, mark, LOOK_BACK), state, Tally()):
            pass
        state.opened |= mark.offset > LOOK_BACK
        state.doubling.waiting = []
    state.given_up_to = (mark.offset, mark.line)
    return state


def follow_all(lines: Iterable[jsonl.Line], state: Thread, tally: Tally) -> Iterator[Turn]:
    """The turns of these lines; what is seen beside them goes into the tally."""
    for state.line, data, offset in lines:
        found = skim(data)
        if not found and not jsonl.blank(data):
            tally.bad_lines += 1
        for row in found:
            if row.payload is NOTHING and not state.doubling.waiting:
                counting.moment(row.time, tally)
                continue
            count(row, tally)
            for turn in follow(state, row):
                if turn.role == "human" and not state.opened:
                    state.opened, tally.own = True, OWN_MARKER in turn.text
                yield turn
        if not state.doubling.waiting:
            state.given_up_to = (offset, state.line)
