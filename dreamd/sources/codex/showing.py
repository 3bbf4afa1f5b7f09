"""Shows one row whole, as evidence is checked against it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from dreamd import jsonl
from dreamd.sources import Tally
from dreamd.sources.codex import asking, packing, reading
from dreamd.sources.codex.decoding import decode
from dreamd.sources.codex.speech import heard
from dreamd.sources.codex.thread import as_turns
from dreamd.sources.codex.tooling import shown

if TYPE_CHECKING:
    from dreamd.records import Transcript, Turn


def rows(transcript: Transcript, line: int, trail: jsonl.Trail) -> list[Turn]:
    """See ``Source.rows``. Where the row alone does not say whose words they are, all before it is read too."""
    with packing.unpacked(transcript.path, jsonl.STRIDE) as handle:
        found = decode(jsonl.line(handle, line, trail))
        state = reading.start(handle, transcript)
        state.line = line
        told = [turn for row in found for turn in as_turns(state, row, shown(row))]
        speeches = [(row, speech) for row in found if (speech := heard(row))]
        said = [turn for row, speech in speeches for turn in as_turns(state, row, speech.words)]
        doubtful = any(not speech.sure for _, speech in speeches) or any(map(asking.may_answer, found))
        told += _settled(said, _whole(handle, transcript, line)) if doubtful else said
    return [msgspec.structs.replace(turn, row="") for turn in told]


def _whole(handle: BinaryIO, transcript: Transcript, line: int) -> list[Turn]:
    """The turns of one line as a reading from the beginning gives them."""
    turns = reading.follow_all(jsonl.lines(handle), reading.start(handle, transcript), Tally())
    return [turn for turn in takewhile(lambda turn: turn.line <= line, turns) if turn.line == line]


def _settled(said: list[Turn], whole: list[Turn]) -> list[Turn]:
    """What the row says, where nothing is human that a whole reading does not call so; then what that adds."""
    human = {turn.text for turn in whole if turn.role == "human"}
    alone = {(turn.role, turn.text) for turn in said}
    kept = [turn if turn.role != "human" or turn.text in human else _unconfirmed(turn) for turn in said]
    return kept + [turn for turn in whole if (turn.role, turn.text) not in alone]


def _unconfirmed(turn: Turn) -> Turn:
    return msgspec.structs.replace(turn, role="injected", why="unconfirmed")
