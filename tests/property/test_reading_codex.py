"""Whatever a rollout holds and wherever it was cut: read in parts as at once, each word once, no stranger a person."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally
from dreamd.sources.codex import SOURCE
from dreamd.sources.codex.decoding import decode, decode_plain
from dreamd.sources.codex.prose import spoken
from dreamd.sources.codex.skimming import skim
from dreamd.sources.codex.speech import heard
from dreamd.sources.codex.tooling import shown

QUICK = settings(max_examples=120, deadline=None)

words = st.sampled_from(["use tabs", "continue", "ok", "<skill>x</skill>", "迁移", "## My request for Codex:", ""])
texts = words | st.text(max_size=30)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
blocks = st.lists(st.fixed_dictionaries({"type": st.just("input_text"), "text": texts}) | anything, max_size=3)
labels = st.lists(st.sampled_from(["user.text", "skills.text", "unknown"]) | anything, max_size=3)
passed = st.fixed_dictionaries({}, optional={"turn_id": texts | anything, "content_item_kinds": labels | anything})
payloads = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            ["message", "user_message", "agent_message", "item_completed", "function_call", "function_call_output"]
        )
        | anything,
        "role": st.sampled_from(["user", "assistant", "developer"]) | anything,
        "content": blocks | texts | anything,
        "message": texts | anything,
        "kind": st.sampled_from(["plain", "user_instructions"]) | anything,
        "item": st.fixed_dictionaries(
            {}, optional={"type": st.sampled_from(["UserMessage", "AgentMessage"]), "content": blocks | anything}
        )
        | anything,
        "output": anything,
        "arguments": texts | anything,
        "internal_chat_message_metadata_passthrough": passed | anything,
        "turn_id": texts | anything,
        "cwd": texts | anything,
        "source": anything,
        "unheard-of": anything,
    },
)
envelopes = st.fixed_dictionaries(
    {"payload": payloads},
    optional={
        "type": st.sampled_from(["response_item", "event_msg", "session_meta", "turn_context", "compacted"]) | anything,
        "timestamp": texts | anything,
        "ordinal": anything,
    },
)
rows = envelopes | payloads


def told(log: str, text: str) -> dict[str, object]:
    """One row of one of the logs."""
    block = [{"type": "text", "text": text}]
    label = {"content_item_kinds": ["user.text"]}
    rows: dict[str, dict[str, object]] = {
        "message": {"type": "message", "role": "user", "content": block},
        "labelled": {
            "type": "message",
            "role": "user",
            "content": block,
            "internal_chat_message_metadata_passthrough": label,
        },
        "answer": {"type": "message", "role": "assistant", "content": block},
        "call": {"type": "function_call", "name": "shell"},
        "event": {"type": "user_message", "message": text},
        "item": {"type": "item_completed", "item": {"type": "UserMessage", "content": block}},
        "said": {"type": "agent_message", "message": text},
        "end": {"type": "task_complete"},
        "begin": {"type": "task_started", "turn_id": text},
    }
    kind = "response_item" if log in ("message", "labelled", "answer", "call") else "event_msg"
    return {"timestamp": "2026-07-02T09:00:00.000Z", "type": kind, "payload": rows[log]}


LOGS = ["message", "labelled", "answer", "call", "event", "item", "said", "end", "begin"]
rollouts = st.lists(st.builds(told, st.sampled_from(LOGS), words), max_size=14)


def encoded(row: object) -> bytes:
    return json.dumps(row).encode() + b"\n"


def read(path: Path, mark: Mark | None = None) -> tuple[list[Turn], Tally]:
    transcript = Transcript(source="codex", session="s", location=str(path), size=0, inode=0, mtime_ns=0)
    tally = Tally()
    return list(SOURCE.read(transcript, mark or Mark(), tally)), tally


def at_once(data: bytes) -> tuple[list[Turn], Tally]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        path.write_bytes(data)
        return read(path)


@QUICK
@given(told=rollouts, cuts=st.lists(st.integers(0, 4000), max_size=5), noise=st.binary(max_size=20))
def test_reading_in_parts_is_reading_at_once(told: list[object], cuts: list[int], noise: bytes) -> None:
    data = b"".join(map(encoded, told)) + noise
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.jsonl"
        turns: list[Turn] = []
        mark, done = Mark(), 0
        for cut in sorted({min(cut, len(data)) for cut in cuts} | {len(data)}):
            with path.open("ab") as handle:
                handle.write(data[done:cut])
            done = cut
            new, tally = read(path, mark)
            turns, mark = turns + new, tally.mark
        whole, total = read(path)
    assert turns == whole
    assert mark == total.mark


@QUICK
@given(said=st.lists(words.filter(bool), max_size=5), order=st.randoms(use_true_random=False), third=st.booleans())
def test_in_whatever_order_the_logs_stand_each_word_is_given_as_often_as_it_was_said(
    said: list[str], order: object, *, third: bool
) -> None:
    logs = ["labelled", "event", *(["item"] if third else [])]
    left = {log: [told(log, text) for text in said] for log in logs}
    mixed = []
    while any(left.values()):
        log = order.choice([log for log in logs if left[log]])  # type: ignore[attr-defined]
        mixed.append(left[log].pop(0))
    turns, _ = at_once(b"".join(map(encoded, mixed)))
    human = [one.text for text in said for one in spoken(text, "typed") if one.role == "human"]
    assert Counter(turn.text for turn in turns if turn.role == "human") == Counter(human)


@QUICK
@given(row=rows)
def test_the_fast_way_and_the_plain_way_find_the_same_words(row: dict[str, object]) -> None:
    line = encoded(row)
    fast, plain = decode(line), decode_plain(line)
    assert [(item.name, item.time, item.bare, heard(item), shown(item)) for item in fast] == [
        (item.name, item.time, item.bare, heard(item), shown(item)) for item in plain
    ]


silent = st.builds(
    lambda kind, what, output, more: encoded(
        {"timestamp": "2026-07-02T09:00:00.000Z", "type": kind, "payload": {"type": what, "output": output, **more}}
    ),
    st.sampled_from(["response_item", "event_msg"]),
    st.sampled_from(
        ["function_call_output", "function_call", "reasoning", "token_count", "exec_command_end", "message"]
    ),
    texts | anything,
    st.dictionaries(texts, anything, max_size=2),
)


@QUICK
@given(data=st.lists(silent | envelopes.map(encoded) | st.sampled_from([b"\n", b"}", b'{"timestamp":']), max_size=3))
def test_a_row_that_is_passed_over_says_nothing_and_hides_none(data: list[bytes]) -> None:
    line = b"".join(part.rstrip(b"\n") for part in data) + b"\n"
    assert [(item.name, item.time, heard(item)) for item in skim(line)] == [
        (item.name, item.time, heard(item)) for item in decode(line)
    ]


@QUICK
@given(row=rows)
def test_whatever_is_read_can_be_written(row: dict[str, object]) -> None:
    for item in decode(encoded(row)):
        speech = heard(item)
        for one in (*shown(item), *(speech.words if speech else ())):
            assert one.text.encode().decode() == one.text


@QUICK
@given(data=st.lists(st.binary(max_size=30) | rows.map(encoded) | st.just(b"\n"), max_size=8).map(b"".join))
def test_any_bytes_are_read_to_the_last_newline_or_to_what_waits(data: bytes) -> None:
    turns, tally = at_once(data)
    assert tally.mark.offset <= data.rfind(b"\n") + 1
    assert tally.mark.line == data[: tally.mark.offset].count(b"\n")
    assert all(1 <= turn.line <= tally.mark.line for turn in turns)


@QUICK
@given(told=rollouts)
def test_no_row_of_another_makes_a_person_speak(told: list[dict[str, object]]) -> None:
    strangers = [
        {"timestamp": "", "type": "session_meta", "payload": {"id": "s", "source": {"subagent": "review"}}},
        *told,
    ]
    turns, _ = at_once(b"".join(map(encoded, strangers)))
    assert {turn.role for turn in turns} <= {"injected", "summary"}


@QUICK
@given(prompt=st.lists(texts, max_size=4).map("".join))
def test_only_what_was_typed_is_human(prompt: str) -> None:
    for one in spoken(prompt, "typed"):
        assert one.text in prompt
