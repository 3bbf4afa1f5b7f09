"""Reads a session that is one JSON object, which its client writes anew at each change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from dreamd.files import sha256
from dreamd.jsonl import LIMIT
from dreamd.records import Mark

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Transcript
    from dreamd.sources import Tally


class Row(Protocol):
    """A message."""

    @property
    def id(self) -> str | None:
        """What tells it from others of its session."""


Message = TypeVar("Message", bound=Row)
Whole = TypeVar("Whole")


def after(
    transcript: Transcript, mark: Mark, tally: Tally, decode: Callable[[bytes], tuple[Whole, list[Message]] | None]
) -> list[tuple[int, Whole, Message]]:
    """The messages behind those that were marked, numbered from 1, each with the object that it stands in.

    New is what stands behind the marked messages as long as these are the same, by their ids; else all is. A file that
    cannot be read whole is being written, or broken: nothing of it counts, and the mark stays.

    Raises:
        OSError: the file cannot be opened or read.
    """
    status, data = _load(transcript)
    found = decode(data)
    if found is None:
        tally.bad_lines += status.st_size > 0
        tally.mark = msgspec.structs.replace(mark, size=status.st_size, inode=status.st_ino)
        return []
    whole, messages = found
    known = mark.line if mark.line and _digest(messages[: mark.line]) == mark.digest else 0
    tally.anew = not known
    size = status.st_size
    tally.mark = Mark(size=size, inode=status.st_ino, offset=size, line=len(messages), digest=_digest(messages))
    return [(number, whole, row) for number, row in list(enumerate(messages, 1))[known:]]


def message(
    transcript: Transcript, number: int, decode: Callable[[bytes], tuple[Whole, list[Message]] | None]
) -> list[tuple[Whole, Message]]:
    """The message of that number, from 1, with the object that it stands in; none where there is none.

    Raises:
        OSError: the file cannot be opened or read.
    """
    found = decode(_load(transcript)[1])
    return [(found[0], row) for row in found[1][number - 1 : number]] if found and number > 0 else []


def _load(transcript: Transcript) -> tuple[os.stat_result, bytes]:
    """The file; no bytes where there are too many."""
    with transcript.path.open("rb") as handle:
        status = os.fstat(handle.fileno())
        return status, handle.read() if status.st_size <= LIMIT else b""


def _digest(messages: list[Message]) -> str:
    return sha256("\n".join(row.id or "" for row in messages).encode("utf-8", "replace"))
