"""Passes over a row that surely holds nobody's words, which is most of a rollout's bytes.

It is told by structure alone: a quote inside a JSON string is always escaped, so nothing that a tool printed can match.
No second envelope begins on its line. On any doubt it is decoded.
"""

from __future__ import annotations

import re

from dreamd.sources.codex.decoding import decode
from dreamd.sources.codex.row import Payload, Row

BEGIN = b'{"timestamp":'
SILENT = re.compile(
    rb'\{"timestamp":"([^"\\]*)",(?:"ordinal":\d+,)?"type":"(response_item|event_msg)","payload":\{"type":"'
    rb"(function_call|function_call_output|custom_tool_call|custom_tool_call_output|reasoning|web_search_call"
    rb'|token_count|agent_reasoning|exec_command_end|patch_apply_end|mcp_tool_call_end|web_search_end)"'
)
"""How such a row begins."""
SPEAKING = {b"function_call": b"request_user_input", b"function_call_output": b"answers"}
"""Row -> what stands in it where it asks the person, or gives the answers."""
CLOSED = b"}}\n"
NOTHING = Payload()


def skim(line: bytes) -> list[Row]:
    """The rows on one line as ``decode`` gives them, but for rows without words, whose payload is ``NOTHING``."""
    begin = SILENT.match(line)
    if begin is None or not line.endswith(CLOSED) or line.find(BEGIN, 1) >= 0:
        return decode(line)
    time, kind, what = begin.groups()
    if what in SPEAKING and SPEAKING[what] in line:
        return decode(line)
    return [Row(f"{kind.decode()}:{what.decode()}", NOTHING, time.decode("utf-8", "replace"))]
