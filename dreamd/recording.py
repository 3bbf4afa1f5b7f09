"""The record of a dream: what was asked, answered and proposed, redacted, one JSON object a line.

Recording never stops a dream: what cannot be written is counted and left out.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from dreamd import clock, codec, files, redact
from dreamd.dialog import Message, Reply, Tool
from dreamd.records import Dream, Operation, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.dialog import Request
    from dreamd.errors import LimitReached, ModelFailed

NAME = "record.jsonl"
KEPT_DAYS, KEPT_BYTES = 30, 256 * 1024 * 1024
"""What ``prune`` leaves."""


class Asked(Record, frozen=True, tag="asked"):
    """A prompt. Of a dialog that goes on only the new messages stand here: earlier ones are never changed."""

    number: int
    """Counts the prompts of the dream; the answer has the same."""
    agent: str
    before: int
    """Messages of the same agent's earlier prompts that were sent again in front of these."""
    messages: tuple[Message, ...]
    system: str = ""
    """Like ``tools``: empty where it is as it was in the same agent's prompt before."""
    tools: tuple[Tool, ...] = ()
    estimate: int = 0
    """Tokens, counted from above."""
    time: str = ""


class Answered(Record, frozen=True, tag="answered"):
    """A complete reply."""

    number: int
    reply: Reply
    usd: float
    estimated: bool = False
    """The server did not say how many tokens it took; they are counted from above."""
    time: str = ""


class Failed(Record, frozen=True, tag="failed"):
    """A prompt that was not answered."""

    number: int
    reason: str
    message: str
    usd: float = 0.0
    """What it may have cost all the same."""
    again: float | None = None
    """Seconds after which it was sent once more; ``None``: it was given up."""
    time: str = ""


class Proposed(Record, frozen=True, tag="proposed"):
    """An operation, and why it was refused; empty when it was applied."""

    operation: Operation
    refusal: str = ""
    time: str = ""


class Ended(Record, frozen=True, tag="ended"):
    """What became of the dream."""

    dream: Dream
    time: str = ""


Entry: TypeAlias = Asked | Answered | Failed | Proposed | Ended
DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=codec.inward)


def unheard(_entry: Entry) -> None:
    """Told to nobody."""


class Recorder:
    """Writes the record of one dream; several threads may.

    Args:
        folder: the dream's own, below ``runs``; made when the first line is written.
        now: nanoseconds since 1970.
        ear: told of each entry, one after the other, whether it could be written or not.
    """

    def __init__(self, folder: Path, now: Callable[[], int], ear: Callable[[Entry], None] = unheard) -> None:
        self.path = folder / NAME
        self.lost = 0
        """Lines that could not be written."""
        self._now = now
        self._ear = ear
        self._writing = threading.Lock()
        self._sent: dict[str, Request] = {}

    def asked(self, number: int, request: Request, estimate: int) -> None:
        """Record a prompt."""
        with self._writing:
            earlier = self._sent.get(request.agent)
            self._sent[request.agent] = request
        follows = earlier is not None and _follows(earlier, request)
        before = len(earlier.messages) if earlier is not None and follows else 0
        self.write(
            Asked(
                number=number,
                agent=request.agent,
                before=before,
                messages=request.messages[before:],
                system="" if follows else request.system,
                tools=() if follows else request.tools,
                estimate=estimate,
            )
        )

    def failed(self, number: int, error: ModelFailed | LimitReached, usd: float, again: float | None) -> None:
        """Record that a prompt was not answered."""
        self.write(Failed(number=number, reason=error.reason, message=error.message, usd=usd, again=again))

    def write(self, entry: Entry) -> None:
        """Append one entry, stamped with the time; what cannot be written is counted in ``lost``."""
        stamped = msgspec.structs.replace(entry, time=clock.iso(self._now()))
        with self._writing:
            try:
                _append(self.path, (b"\n" if self.lost else b"") + _line(stamped))  # a torn line ends here
            except (OSError, UnicodeEncodeError, RecursionError):
                self.lost += 1
            self._ear(stamped)


def _follows(earlier: Request, request: Request) -> bool:
    same = (earlier.system, earlier.tools) == (request.system, request.tools)
    return same and request.messages[: len(earlier.messages)] == earlier.messages


def _line(entry: Entry) -> bytes:
    plain = msgspec.json.decode(codec.encode(entry))
    return msgspec.json.encode(redact.values(plain)) + b"\n"


def _append(path: Path, line: bytes) -> None:
    files.make_private(path.parent)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(os.open(path, flags, files.PRIVATE_FILE), "ab", buffering=0) as handle:  # noqa: PTH123 (a descriptor)
        if handle.write(line) < len(line):
            raise OSError


def read(folder: Path) -> Iterator[Entry]:
    """The entries of a dream in the order in which they were written; torn and foreign lines are passed over.

    Raises:
        FileNotFoundError: this dream left no record.
        OSError: it cannot be read.
    """
    with (folder / NAME).open("rb") as handle:
        for line in handle:
            try:
                yield DECODER.decode(line)
            except (msgspec.DecodeError, RecursionError):
                continue


def prune(runs: Path, now_ns: int, days: float = KEPT_DAYS, size: int = KEPT_BYTES) -> None:
    """Forget records older than so many days, then the oldest until all are within so many bytes.

    The newest is always kept. What else lies in their folders stays; empty folders go.
    """
    found = sorted(
        ((status.st_mtime_ns, status.st_size, path) for path in runs.glob(f"*/{NAME}") if (status := _status(path))),
        reverse=True,
    )
    total = 0
    for place, (mtime, length, path) in enumerate(found):
        total += length
        if place and (total > size or now_ns - mtime > days * clock.DAY):
            with suppress(OSError):  # whoever put something else there may keep it
                path.unlink()
                files.remove_empty((path.parent,))


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None  # another process prunes too
