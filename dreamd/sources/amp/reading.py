"""Reads a thread's messages from where they were left."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from dreamd import clock
from dreamd.reading import counting, document, saying
from dreamd.sources.amp.row import IGNORED, ROLES, USED, decode
from dreamd.sources.amp.turns import said, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.jsonl import Trail
    from dreamd.reading.saying import Said
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Tally
    from dreamd.sources.amp.row import Message, Thread

MILLISECOND = 1_000_000
EXECUTE = "execute"
"""Stands in the name of the client that was run with a prompt and without a person."""


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``. Each message counts as a line; an answer that is being written waits."""
    for number, thread, message in document.after(transcript, mark, tally, decode):
        _count(thread, message, tally)
        yield from _turns(said(thread, message), transcript, number, thread, message)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    del trail  # the file is one object
    return [
        turn
        for thread, message in document.message(transcript, line, decode)
        for turn in _turns(shown(thread, message), transcript, line, thread, message)
    ]


def _count(thread: Thread, message: Message, tally: Tally) -> None:
    initial = thread.env.initial
    tally.cwd = tally.cwd or _home(thread)
    tally.versions |= {initial.platform.client_version} if initial.platform.client_version else set()
    tally.headless |= EXECUTE in (initial.platform.client or "").lower()
    counting.moment(_time(message), tally)
    if message.role not in ROLES:
        counting.unknown(message.role or "(no role)", tally)
    for block in message.blocks:
        if block.type not in USED | IGNORED:
            counting.unknown(f"block:{block.type or ''}", tally)


def _home(thread: Thread) -> str:
    """The first directory that the thread began in, where it is one of this machine; else not told."""
    uri = next((tree.uri for tree in thread.env.initial.trees or [] if tree.uri), "")
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    if parts.scheme == "file" and parts.netloc in {"", "localhost"}:
        return unquote(parts.path)
    return uri if uri.startswith("/") else ""


def _time(message: Message) -> str:
    sent = message.meta.sent_at
    try:
        return clock.iso(int(sent * MILLISECOND)) if sent else counting.time(message.usage.timestamp)
    except (ValueError, OverflowError, OSError):
        return ""


def _turns(words: list[Said], transcript: Transcript, line: int, thread: Thread, message: Message) -> list[Turn]:
    """A fork repeats its thread's messages: when a prompt was sent and what it says tell it from others."""
    sent, name = message.meta.sent_at, thread.id or transcript.session
    row = f"amp:{sent:.0f}:{message.digest}" if sent and message.role == "user" else f"amp:{name}:{message.id}"
    return saying.turns(words, transcript, line, _time(message), row, _home(thread))
