"""Follows a session row by row and gives each turn once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd.files import sha256
from dreamd.reading.counting import time
from dreamd.records import Turn
from dreamd.sources import OWN_MARKER
from dreamd.sources.claude_code import forgery, waiting
from dreamd.sources.claude_code.turns import headless, prompts, queued, said

if TYPE_CHECKING:
    from dreamd.reading.saying import Said
    from dreamd.sources import Tally
    from dreamd.sources.claude_code.row import Row

NAME = "claude-code"
BEGINNING = 200
"""Characters of a text that, with its length and time, tell it from others."""


@dataclass(slots=True)
class Thread:
    """What must be remembered from row to row."""

    session: str
    offset: int = 0
    line: int = 0
    """How far it was followed; what ``follow`` is given stands on this line."""
    queue: waiting.Queue = field(default_factory=waiting.Queue)
    known: set[int] = field(default_factory=set)
    """Hashes that tell rows which were met."""
    cwd: str = ""
    opened: bool = False
    """The session's first prompt is behind us."""
    by_program: bool = False
    by_person: bool = False
    outside: set[str] = field(default_factory=set)
    """Calls of tools that others wrote: their errors may read like a person's refusal."""


def follow(thread: Thread, row: Row, tally: Tally) -> list[Turn]:
    """The turns that the row brings to light: its own, behind prompts whose waiting it ends."""
    queue = thread.queue
    if row.type == "queue-operation":
        return _waited(thread, waiting.operate(queue, row, thread.line, thread.cwd or tally.cwd), "withdrawn")
    thread.cwd = row.cwd or thread.cwd
    if row.type == "assistant":
        return _answered(thread, row)
    repeated = (queue.prompts or queue.given) and waiting.heard(queue, prompts(row))
    words = said(row)
    if words:
        words = forgery.genuine(words, row, thread.outside)
    if not words or _copied(thread, row, words):
        return []
    if row.type == "user":
        _notice(thread, row, words, tally)
    return [] if repeated else as_turns(words, row, thread.line, thread.session, thread.cwd)


def _answered(thread: Thread, row: Row) -> list[Turn]:
    """The assistant's words, behind the prompts that waited for it to go on."""
    queue = thread.queue
    ended = _waited(thread, waiting.settle(queue), "queued") if queue.prompts else []
    thread.outside |= forgery.calls(row)
    words = said(row)
    if not words or _copied(thread, row, words):
        return ended
    return ended + as_turns(words, row, thread.line, thread.session, thread.cwd)


def finish(thread: Thread) -> list[Turn]:
    """The prompts that still wait when the transcript ends."""
    return _waited(thread, waiting.settle(thread.queue, end=True), "queued")


def as_turns(words: list[Said], row: Row, line: int, session: str, cwd: str) -> list[Turn]:
    """The words of one row as turns."""
    stamp, uuid = time(row.timestamp), row.uuid or ""
    return [
        Turn(source=NAME, session=session, line=line, role=role, text=text, time=stamp, why=why, row=uuid, cwd=cwd)
        for role, text, why in words
    ]


def _waited(thread: Thread, given: list[waiting.Prompt], why: str) -> list[Turn]:
    turns: list[Turn] = []
    for prompt in given:
        # The queue's rows have no uuid; a resumed copy of the session repeats their time and text.
        identity = f"queued-{sha256(f'{prompt.time} {prompt.text}'.encode())[:32]}"
        if hash(identity) not in thread.known:
            thread.known.add(hash(identity))
            turns += [
                Turn(
                    source=NAME,
                    session=thread.session,
                    line=prompt.line,
                    role=role,
                    text=text,
                    time=time(prompt.time),
                    why=rule,
                    row=identity,
                    cwd=prompt.cwd,
                )
                for role, text, rule in queued(prompt.text, why)
                if role != "injected"
            ]
    return turns


def _copied(thread: Thread, row: Row, words: list[Said]) -> bool:
    """Whether the row was met before: by its uuid, or by its message or time together with its words."""
    stamp, text = (row.message and row.message.id) or row.timestamp, words[-1].text
    new = len(thread.known)
    if row.uuid:
        thread.known.add(hash(row.uuid))
        new += 1
    if stamp:
        thread.known.add(hash((stamp, len(words), len(text), text[:BEGINNING])))
        new += 1
    return len(thread.known) < new


def _notice(thread: Thread, row: Row, words: list[Said], tally: Tally) -> None:
    """Tell from a prompt who started the session."""
    human = [one for one in words if one.role == "human"]
    if not human:
        return
    if not thread.opened:
        tally.own = any(OWN_MARKER in one.text for one in human)
    thread.opened = True
    thread.by_program |= headless(row)
    thread.by_person |= not headless(row)
    tally.headless = thread.by_program and not thread.by_person
