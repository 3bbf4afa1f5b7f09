"""Follows a rollout row by row and gives what was said once, whichever of its logs tell it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from dreamd.files import sha256
from dreamd.reading import saying
from dreamd.reading.counting import time
from dreamd.sources.codex import asking, doubling, names
from dreamd.sources.codex.doubling import Doubling
from dreamd.sources.codex.opening import Opening
from dreamd.sources.codex.prose import answers, directory
from dreamd.sources.codex.speech import Speech, heard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.reading.saying import Said
    from dreamd.records import Transcript, Turn
    from dreamd.sources.codex.row import Row

NAME = "codex"
TALK = frozenset({"human", "assistant", "pasted"})
"""Roles that nobody has where an agent wrote the prompts."""


@dataclass(slots=True)
class Thread:
    """What must be remembered from row to row."""

    transcript: Transcript
    opening: Opening = field(default_factory=Opening)
    line: int = 0
    """What ``follow`` is given stands on this line."""
    given_up_to: tuple[int, int] = (0, 0)
    """Offset and line before which nothing waits any more."""
    origin: str = ""
    """The session whose history stands here."""
    turn: str = ""
    cwd: str = ""
    asked: dict[str, dict[str, str]] = field(default_factory=dict)
    """Calls that ask the person -> their questions by name."""
    opened: bool = False
    """The session's first prompt is behind us."""
    doubling: Doubling = field(default_factory=Doubling)
    given: Counter[str] = field(default_factory=Counter)
    """How often the same was said, in the same turn where turns have names."""


def follow(thread: Thread, row: Row) -> list[Turn]:
    """The turns that the row brings to light: its own, behind those whose waiting it ends."""
    payload = row.payload
    if row.name == names.META:
        thread.origin = payload.id or thread.origin
    elif row.name in names.TURN_STARTS:
        thread.turn = payload.turn_id or thread.turn
        thread.cwd = payload.cwd or thread.cwd
    questions = asking.asked(row)
    if questions:
        thread.asked[payload.call_id or ""] = questions
    speech = heard(row) or _answer(thread, row)
    if speech and not thread.cwd:
        thread.cwd = next(filter(None, (directory(one.text) for one in speech.words)), "")
    found = doubling.take(thread.doubling, as_turns(thread, row, speech.words), speech) if speech else []
    if row.name in names.TURN_ENDS or row.name.removeprefix("response_item:") in names.CALLS:
        found += doubling.settle(thread.doubling)
    if row.name in names.TURN_ENDS:
        doubling.forget(thread.doubling)
    return [_named(thread, turn) for turn in found]


def _answer(thread: Thread, row: Row) -> Speech | None:
    """What the person answered by way of a call's result."""
    questions = thread.asked.get(row.payload.call_id or "") if row.name == asking.RESULT else None
    return Speech("message", tuple(answers(asking.answered(row, questions)))) if questions else None


def as_turns(thread: Thread, row: Row, words: Iterable[Said]) -> list[Turn]:
    """The words of one row as turns; each names in its ``row`` the turn that it belongs to."""
    stamp = time(row.time) or time(thread.opening.time if row.bare else "")
    passed = row.payload.passed
    own = thread.turn or thread.origin or thread.transcript.session
    belongs = (passed and passed.turn_id) or row.payload.turn_id or own
    given = [_given(thread.opening, one) for one in words]
    return saying.turns(given, thread.transcript, thread.line, stamp, belongs, thread.cwd)


def _given(opening: Opening, said: Said) -> Said:
    """Whose words they are in a session that was opened so."""
    if opening.subagent and said.role in TALK:
        return said._replace(role="injected", why="subagent")
    if opening.headless and said.role == "human":
        return said._replace(why="headless")
    return said


def _named(thread: Thread, turn: Turn) -> Turn:
    """Give the turn an identity that a copy of the history in another file gives it too."""
    same = sha256(f"{turn.row} {doubling.said(turn)}".encode())[:16]
    thread.given[same] += 1
    identity = f"{turn.row}-{same}-{thread.given[same]}"
    return msgspec.structs.replace(turn, row=identity)
