"""Follows prompts that wait in the client's queue until another row repeats them, or none does.

A prompt typed while the agent works is enqueued. Dequeued it becomes a ``user`` row; since 2.1.92 a removed one becomes
an ``attachment``; before that the queue's row is the only place where it stands. So it is held until the assistant's
next row and given then, at its own line, unless it was met before. Pulled back into the editor it is given at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd.reading.decoding import strings, value

if TYPE_CHECKING:
    from dreamd.sources.claude_code.row import Row


@dataclass(slots=True)
class Prompt:
    """One enqueued text."""

    line: int
    text: str
    time: str
    cwd: str
    lines: str
    """The text as ``heard`` compares it."""
    taken: bool = False
    """It left the queue: what repeats it comes before the assistant's next row."""


@dataclass(slots=True)
class Queue:
    """What waits, and what was given from the queue's own rows."""

    prompts: list[Prompt] = field(default_factory=list)
    given: set[str] = field(default_factory=set)


def operate(queue: Queue, row: Row, line: int, cwd: str) -> list[Prompt]:
    """Follow a ``queue-operation`` row. Returns what was pulled back into the editor."""
    text = "\n".join(strings(value(row.content)))
    if row.operation == "enqueue":
        queue.prompts.append(Prompt(line, text, row.timestamp or "", cwd, _folded(text)))
        return []
    waiting = [prompt for prompt in queue.prompts if not prompt.taken]
    named = [prompt for prompt in waiting if prompt.text == text] if text else waiting
    if row.operation == "popAll":
        return _give(queue, named[:1] if text else named)
    for prompt in named[:1]:
        prompt.taken = True
    return []


def heard(queue: Queue, texts: list[str]) -> bool:
    """Strike out what the row's prompts repeat. Returns whether all of them were given already."""
    folded = [_folded(text) for text in texts]
    if not folded:
        return False
    queue.prompts = [prompt for prompt in queue.prompts if not any(prompt.lines in lines for lines in folded)]
    known = set(folded) <= queue.given
    if known:
        queue.given -= set(folded)
    return known


def settle(queue: Queue, *, end: bool = False) -> list[Prompt]:
    """What left the queue and nobody repeated; at the end also what still waits."""
    return _give(queue, [prompt for prompt in queue.prompts if prompt.taken or end])


def _give(queue: Queue, prompts: list[Prompt]) -> list[Prompt]:
    queue.prompts = [prompt for prompt in queue.prompts if prompt not in prompts]
    queue.given |= {prompt.lines for prompt in prompts}
    return prompts


def _folded(text: str) -> str:
    """The text's lines, each closed by a newline: several queued prompts become the lines of one row."""
    return "\n" + "".join(f"{line.strip()}\n" for line in text.strip().splitlines())
