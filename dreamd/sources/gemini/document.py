"""Reads a session that is one JSON object, which the client writes anew at each change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

from dreamd.files import sha256
from dreamd.jsonl import LIMIT
from dreamd.records import Mark
from dreamd.sources.gemini.row import decode_document

if TYPE_CHECKING:
    from dreamd.records import Transcript
    from dreamd.sources import Tally
    from dreamd.sources.gemini.row import Row


def after(transcript: Transcript, mark: Mark, tally: Tally) -> tuple[list[tuple[int, Row]], bool]:
    """The messages behind those that were marked, numbered from 1, and whether a subagent holds the conversation.

    New is what stands behind the marked messages as long as these are the same, by their ids; else all is. A file that
    cannot be read whole is being written, or broken: nothing of it counts, and the mark stays.

    Raises:
        OSError: the file cannot be opened or read.
    """
    status, data = _load(transcript)
    found = decode_document(data)
    messages = found[0].messages if found else None
    if messages is None:
        tally.bad_lines += status.st_size > 0
        tally.mark = msgspec.structs.replace(mark, size=status.st_size, inode=status.st_ino)
        return [], False
    known = mark.line if mark.line and _digest(messages[: mark.line]) == mark.digest else 0
    size = status.st_size
    tally.mark = Mark(size=size, inode=status.st_ino, offset=size, line=len(messages), digest=_digest(messages))
    return list(enumerate(messages, 1))[known:], found[0].kind == "subagent"


def message(transcript: Transcript, number: int) -> list[Row]:
    """The message of that number, from 1; none where there is none.

    Raises:
        OSError: the file cannot be opened or read.
    """
    found = decode_document(_load(transcript)[1])
    messages = (found[0].messages if found else None) or []
    return messages[number - 1 : number] if number > 0 else []


def _load(transcript: Transcript) -> tuple[os.stat_result, bytes]:
    """The file; no bytes where there are too many."""
    with transcript.path.open("rb") as handle:
        status = os.fstat(handle.fileno())
        return status, handle.read() if status.st_size <= LIMIT else b""


def _digest(messages: list[Row]) -> str:
    return sha256("\n".join(row.id or "" for row in messages).encode())
