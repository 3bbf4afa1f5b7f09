"""Reconciles the logs of a rollout: what stands in two of them was said once.

What is said is counted in each log, and given as often as the log tells it that tells it most: the order does not
matter, and a real repeat stays. Where events tell of the person's messages, a message without labels says nothing more,
and may be the client's; until one has, such a message waits for the rows that show whether one will.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dreamd.records import Turn
    from dreamd.sources.codex.speech import Speech

GIVEN = "given"


class Waiting(NamedTuple):
    """A turn that is not given yet."""

    turn: Turn
    doubtful: bool
    """An event will tell it, unless this rollout has none."""


@dataclass(slots=True)
class Doubling:
    """What the logs told in the turn that goes on."""

    told: bool = False
    """Events tell of the person's messages here."""
    counts: dict[int, Counter[str]] = field(default_factory=dict)
    """Hash of what was said -> how often each log told it, and how often it was given."""
    waiting: list[Waiting] = field(default_factory=list)


def take(state: Doubling, turns: list[Turn], speech: Speech) -> list[Turn]:
    """What is given now that a row has told these turns."""
    own = any(turn.role == "human" for turn in turns)
    before: list[Turn] = []
    if speech.answer or (speech.sure and own and speech.log == "message"):
        before = settle(state)
    elif speech.log != "message":
        state.told = True
        before = _give(state, [one.turn for one in state.waiting if not one.doubtful])
    if not speech.sure and state.told:
        turns = [turn for turn in turns if turn.role != "human"]
    elif state.waiting or (own and not speech.sure):
        state.waiting += [Waiting(turn, not speech.sure and turn.role == "human") for turn in turns]
        return before
    return before + [turn for turn in turns if _fresh(state, turn, speech.log)]


def settle(state: Doubling) -> list[Turn]:
    """What waited, where no event will tell of it any more."""
    return _give(state, [one.turn for one in state.waiting])


def forget(state: Doubling) -> None:
    """A turn is over: what the next one says is said anew."""
    state.counts.clear()


def said(turn: Turn) -> str:
    """Role and words, alike in every log: of a person's messages they differ in what stands between blocks."""
    words = "".join(turn.text.split()) if turn.role == "human" else turn.text.strip()
    return f"{turn.role} {words}"


def _give(state: Doubling, turns: list[Turn]) -> list[Turn]:
    state.waiting = []
    return [turn for turn in turns if _fresh(state, turn, "message")]


def _fresh(state: Doubling, turn: Turn, log: str) -> bool:
    """Count what a log tells. Returns whether no other log told as much of it."""
    counts = state.counts.setdefault(hash(said(turn)), Counter())
    counts[log] += 1
    if counts[log] <= counts[GIVEN]:
        return False
    counts[GIVEN] += 1
    return True
