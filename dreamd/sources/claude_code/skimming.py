"""The fast way through a transcript: most rows hold nobody's words, and of those nothing is kept but what is counted.

A long row that holds one tool's result and nothing else is told by structure alone: a quote inside a JSON string is
always escaped, so nothing that a tool printed can match. The row ends with the uuid that it begins with, so there is no
second object on its line. On any doubt it is decoded. Not looked for is damage inside the result, and what no client
writes inside the row: a key twice, or with an escape in it. Only who may write any row could do that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from dreamd import jsonl
from dreamd.reading.decoding import FAILURES
from dreamd.sources.claude_code import names
from dreamd.sources.claude_code.counting import count
from dreamd.sources.claude_code.row import Message, Row, decode_plain, fast, silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.sources import Tally

LONG = 4096
"""Bytes of a line from which on looking is quicker than decoding."""
RESULT = re.compile(
    rb'\{"parentUuid":"([0-9a-f-]{36})","isSidechain":false,"userType":"external","cwd":"([^"\\\0-\x1f]+)",'
    rb'"sessionId":"[^"\\\0-\x1f]*","version":"([^"\\\0-\x1f]+)",[^{\[\0-\x1f]*"type":"user",'
    rb'"message":\{"role":"user","content":\[\{(?:"tool_use_id":"\w+",)?"type":"tool_result","content":"'
    rb"(?!\\|The user |User has answered|Your questions have)"
)
"""How such a row begins; behind it may follow what ``results`` looks for."""
OUTCOME = b',"toolUseResult":'
"""The client's own copy, behind the message and the time."""
ANOTHER = b'"type":"t'
"""Stands in another result and in a text beside it."""
STAMP, STAMPED = b'"timestamp":"', len('"timestamp":"2026-01-01T00:00:00.000Z"')
SILENCE = Message(content=[])

Sound: TypeAlias = "Callable[[list[bytes]], list[Row | None]]"
"""Lines -> the row of each sound one."""


def speaking(lines: list[bytes], tally: Tally, *, waiting: bool, sound: Sound) -> list[tuple[int, Row]]:
    """The rows that may hold words, each with the place of its line, from 1. The others are counted and let go.

    Args:
        lines: some lines. They go through each step together: the processor forgets a step that comes once a line.
        tally: every row is taken into it.
        waiting: a prompt waits, so that every row is given; so is every row behind one that may begin that, and up to
            the first that names a directory: the caller sees what a row ahead of its turn must not change.
        sound: ``skim``, or what it is compared with: where it gives nothing, the tolerant way is gone.
    """
    found: list[tuple[int, Row]] = []
    homeless = not tally.cwd
    last, versions, plain = tally.last, tally.versions, names.PLAIN
    for place, row in enumerate(sound(lines), 1):
        if row is None:
            found += [(place, one) for one in _searched(lines[place - 1], tally)]
            waiting, last = True, tally.last
            continue
        stamp = row.timestamp
        if stamp and stamp > last and stamp[10:11] == "T":
            tally.last = last = stamp
        if row.version not in versions or row.type not in plain:
            count(row, tally)
        if waiting or homeless or not silent(row):
            found.append((place, row))
            waiting = waiting or row.type == "queue-operation"
            homeless = homeless and not row.cwd
    return found


def skim(lines: list[bytes]) -> list[Row | None]:
    """The one row of each sound line, of a long result what is counted alone; nothing for one that must be searched."""
    try:
        return [fast(line) if len(line) <= LONG else _long(line) for line in lines]
    except FAILURES:
        return [_row(line) for line in lines]


def unsound(lines: list[bytes]) -> list[Row | None]:
    """What the fast way is compared with: all lines must be searched."""
    return [None] * len(lines)


def _row(line: bytes) -> Row | None:
    try:
        return _long(line)
    except FAILURES:
        return None


def _long(line: bytes) -> Row:
    return _result(line) or fast(jsonl.shortened(line))


def _searched(line: bytes, tally: Tally) -> list[Row]:
    """The rows on a line as the tolerant way finds them; they are counted."""
    found = decode_plain(line)
    if not found and not jsonl.blank(line):
        tally.bad_lines += 1
    for row in found:
        count(row, tally)
    return found


def _result(line: bytes) -> Row | None:
    begin = RESULT.match(line)
    if begin is None or not line.endswith(b',"sourceToolAssistantUUID":"%b"}\n' % begin[1]):
        return None
    end = line.find(OUTCOME, begin.end())
    stamp = line[end - STAMPED : end - 1]
    if end < 0 or not stamp.startswith(STAMP) or line.find(ANOTHER, begin.end(), end) >= 0:
        return None
    return Row(
        type="user",
        timestamp=stamp.removeprefix(STAMP).decode("ascii"),
        cwd=begin[2].decode(),
        version=begin[3].decode(),
        message=SILENCE,
    )
