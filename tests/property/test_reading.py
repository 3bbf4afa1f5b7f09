"""Whatever bytes a transcript holds, reading ends, loses nothing whole, and never takes a stranger's words as human."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd import jsonl
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE, reading, skimming
from dreamd.sources.claude_code.prose import spoken
from dreamd.sources.claude_code.row import decode, decode_plain
from dreamd.sources.claude_code.turns import headless, prompts, said, shown

QUICK = settings(max_examples=120, deadline=None)

texts = st.text(max_size=40) | st.sampled_from(
    [
        "<system-reminder>",
        "</system-reminder>",
        '<pasted_content id="a">',
        '</pasted_content id="a">',
        "<command-name>/x</command-name>",
        "The user doesn't want to proceed with this tool use. the user said:\nno",
        'User has answered your questions: "a"="b".',
        "\ud83d",
        "[Request interrupted by user]",
    ]
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
blocks = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "tool_result", "tool_use", "thinking", "image"]) | anything,
        "text": texts | anything,
        "content": texts | anything,
        "is_error": st.booleans() | anything,
        "input": anything,
    },
)
messages = st.fixed_dictionaries(
    {}, optional={"content": texts | st.lists(blocks | anything, max_size=3) | anything, "id": texts, "model": anything}
)
rows = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["user", "assistant", "attachment", "system", "queue-operation", "progress"])
        | anything,
        "message": messages | anything,
        "attachment": st.fixed_dictionaries(
            {}, optional={"type": st.just("queued_command") | anything, "prompt": texts | anything, "origin": anything}
        ),
        "isMeta": st.booleans() | anything,
        "isSidechain": st.booleans() | anything,
        "origin": st.just({"kind": "human"}) | anything,
        "content": texts | anything,
        "operation": st.sampled_from(["enqueue", "dequeue", "remove", "popAll"]) | anything,
        "subtype": st.just("local_command") | anything,
        "toolUseResult": anything,
        "uuid": texts | anything,
        "timestamp": texts | anything,
        "cwd": texts | anything,
        "unheard-of": anything,
    },
)


SIZES = (1, 40, 5000)
"""Bytes of a tool's result, on either side of the length from which on a line is looked at before it is decoded."""
KINDS = ("queue-operation", "user", "assistant", "assistant", "file-history-snapshot", "progress", "result", "result")


@st.composite
def written(draw: st.DrawFn) -> bytes:
    """A row as Claude Code writes it, in the order of its fields; now and then with something odd in it."""
    identity = str(draw(st.uuids()))
    kind, size = draw(st.sampled_from(KINDS)), draw(st.sampled_from(SIZES))
    stamp = f"2026-03-10T09:00:{draw(st.integers(0, 59)):02}.000Z"
    head = {"isSidechain": False, "userType": "external", "cwd": draw(st.sampled_from(["/w", "/w/a", '/"']))}
    head |= {"sessionId": "s", "version": draw(st.sampled_from(["2.1.1", "2.1.2"])), "gitBranch": draw(texts)}
    printed = draw(texts) + "x\n" * size
    block: dict[str, object] = {"tool_use_id": "toolu_1", "type": "tool_result", "content": printed}
    talk = [{"type": draw(st.sampled_from(["text", "thinking"])), "text": draw(texts)}]
    row: dict[str, object] = {"parentUuid": identity, **head, "type": kind}
    if kind == "queue-operation":
        operation = draw(st.sampled_from(["enqueue", "dequeue", "remove", "popAll"]))
        row = {"type": kind, "operation": operation, "timestamp": stamp, "sessionId": "s", "content": draw(texts)}
    elif kind == "result":
        tail = {"toolUseResult": draw(st.sampled_from([printed, {"answers": {"a": "b"}, "questions": []}]))}
        inside = [block, *(talk if draw(st.booleans()) else [])]
        row |= {"type": "user", "message": {"role": "user", "content": inside}, "uuid": draw(texts)}
        row |= {"timestamp": stamp, **tail, "sourceToolAssistantUUID": identity}
    elif kind in ("user", "assistant"):
        call = {"type": "tool_use", "id": "toolu_1", "name": draw(st.sampled_from(["Bash", "mcp__a__b"])), "input": {}}
        inside = draw(st.sampled_from([talk, [call], [*talk, call]]))
        row |= {"message": {"role": kind, "content": inside}, "uuid": draw(texts), "timestamp": stamp}
    elif kind == "progress":
        row |= {"data": {"message": {"content": [block]}}, "timestamp": stamp}
    return json.dumps(row, separators=(",", ":"), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")


@st.composite
def session(draw: st.DrawFn) -> bytes:
    """Rows of a session; some cut, glued, padded with NUL, behind a byte order mark, or with odd bytes inside."""
    lines = draw(st.lists(written() | rows.map(lambda row: json.dumps(row).encode()), max_size=6))
    for place, line in enumerate(lines):
        cut = draw(st.integers(0, len(line)))
        odd = draw(st.sampled_from([b"", b"\0" * 9, b"\xff", b"\xef\xbb\xbf", b"\r", "\u2028".encode(), b"\\ud83d"]))
        glued = draw(st.sampled_from(lines))
        damaged = [line, line[:cut], line[cut:], line[:cut] + glued, line + glued, odd + line, line + odd, b""]
        damaged += [line[: min(cut, 90)] + odd + line[min(cut, 90) :], line + b"\n" + line[:cut]]
        lines[place] = draw(st.sampled_from([line] * 8 + damaged))
    return b"\n".join(lines) + draw(st.sampled_from([b"", b"\n"]))


def read(data: bytes, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(data)
        transcript = Transcript(source="claude-code", session="s", location=str(path), size=0, inode=0, mtime_ns=0)
        tally = Tally()
        return list(SOURCE.read(transcript, mark or Mark(), tally)), tally


def encoded(row: object) -> bytes:
    return json.dumps(row).encode() + b"\n"


@QUICK
@given(row=rows)
def test_the_fast_way_and_the_plain_way_find_the_same_words(row: dict[str, object]) -> None:
    line = encoded(row)
    (fast,), (plain,) = decode(line), decode_plain(line)
    assert (said(fast), prompts(fast), headless(fast)) == (said(plain), prompts(plain), headless(plain))
    assert (fast.type, fast.uuid, fast.timestamp, fast.cwd) == (plain.type, plain.uuid, plain.timestamp, plain.cwd)


@settings(max_examples=200, deadline=None)
@given(data=session(), batch=st.sampled_from([1, 7, 300, 6000, jsonl.BATCH]), buffer=st.sampled_from([2, 100, 8192]))
def test_the_fast_way_and_the_plain_way_read_any_session_alike(data: bytes, batch: int, buffer: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as setting:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(data)
        transcript = Transcript(source="claude-code", session="s", location=str(path), size=0, inode=0, mtime_ns=0)
        plain = Tally()
        turns = list(reading.read(transcript, Mark(), plain, skimming.unsound))
        setting.setattr(jsonl, "BATCH", batch)
        setting.setattr(reading, "BUFFER", buffer)
        fast = Tally()
        assert list(reading.read(transcript, Mark(), fast)) == turns
        assert fast == plain


@QUICK
@given(row=rows)
def test_whatever_is_read_can_be_written(row: dict[str, object]) -> None:
    for item in decode(encoded(row)):
        for one in shown(item):
            assert one.text.encode().decode() == one.text


@QUICK
@given(row=rows)
def test_a_row_of_the_client_never_speaks_for_the_person(row: dict[str, object]) -> None:
    for flag in ({"isMeta": True}, {"isSidechain": True}, {"agentId": "a"}, {"origin": {"kind": "peer"}}):
        if row.get("type") in ("user", "attachment"):
            (item,) = decode(encoded({**row, **flag, "attachment": {**queued(row), **flag}}))
            assert not [one for one in said(item) if one.role == "human"]


def queued(row: dict[str, object]) -> dict[str, object]:
    found = row.get("attachment")
    return found if isinstance(found, dict) else {}


@QUICK
@given(data=st.lists(st.binary(max_size=30) | rows.map(encoded) | st.just(b"\n"), max_size=8).map(b"".join))
def test_any_bytes_are_read_to_the_last_newline(data: bytes) -> None:
    turns, tally = read(data)
    assert tally.mark.offset == data.rfind(b"\n") + 1
    assert tally.mark.line == data.count(b"\n")
    assert all(1 <= turn.line <= tally.mark.line for turn in turns)


@QUICK
@given(
    good=st.lists(texts.filter(str.strip), min_size=1, max_size=4),
    noise=st.lists(st.binary(max_size=40).map(lambda data: data.replace(b"\n", b"") + b"\n"), max_size=4),
)
def test_noise_between_the_rows_hides_none(good: list[str], noise: list[bytes]) -> None:
    lines = [encoded({"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}}) for text in good]
    alone, _ = read(b"".join(lines))
    mixed = [part for pair in zip(lines, [*noise, *[b"\n"] * len(lines)], strict=False) for part in pair]
    turns, _ = read(b"".join(mixed))
    assert [turn.text for turn in turns if turn.role == "assistant"] == [turn.text for turn in alone]


@QUICK
@given(prompt=st.lists(texts, max_size=6).map("".join))
def test_only_what_was_typed_is_human(prompt: str) -> None:
    for one in spoken(prompt, "typed"):
        if one.role == "human":
            assert all(part in prompt for part in one.text.split("\n\n"))


@QUICK
@given(
    paste=st.text(max_size=60).filter(lambda text: '</pasted_content id="k">' not in text),
    before=st.text(alphabet="abc \n", max_size=10),
    after=st.text(alphabet="abc \n", max_size=10),
)
def test_nothing_inside_a_paste_is_human(paste: str, before: str, after: str) -> None:
    prompt = f'{before}<pasted_content id="k">{paste}</pasted_content id="k">{after}'
    human = [one.text for one in spoken(prompt, "typed") if one.role == "human"]
    kept = "\n\n".join(part.strip() for part in (before, after) if part.strip())
    assert human == ([kept] if kept else [])


@QUICK
@given(
    data=st.lists(st.sampled_from([b"{}", b"\n", b"x", b"\0", b"\r"]), max_size=30).map(b"".join),
    start=st.integers(0, 30),
)
def test_lines_are_the_same_from_wherever_one_begins(data: bytes, start: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(data)
        with path.open("rb") as handle:
            whole = list(jsonl.lines(handle))
            ends = [0, *(end for _, _, end in whole)]
            number = start % len(ends)
            assert list(jsonl.lines(handle, ends[number], number)) == whole[number:]
            assert b"".join(line for _, line, _ in whole) == data[: data.rfind(b"\n") + 1]


@QUICK
@given(
    data=st.lists(st.sampled_from([b"{}", b"\n", b"x" * 9]), max_size=30).map(b"".join),
    limit=st.integers(1, 40),
    batch=st.integers(1, 40),
    buffer=st.integers(1, 40),
)
def test_lines_are_the_same_one_by_one_and_some_at_once(data: bytes, limit: int, batch: int, buffer: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as setting:
        setting.setattr(jsonl, "BATCH", batch)
        path = Path(folder) / "a"
        path.write_bytes(data)
        with path.open("rb", buffering=max(2, buffer)) as handle:
            single = list(jsonl.lines(handle, limit=limit))
            met = list(jsonl.batches(handle, limit=limit))
    assert [(number + place, line) for number, found, _ in met for place, line in enumerate(found, 1)] == [
        (number, line) for number, line, _ in single
    ]
    assert {offset for _, _, offset in met} <= {0, *(offset for _, _, offset in single)}
    assert [offset for _, _, offset in met][-1:] == [offset for _, _, offset in single][-1:] or not single
