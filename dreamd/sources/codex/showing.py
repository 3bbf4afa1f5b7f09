"""Shows one row whole, as evidence is checked against it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from dreamd import jsonl
from dreamd.sources import Tally
from dreamd.sources.codex import packing, reading, speech, tooling
from dreamd.sources.codex.decoding import decode
from dreamd.sources.codex.thread import as_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.records import Transcript, Turn


def rows(transcript: Transcript, line: int, trail: jsonl.Trail) -> list[Turn]:
    """See ``Source.rows``. A message that only an event could confirm is read with the rows around it."""
    with packing.unpacked(transcript.path, jsonl.STRIDE) as handle:
        found = decode(jsonl.line(handle, line, trail))
        state = reading.start(handle, transcript.session)
        state.line = line
        told = [turn for row in found for turn in as_turns(state, row, tooling.shown(row))]
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
    whole = reading.follow_all(jsonl.lines(handle), reading.start(handle, session), Tally())
    there = takewhile(lambda turn: turn.line <= line, whole)
    human = {turn.text for turn in there if turn.line == line and turn.role == "human"}
    for turn in turns:
        strange = turn.role == "human" and turn.text not in human
        yield msgspec.structs.replace(turn, role="injected", why="unconfirmed") if strange else turn
