"""Prompts that wait in Claude Code's queue: given once, wherever they stand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, object]
TIME = "2026-03-10T09:00:00.000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "5b0b7c8e-1111-4222-8333-444455556666.jsonl"


def transcript(path: Path) -> Transcript:
    return Transcript(source="claude-code", session=path.stem, location=str(path), size=0, inode=0, mtime_ns=0)


def data(*rows: Row) -> bytes:
    return b"".join(json.dumps({"sessionId": "s", **row}).encode() + b"\n" for row in rows)


def read(path: Path, mark: Mark | None = None) -> tuple[list[Turn], Mark]:
    tally = Tally()
    return list(SOURCE.read(transcript(path), mark or Mark(), tally)), tally.mark


def said(path: Path, *rows: Row) -> list[tuple[int, str, str]]:
    path.write_bytes(data(*rows))
    return [(turn.line, turn.text, turn.why) for turn in read(path)[0]]


def queue(operation: str, content: str | None = None, **fields: object) -> Row:
    text = {} if content is None else {"content": content}
    return {"type": "queue-operation", "operation": operation, "timestamp": TIME, **text, **fields}


def user(content: object, **fields: object) -> Row:
    return {"type": "user", "message": {"role": "user", "content": content}, **fields}


def assistant(text: str) -> Row:
    return {"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}, "cwd": "/home/dev/demo"}


def attached(prompt: str, **fields: object) -> Row:
    return {"type": "attachment", "attachment": {"type": "queued_command", "prompt": prompt, **fields}}


ABSORBED = {"content": "use staging", "reason": "absorbed_mid_turn"}
RESULT = user([{"type": "tool_result", "content": "ok"}])


def test_a_removed_prompt_that_no_row_repeats_is_given_before_the_reply_to_it(path: Path) -> None:
    rows = [assistant("a"), queue("enqueue", "use staging"), assistant("b"), queue("remove"), RESULT, assistant("c")]
    assert said(path, *rows) == [
        (1, "a", "assistant"),
        (3, "b", "assistant"),
        (2, "use staging", "queued"),
        (6, "c", "assistant"),
    ]


def test_a_removed_prompt_that_became_an_attachment_is_given_there(path: Path) -> None:
    rows = [
        queue("enqueue", "use staging"),
        queue("remove", **ABSORBED),
        RESULT,
        attached("use staging"),
        assistant("b"),
    ]
    assert said(path, *rows) == [(4, "use staging", "queued"), (5, "b", "assistant")]


def test_a_dequeued_prompt_is_given_as_the_row_it_became(path: Path) -> None:
    rows = [queue("enqueue", "use staging"), queue("dequeue"), user("use staging"), assistant("b")]
    assert said(path, *rows) == [(3, "use staging", "typed"), (4, "b", "assistant")]


def test_prompts_that_became_the_lines_of_one_row_are_given_there(path: Path) -> None:
    rows = [queue("enqueue", "one"), queue("enqueue", "two\nthree"), queue("dequeue"), queue("dequeue")]
    assert said(path, *rows, user("one\ntwo\nthree")) == [(5, "one\ntwo\nthree", "typed")]


def test_a_prompt_is_not_taken_for_a_part_of_another_ones_line(path: Path) -> None:
    rows = [queue("enqueue", "yes"), queue("remove"), user("yesterday it failed"), assistant("b")]
    assert [text for _, text, _ in said(path, *rows)] == ["yesterday it failed", "yes", "b"]


def test_a_prompt_that_waits_when_the_file_ends_is_given(path: Path) -> None:
    assert said(path, queue("enqueue", "use staging"), assistant("b")) == [
        (2, "b", "assistant"),
        (1, "use staging", "queued"),
    ]


def test_a_prompt_that_a_summary_quotes_is_still_given(path: Path) -> None:
    rows = [
        queue("enqueue", "use staging"),
        user("use staging", isCompactSummary=True),
        queue("remove"),
        assistant("b"),
    ]
    assert (1, "use staging", "queued") in said(path, *rows)


def test_a_prompt_pulled_back_into_the_editor_is_marked(path: Path) -> None:
    rows = [queue("enqueue", "use stagign"), queue("popAll", "use stagign"), user("use staging")]
    assert said(path, *rows) == [(1, "use stagign", "withdrawn"), (3, "use staging", "typed")]


def test_a_prompt_pulled_back_and_sent_unchanged_is_given_once(path: Path) -> None:
    rows = [queue("enqueue", "use staging"), queue("popAll"), user("use staging"), assistant("b")]
    assert [text for _, text, _ in said(path, *rows)] == ["use staging", "b"]


@pytest.mark.parametrize(
    "content",
    [
        "<task-notification>\n<status>done</status>\n</task-notification>",
        "<agent-notification>x</agent-notification>",
        "/model",
        " ",
    ],
)
def test_what_nobody_said_is_not_given(path: Path, content: str) -> None:
    assert said(path, queue("enqueue", content), queue("remove"), assistant("b")) == [(3, "b", "assistant")]


def test_a_prompt_whose_row_says_that_nobody_typed_it_is_not_human(path: Path) -> None:
    rows = [queue("enqueue", "check the build"), queue("dequeue"), user("check the build", origin={"kind": "cron"})]
    assert said(path, *rows) == [(3, "check the build", "origin")]


def test_arguments_of_a_queued_command_are_given_once(path: Path) -> None:
    envelope = user("<command-name>/compact</command-name>\n<command-args>keep the rule</command-args>")
    rows = [queue("enqueue", "/compact keep the rule"), queue("dequeue")]
    assert said(path, *rows, assistant("b"))[0] == (1, "keep the rule", "command_args")
    assert [text for _, text, _ in said(path, *rows, envelope)] == ["/compact", "keep the rule"]


def test_a_shell_command_in_the_queue_is_given_once(path: Path) -> None:
    rows = [queue("enqueue", "!make ship"), queue("dequeue"), user("<bash-input>make ship</bash-input>")]
    assert said(path, *rows) == [(3, "make ship", "bash_input")]


def test_a_queued_prompt_has_a_time_a_place_and_the_same_identity_in_a_resumed_copy(path: Path, tmp_path: Path) -> None:
    path.write_bytes(data(assistant("a"), queue("enqueue", "use staging")))
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(path.read_bytes())
    (_, turn), (_, again) = read(path)[0], read(copy)[0]
    assert (turn.time, turn.cwd, turn.role) == (TIME, "/home/dev/demo", "human")
    assert turn.row.startswith("queued-")
    assert turn.row == again.row


def test_a_copied_row_of_the_queue_gives_its_prompt_once(path: Path) -> None:
    rows = [queue("enqueue", "use staging"), queue("remove"), assistant("b")]
    assert [text for _, text, _ in said(path, *rows, *rows)].count("use staging") == 1


def test_the_queues_row_shows_the_prompt(path: Path) -> None:
    path.write_bytes(data(queue("enqueue", "use staging"), queue("remove")))
    assert [(turn.role, turn.text) for turn in SOURCE.rows(transcript(path), 1, [])] == [("human", "use staging")]
    assert SOURCE.rows(transcript(path), 2, []) == []


STORIES = [
    [queue("enqueue", "use staging"), queue("remove", **ABSORBED), RESULT, attached("use staging"), assistant("b")],
    [queue("enqueue", "use staging"), queue("dequeue"), user("use staging"), assistant("b"), user("go on")],
    [assistant("a"), queue("enqueue", "use staging"), RESULT, queue("remove"), assistant("b"), user("go on")],
    [
        queue("enqueue", "use staging"),
        assistant("a"),
        queue("popAll", "use staging"),
        user("use staging"),
        assistant("b"),
    ],
    [queue("enqueue", "one"), queue("enqueue", "two"), queue("remove"), assistant("a"), queue("dequeue"), user("two")],
]


@pytest.mark.parametrize("story", STORIES)
def test_wherever_a_reading_stops_every_prompt_is_given_once(path: Path, story: list[Row]) -> None:
    path.write_bytes(data(*story))
    whole = sorted(turn.text for turn in read(path)[0])
    for cut in range(len(story) + 1):
        path.write_bytes(data(*story[:cut]))
        before, mark = read(path)
        with path.open("ab") as handle:
            handle.write(data(*story[cut:]))
        after, _ = read(path, mark)
        assert sorted(turn.text for turn in before + after) == whole
