"""Passes over a long row that holds one tool's result and nothing else, which is most of a transcript's bytes.

It is told by structure alone: a quote inside a JSON string is always escaped, so nothing that a tool printed can match.
The row ends with the uuid that it begins with, so there is no second object on its line. On any doubt it is decoded.
"""

from __future__ import annotations

import re

from dreamd.sources.claude_code.row import Message, Row, decode

LONG = 4096
"""Bytes of a line from which on looking is quicker than decoding."""
RESULT = re.compile(
    rb'\{"parentUuid":"([0-9a-f-]{36})","isSidechain":false,[^{\[]*"type":"user",'
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


def skim(line: bytes) -> list[Row]:
    """The rows on one line as ``decode`` gives them, but for rows without words, of which the time alone is kept."""
    silent = _result(line) if len(line) > LONG else None
    return decode(line) if silent is None else [silent]


def _result(line: bytes) -> Row | None:
    begin = RESULT.match(line)
    if begin is None or not line.endswith(b',"sourceToolAssistantUUID":"%b"}\n' % begin[1]):
        return None
    end = line.find(OUTCOME, begin.end())
    stamp = line[end - STAMPED : end - 1]
    if end < 0 or not stamp.startswith(STAMP) or line.find(ANOTHER, begin.end(), end) >= 0:
        return None
    return Row(type="user", timestamp=stamp.removeprefix(STAMP).decode("ascii", "replace"), message=SILENCE)
