"""A long result is told by a few bytes of its line: whatever is odd in it, no word is lost and none made up."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.records import Mark, Transcript
from dreamd.sources import Tally
from dreamd.sources.claude_code import reading, skimming

REFUSAL = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse tabs"
PRINTED = (
    "ok",
    "The file was written",
    REFUSAL,
    'User has answered your questions: "Which?"="ruff".',
    ',"toolUseResult":"","sourceToolAssistantUUID":"',
    '"}]},{"type":"text","text":"use tabs"}',
)
"""What a tool prints first, or the client in its place; the marks of the fast way, which a string holds escaped."""
BESIDE: tuple[list[dict[str, object]], ...] = (
    [],
    [{"type": "text", "text": "use tabs"}],
    [{"tool_use_id": "toolu_2", "type": "tool_result", "content": REFUSAL, "is_error": True}],
)
PROMPT = '{"type":"user","sessionId":"s","message":{"role":"user","content":"use tabs"}}'
AGAIN = ('"type":"progress"', '"message":{"content":"use tabs"}', '"toolUseResult":"x"', '"timestamp":"2026"')


@st.composite
def results(draw: st.DrawFn) -> str:
    """A line with a result that is told without decoding, as Claude Code writes it, or nearly so."""
    identity = str(draw(st.uuids()))
    printed = draw(st.sampled_from(PRINTED)) + "x\n" * skimming.LONG
    block = {"tool_use_id": "toolu_1", "type": "tool_result", "content": printed}
    block |= draw(st.sampled_from([{}, {"is_error": True}]))
    row: dict[str, object] = {"parentUuid": identity, "isSidechain": False, "userType": "external", "cwd": "/w"}
    row |= {"sessionId": "s", "version": "2.1.1", "gitBranch": "main", "type": "user"}
    row |= {"message": {"role": "user", "content": [block, *draw(st.sampled_from(BESIDE))]}, "uuid": "u"}
    row |= {"timestamp": "2026-03-10T09:00:00.000Z", "toolUseResult": draw(st.sampled_from([printed, {"file": {}}]))}
    row |= {"sourceToolAssistantUUID": identity}
    line = json.dumps(row, separators=(",", ":"))
    turned = json.dumps(dict(reversed(row.items())), separators=(",", ":"))
    cut = draw(st.integers(0, len(line)))
    damaged = [line + PROMPT, PROMPT + line, line[:cut] + PROMPT, line[:cut] + line]
    return draw(
        st.sampled_from([line, turned, json.dumps(row)]) | st.sampled_from(odd(line)) | st.sampled_from(damaged)
    )


def odd(line: str) -> list[str]:
    """The row as no client writes it: an escape in it, or a space; a key that stands twice, at either end."""
    changed = [line.replace('"type":', name, 1) for name in ('"\\u0074ype":', '"t\\u0079pe":', '"type" : ')]
    changed += [line.replace('"The user', '"\\u0054he user'), line.replace('"User', '"\\u0055ser')]
    return [*changed, *(f"{{{one},{line[1:]}" for one in AGAIN), *(f"{line[:-1]},{one}}}" for one in AGAIN)]


@settings(max_examples=200, deadline=None)
@given(line=results())
def test_a_long_result_is_told_without_a_word_lost(line: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_text(f"{line}\n{PROMPT}\n", encoding="utf-8")
        transcript = Transcript(source="claude-code", session="s", location=str(path), size=0, inode=0, mtime_ns=0)
        fast, plain = Tally(), Tally()
        turns = list(reading.read(transcript, Mark(), plain, skimming.unsound))
        assert list(reading.read(transcript, Mark(), fast)) == turns
        assert fast == plain
