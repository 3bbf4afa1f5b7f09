"""Reads a rollout from where it was left, in bounded memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from dreamd import jsonl, marks
from dreamd.sources import OWN_MARKER, Tally
from dreamd.sources.codex import packing, speech
from dreamd.sources.codex.counting import count
from dreamd.sources.codex.opening import opening
from dreamd.sources.codex.row import decode
from dreamd.sources.codex.thread import Thread, as_turns, follow

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
        mark = marks.continued(handle, mark) if packing.packed(transcript.path) else marks.valid(handle, mark)
        state = _look_back(handle, mark, transcript.session)
        head = state.opening
        tally.cwd, tally.headless = head.cwd, head.headless
        if head.version:
            tally.versions.add(head.version)
        yield from _turns(jsonl.lines(handle, mark.offset, mark.line), state, tally)
        tally.cwd = tally.cwd or state.cwd
        tally.mark = marks.here(handle, status, *state.given_up_to)


def rows(transcript: Transcript, line: int, trail: jsonl.Trail) -> list[Turn]:
    """See ``Source.rows``. A message that only an event could confirm is read with the rows around it."""
    with packing.unpacked(transcript.path, jsonl.STRIDE) as handle:
        found = decode(jsonl.line(handle, line, trail))
        state = _start(handle, transcript.session)
        state.line = line
        told = [turn for row in found for turn in as_turns(state, row, speech.shown(row))]
        for row in found:
            said = speech.heard(row)
            turns = as_turns(state, row, said.words) if said else []
            if said and not said.sure and any(turn.role == "human" for turn in turns):
                turns = list(_confirmed(handle, transcript.session, turns))
            told += turns
    return [msgspec.structs.replace(turn, row="") for turn in told]


def _confirmed(handle: BinaryIO, session: str, turns: list[Turn]) -> Iterator[Turn]:
    """The turns of one line, where those are not human of which a whole reading would not say so."""
    line = turns[0].line
    human: set[str] = set()
    for turn in _turns(jsonl.lines(handle), _start(handle, session), Tally()):
        if turn.line == line and turn.role == "human":
            human.add(turn.text)
        elif turn.line > line:
            break
    for turn in turns:
        strange = turn.role == "human" and turn.text not in human
        yield msgspec.structs.replace(turn, role="injected", why="unconfirmed") if strange else turn


def _start(handle: BinaryIO, session: str) -> Thread:
    head = opening(jsonl.lines(handle))
    return Thread(session, head, origin=head.origin, cwd=head.cwd)


def _look_back(handle: BinaryIO, mark: Mark, session: str) -> Thread:
    """What the last reading knew at its end."""
    state = _start(handle, session)
    if mark.offset:
        for _ in _turns(marks.before(handle, mark, LOOK_BACK), state, Tally()):
            pass
        state.opened |= mark.offset > LOOK_BACK
        state.doubling.waiting = []
    state.given_up_to = (mark.offset, mark.line)
    return state


def _turns(lines: Iterable[jsonl.Line], state: Thread, tally: Tally) -> Iterator[Turn]:
    for state.line, data, offset in lines:
        found = decode(data)
        if not found and not jsonl.blank(data):
            tally.bad_lines += 1
        for row in found:
            count(row, tally)
            for turn in follow(state, row):
                if turn.role == "human" and not state.opened:
                    state.opened, tally.own = True, OWN_MARKER in turn.text
                yield turn
        if not state.doubling.waiting:
            state.given_up_to = (offset, state.line)
