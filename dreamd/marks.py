"""Remembers how far a growing file was read, and tells whether it is still that file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.records import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator


def here(handle: BinaryIO, status: os.stat_result, offset: int, line: int) -> Mark:
    """The mark of a reading that ends at this offset, behind this many lines.

    Raises:
        OSError: the file cannot be read.
    """
    digest = jsonl.fingerprint(handle, offset)
    return Mark(size=max(status.st_size, offset), inode=status.st_ino, offset=offset, line=line, digest=digest)


def valid(handle: BinaryIO, mark: Mark) -> Mark:
    """The mark, where the file is the one it was made in with nothing but new bytes behind it; else the beginning.

    Raises:
        OSError: the file cannot be read.
    """
    status = os.fstat(handle.fileno())
    if status.st_ino != mark.inode or status.st_size < mark.offset:
        return Mark()
    return continued(handle, mark)


def continued(handle: BinaryIO, mark: Mark) -> Mark:
    """The mark, where the same text stands before it, whatever file holds the text now; else the beginning.

    Raises:
        OSError: the file cannot be read.
    """
    return mark if jsonl.fingerprint(handle, mark.offset) == mark.digest else Mark()


def before(handle: BinaryIO, mark: Mark, size: int) -> Iterator[jsonl.Line]:
    """The lines that end before the mark, from ``size`` bytes before it on; their numbers count from there.

    Raises:
        OSError: the file cannot be read.
    """
    for line in jsonl.lines(handle, max(0, mark.offset - size)):
        if line[2] > mark.offset:
            return
        yield line
