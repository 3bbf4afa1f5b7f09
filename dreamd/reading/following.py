"""Reads a file of JSON lines from where it was left."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from dreamd import jsonl
from dreamd.records import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.records import Transcript
    from dreamd.sources import Tally

Row = TypeVar("Row")
BUFFER = 1 << 20


@dataclass(slots=True)
class Log:
    """An open transcript, and how far it was followed."""

    handle: BinaryIO
    status: os.stat_result
    offset: int
    line: int


@contextmanager
def opened(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Log]:
    """The transcript, at the mark; at its beginning where it is not the file that was marked.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with transcript.path.open("rb", buffering=BUFFER) as handle:
        status = os.fstat(handle.fileno())
        kept = valid(handle, status, mark)
        tally.anew = not kept.offset
        yield Log(handle, status, kept.offset, kept.line)


def rows(log: Log, decode: Callable[[bytes], list[Row]], tally: Tally) -> Iterator[Row]:
    """The rows that follow, while ``log`` keeps step: what is yielded stands on ``log.line``."""
    for line, data, offset in _lines(log, log.offset, log.line):
        log.line, log.offset = line, offset
        found = decode(data)
        if not found and not jsonl.blank(data):
            tally.bad_lines += 1
        yield from found


def whole(log: Log, decode: Callable[[bytes], list[Row]]) -> Iterator[tuple[int, Row]]:
    """Every row of the file with its line, from the first on."""
    for line, data, _ in _lines(log, 0, 0):
        yield from ((line, row) for row in decode(data))


def reached(log: Log) -> Mark:
    """The mark to go on from."""
    return marked(log.handle, log.status, log.offset, log.line)


def valid(handle: BinaryIO, status: os.stat_result, mark: Mark) -> Mark:
    """The mark, where the file is the one it was made in with nothing but new bytes behind it; else the beginning."""
    same = status.st_ino == mark.inode and status.st_size >= mark.offset
    return continued(handle, mark) if same else Mark()


def continued(handle: BinaryIO, mark: Mark) -> Mark:
    """The mark, where the same text stands before it, whatever file holds the text now; else the beginning."""
    return mark if mark.offset and jsonl.fingerprint(handle, mark.offset) == mark.digest else Mark()


def marked(handle: BinaryIO, status: os.stat_result, offset: int, line: int) -> Mark:
    """The mark behind that many bytes and lines."""
    digest = jsonl.fingerprint(handle, offset)
    return Mark(size=max(status.st_size, offset), inode=status.st_ino, offset=offset, line=line, digest=digest)


def before(handle: BinaryIO, mark: Mark, size: int) -> Iterator[jsonl.Line]:
    """The lines that end before the mark, from ``size`` bytes before it on; their numbers count from there."""
    return takewhile(lambda one: one[2] <= mark.offset, jsonl.lines(handle, max(0, mark.offset - size)))


def at(transcript: Transcript, line: int, trail: jsonl.Trail) -> bytes:
    """The bytes of one line; see ``Source.rows`` for the trail."""
    with transcript.path.open("rb", buffering=jsonl.STRIDE) as handle:
        return jsonl.line(handle, line, trail)


def _lines(log: Log, offset: int, line: int) -> Iterator[jsonl.Line]:
    """To where the file ended when it was opened: two looks at it see the same rows."""
    return takewhile(lambda one: one[2] <= log.status.st_size, jsonl.lines(log.handle, offset, line))
