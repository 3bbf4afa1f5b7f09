"""Reads files of JSON lines that a crash, two writers or a restore may have damaged.

Lines end at byte 0x0A alone: U+2028 and friends may stand inside a string. A last line without its newline is not yet
written and waits. A line that is no single JSON object is searched for the whole objects in it.
"""

from __future__ import annotations

import io
import json
import os
import re
from bisect import bisect_left
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from dreamd.files import sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMIT = 64 * 1024 * 1024
"""Bytes; a longer line is passed over."""
EDGE = 4096
"""Bytes at the beginning and before the offset that go into a fingerprint."""
SEARCHES = 100
"""How often a damaged line is searched for another beginning."""

BATCH = 256 * 1024
"""Bytes of lines that are given at once, and a line more."""
STRIDE = 64 * 1024
"""Bytes between two places of a trail."""

TEXT = 4 * 1024 * 1024
"""Bytes; a longer string was never sent to a model, whose context holds less, and fills the memory many times over."""
LEFT_OUT = "[dreamd left out "
"""How begins what stands in its place."""

NEWLINE = 0x0A

# Possessive, for what could be given back again would be noted in many times the memory of the line; and it matches a
# string that nothing closes, for else each quote in it would be tried.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)', re.DOTALL)
_SPACE = re.compile(r"[\s\ufeff]*")
_decoder = json.JSONDecoder(strict=False, parse_constant=lambda _: None)


Line: TypeAlias = tuple[int, bytes, int]
"""A whole line: its number, from 1; its bytes, empty where there were more than the limit; the offset behind it."""
Batch: TypeAlias = tuple[int, list[bytes], int]
"""Whole lines: how many lie before them; their bytes, as of ``Line``; the offset behind them."""
Trail: TypeAlias = list[tuple[int, int]]
"""Places in one file where a line ends, ascending: how many lines lie before, and how many bytes."""


def lines(handle: BinaryIO, offset: int = 0, number: int = 0, limit: int = LIMIT) -> Iterator[Line]:
    """The whole lines from ``offset`` on, where ``number`` lines lie before it.

    Raises:
        OSError: the file cannot be read.
    """
    handle.seek(offset)
    skipping = False
    for data in handle if _short(handle, limit) else iter(partial(handle.readline, limit), b""):
        offset += len(data)
        if data[-1] == NEWLINE:
            number += 1
            yield number, b"" if skipping else data, offset
            skipping = False
        elif len(data) == limit:
            skipping = True
        else:  # the tail is not written out yet; reading on could catch its other half alone
            return
        del data  # it may be huge, and the next one too


def batches(handle: BinaryIO, offset: int = 0, number: int = 0, limit: int = LIMIT) -> Iterator[Batch]:
    """The same lines, some at once where none can be huge.

    Raises:
        OSError: the file cannot be read.
    """
    whole = _short(handle, limit)
    if not whole:
        for last, data, end in lines(handle, offset, number, limit):
            yield last - 1, [data], end
            del data
    while whole and (found := _together(handle, offset)):
        offset += sum(map(len, found))
        yield number, found, offset
        number += len(found)


def line(handle: BinaryIO, number: int, trail: Trail, limit: int = LIMIT) -> bytes:
    """The bytes of one line; empty where there is no such whole line.

    Args:
        handle: the file.
        number: the line's, from 1.
        trail: what earlier calls for this file noted, at first nothing. It goes on growing while new parts are read, so
            that many lines cost one reading of the file and a stride for each.
        limit: bytes; a longer line is passed over.

    Raises:
        OSError: the file cannot be read.
    """
    if number < 1:
        return b""
    known = bisect_left(trail, (number, 0))
    before, start = trail[known - 1] if known else (0, 0)
    for found, data, offset in lines(handle, start, before, limit):
        if found == number:
            return data
        if offset >= (trail[-1][1] if trail else 0) + STRIDE:
            trail.append((found, offset))
    return b""


def fingerprint(handle: BinaryIO, offset: int) -> str:
    """Hash of the first and the last bytes before ``offset``; the same as long as the file only grows.

    Raises:
        OSError: the file cannot be read.
    """
    size = min(EDGE, offset)
    return sha256(_piece(handle, 0, size) + _piece(handle, offset - size, size))


def blank(data: bytes) -> bool:
    """Whether it is a line on which nobody wrote anything."""
    return data != b"" and not data.strip(b" \t\r\n\xef\xbb\xbf")


def objects(
    data: bytes, begin: re.Pattern[str], is_row: Callable[[dict[str, object]], bool]
) -> list[dict[str, object]]:
    """The whole JSON objects on a line, also where they are glued, cut, padded with NUL or behind a BOM.

    Text is made safe to write: a byte that is no UTF-8 and half a surrogate pair become U+FFFD.

    Args:
        data: the line.
        begin: how a row of this format begins. Behind damage the search goes on at the next match.
        is_row: tells a row from a part of one. What is found behind damage counts only where this holds and the line
            ends or the next object begins there.
    """
    text = data.replace(b"\0", b"").decode("utf-8", "replace")
    found: list[dict[str, object]] = []
    position, searches = _after_space(text, 0), 0
    damaged = False
    while position < len(text) and searches < SEARCHES:
        value, end = _value(text, position)
        following = _after_space(text, end)
        complete = text[following : following + 1] in ("", "{")
        if isinstance(value, dict) and (not damaged or (complete and is_row(value))):
            found.append(value)
            position, damaged = following, False
        else:
            match = begin.search(text, position + 1)
            position = match.start() if match else len(text)
            searches, damaged = searches + 1, True
    return found


def value(data: bytes) -> object:
    """One JSON value, read as tolerantly as ``objects`` reads; ``None`` where there is none."""
    return _value(data.decode("utf-8", "replace"), 0)[0]


def shortened(line: bytes) -> bytes:
    """The line with a note in place of each string that is longer than ``TEXT``."""
    kept, position = [], 0
    for found in _STRING.finditer(line) if len(line) > TEXT else ():
        start, end = found.span()
        if end - start > TEXT and found[1]:
            note = f'"{LEFT_OUT}{end - start} bytes]"'
            kept += [line[position:start], note.encode()]
            position = end
    return b"".join([*kept, line[position:]]) if kept else line


def _short(handle: BinaryIO, limit: int) -> bool:
    """Whether no line can be longer. What is unpacked while it is read may hold one that is longer than the file."""
    return isinstance(handle, io.BufferedReader) and os.fstat(handle.fileno()).st_size <= limit


def _together(handle: BinaryIO, offset: int) -> list[bytes]:
    """Some whole lines of a plain file, read past the handle's buffer; none where nothing more is written out."""
    found = io.BytesIO(os.pread(handle.fileno(), BATCH, offset)).readlines()
    if found and found[-1][-1] != NEWLINE:
        found.pop()
    if not found:
        handle.seek(offset)
        found = [data for data in [handle.readline()] if data.endswith(b"\n")]
    return found


def _piece(handle: BinaryIO, offset: int, size: int) -> bytes:
    """So many bytes from there on. Of a plain file no more is read, where its buffer would be filled."""
    if isinstance(handle, io.BufferedReader):
        return os.pread(handle.fileno(), size, offset)
    handle.seek(offset)
    return handle.read(size)


def _after_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _value(text: str, position: int) -> tuple[object, int]:
    try:
        found, end = _decoder.raw_decode(text, position)
        return _sound(found), end
    except (ValueError, RecursionError):
        return None, position


def _sound(found: object) -> object:
    """Replace halves of surrogate pairs, which no UTF-8 file takes; whole pairs were joined by the decoder."""
    text = json.dumps(found, ensure_ascii=False)
    if text.isascii():
        return found
    return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
