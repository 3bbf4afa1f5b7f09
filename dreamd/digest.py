"""Turns new rows into what an engine may see: redacted, each turn once, each with its reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from dreamd import purged, redact, scanner
from dreamd.records import Mark, Record, Transcript, Turn
from dreamd.sources import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dreamd.purged import Finder

CONTEXT_CHARS = 4_000
"""What is context and not evidence is cut in the middle where it is longer."""
GAP = "\n[...]\n"
CONTEXT_TURNS = 2
MOST_CHARS = 4_000_000
"""Of the words of one session; no frame between run and worker grows too long."""


class Reading(Record, frozen=True):
    """One session to read, from where, with the turns before that."""

    transcript: Transcript
    mark: Mark = Mark()
    tail: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Digested:
    """One session's new turns."""

    reading: Reading
    turns: tuple[Turn, ...]
    mark: Mark
    tail: tuple[Turn, ...]
    """The last turns, for the next dream's context."""
    human: int


def digest(
    readings: Iterable[Reading],
    known_rows: Iterable[str],
    done: Callable[[int], None],
    lost: Callable[[Transcript, Exception], None],
    gone: Finder = purged.NOTHING,
) -> list[Digested]:
    """Read every session from its mark. One that cannot be read is left for the next dream and stops no other.

    Args:
        readings: sessions, in any order.
        known_rows: identities of human rows that were read before; copies of them are left out.
        done: told the bytes of each session when it has been read.
        lost: told of each session that cannot be read.
        gone: finds what a person had purged; no turn says it any more.

    Returns:
        Oldest first by the first row's own time, so that a copy of history never hides the original.
    """
    raw = []
    for reading in readings:
        tally = Tally()
        try:
            read = scanner.read(reading.transcript, reading.mark, tally)
            turns = [_seen_by_engine(turn, gone) for turn in read if _wanted(turn)]
        except (OSError, ValueError, RecursionError) as error:  # whatever one odd session does, the others go on
            lost(reading.transcript, error)
        else:
            raw.append((reading, turns, tally.mark))
        done(reading.transcript.size)
    raw.sort(key=lambda item: (next((turn.time for turn in item[1] if turn.time), "~"), item[0].transcript.session))
    seen = set(known_rows)
    return [_digested(reading, turns, mark, seen) for reading, turns, mark in raw]


def words(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """What person and agent said in these turns, redacted; of very much the newest."""
    clean: list[Turn] = []
    room = MOST_CHARS
    for turn in reversed([turn for turn in turns if turn.role in {"human", "assistant"} and turn.text.strip()]):
        text = redact.redact(turn.text)
        room -= len(text)
        if room < 0:
            break
        clean.append(msgspec.structs.replace(turn, text=text))
    return tuple(reversed(clean))


def _wanted(turn: Turn) -> bool:
    """Injected text (system reminders, hook output, memory an agent was shown) is nobody's statement."""
    return turn.role != "injected" and bool(turn.text.strip())


def _seen_by_engine(turn: Turn, gone: Finder) -> Turn:
    text = purged.without(gone, redact.redact(turn.text))
    seen = msgspec.structs.replace(turn, text=text) if text != turn.text else turn
    return seen if turn.role == "human" else _cut(seen)


def _cut(turn: Turn) -> Turn:
    if len(turn.text) <= CONTEXT_CHARS:
        return turn
    half = (CONTEXT_CHARS - len(GAP)) // 2
    return msgspec.structs.replace(turn, text=f"{turn.text[:half]}{GAP}{turn.text[-half:]}")


def _digested(reading: Reading, turns: list[Turn], mark: Mark, seen: set[str]) -> Digested:
    """Leave out turns whose row was seen in another session; one row may hold several turns."""
    fresh = [turn for turn in turns if not turn.row or turn.row not in seen]
    seen.update(turn.row for turn in fresh if turn.row)
    tail = tuple(_cut(turn) for turn in (*reading.tail, *fresh)[-CONTEXT_TURNS:])
    human = sum(turn.role == "human" for turn in fresh)
    return Digested(reading, tuple(fresh), mark, tail, human)
