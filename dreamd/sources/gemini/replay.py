"""Replays a log, to tell which of its messages still stand at its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from dreamd.sources.gemini.turns import SNAPSHOT, said

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.sources.gemini.row import Row

Key: TypeAlias = tuple[str, str]
"""Id and type: one id can stand for a message of each side."""


@dataclass(slots=True)
class Stage:
    """What the conversation holds."""

    standing: dict[Key, None] = field(default_factory=dict)
    """In its order."""
    places: dict[Key, tuple[int, int]] = field(default_factory=dict)
    """The line where each message was told, for good, and the hash of its words there."""
    subagent: bool = False


def replay(rows: Iterable[tuple[int, Row]]) -> Stage:
    """Follow the log from its first row to its last."""
    stage = Stage()
    for line, row in rows:
        stage.subagent |= row.kind == "subagent"
        if row.rewind_to is not None:
            _rewind(stage, row.rewind_to)
        elif row.update and row.update.messages is not None:
            _rebuild(stage, row.update.messages, line)
        elif row.type:
            _tell(stage, row, line)
    return stage


def take(stage: Stage, row: Row, line: int) -> bool:
    """Whether the message stands and this line is where it is told; once."""
    key = _key(row, line)
    told = key in stage.standing and stage.places[key][0] == line
    if told:
        del stage.standing[key]
    return told


def _key(row: Row, line: int) -> Key:
    """What tells the message from others of its file."""
    return row.id or f"#{line}", row.type or ""


def _tell(stage: Stage, row: Row, line: int) -> None:
    """A message written again replaces itself; it is told anew only where it says something else."""
    key, words = _key(row, line), [text for _, text, _ in said(row)]
    if key not in stage.places or (words and hash(tuple(words)) != stage.places[key][1]):
        stage.places[key] = (line, hash(tuple(words)))
    stage.standing[key] = None


def _rebuild(stage: Stage, messages: list[Row], line: int) -> None:
    """Take the list for the whole conversation; what a compression folded away was said all the same."""
    marked = [row for row in messages if SNAPSHOT.encode() in bytes(row.content)]
    if not any(text.startswith(SNAPSHOT) for row in marked for _, text, _ in said(row)):
        stage.standing.clear()
    for row in messages:
        key = _key(row, line)
        if key in stage.places:
            stage.standing[key] = None
        else:
            _tell(stage, row, line)


def _rewind(stage: Stage, to: str) -> None:
    """Take that message and all behind it away; where it is not known, all."""
    keys = list(stage.standing)
    start = next((number for number, key in enumerate(keys) if key[0] == to), 0)
    for key in keys[start:]:
        del stage.standing[key]
