"""Real rollouts: nothing unknown, what the person said once, the fast way equal to the plain one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dreamd import paths
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally
from dreamd.sources.codex import SOURCE
from dreamd.sources.codex.decoding import decode, decode_plain
from dreamd.sources.codex.skimming import skim
from dreamd.sources.codex.speech import heard

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.jsonl import Trail


def found(codex: Path, corpus: Path) -> list[Transcript]:
    variables = {"HOME": str(corpus), "CODEX_HOME": str(codex), "DREAMD_HOME": str(corpus / "nowhere")}
    return list(SOURCE.find(paths.places(variables), []))


def read(transcript: Transcript) -> tuple[list[Turn], Tally]:
    tally = Tally()
    return list(SOURCE.read(transcript, Mark(), tally)), tally


@pytest.fixture(scope="module")
def sessions(corpus: Path) -> list[Transcript]:
    """The genuine sessions: five of 2026-06 and -07, four of 0.171."""
    older = found(corpus / "home" / ".codex", corpus)
    newest = found(corpus / "formats-2026-11" / "codex-0.171.0", corpus)
    assert (len(older), len(newest)) == (5, 4)
    return older + newest


def prompts(path: Path) -> list[str]:
    """What the events of the file itself say that the person said."""
    said = []
    for line in path.read_text("utf-8").splitlines():
        payload = json.loads(line)["payload"]
        if payload.get("type") == "user_message":
            said.append(payload["message"])
        elif payload.get("type") == "item_completed" and payload["item"]["type"] == "UserMessage":
            said.append("".join(block.get("text", "") for block in payload["item"]["content"]))
    return said


def test_every_name_in_the_sessions_is_known(sessions: list[Transcript], corpus: Path) -> None:
    samples = sorted((corpus / "formats" / "codex").rglob("*.jsonl"))
    assert samples
    others = [Transcript(source="codex", session=p.stem, location=str(p), size=0, inode=0, mtime_ns=0) for p in samples]
    for transcript in [*sessions, *others]:
        _, tally = read(transcript)
        assert (tally.unknown, tally.bad_lines, tally.own) == ({}, 0, False)
        assert tally.last
    assert all(read(transcript)[1].cwd for transcript in sessions)


def test_each_human_message_counts_once(sessions: list[Transcript]) -> None:
    total = 0
    for transcript in sessions:
        human = [turn.text for turn in read(transcript)[0] if turn.role == "human"]
        events = prompts(transcript.path)
        assert len(human) == len(events)
        for said, told in zip(human, events, strict=True):
            assert told.strip().endswith(said)
        total += len(human)
    assert total == 46 + 5


def test_each_answer_counts_once(sessions: list[Transcript]) -> None:
    for transcript in sessions:
        rows = [row for line in transcript.path.read_bytes().splitlines() for row in decode(line)]
        told = [row for row in rows if row.name == "response_item:message" and row.payload.role == "assistant"]
        assert sum(turn.role == "assistant" for turn in read(transcript)[0]) == len(told)


def test_the_newest_sessions_were_started_by_a_program(sessions: list[Transcript]) -> None:
    assert [read(transcript)[1].headless for transcript in sessions] == [False] * 5 + [True] * 4


def test_the_fast_way_and_the_plain_way_agree_on_every_line(sessions: list[Transcript]) -> None:
    for transcript in sessions:
        for line in transcript.path.read_bytes().splitlines(keepends=True):
            plain = [(row.name, row.time, heard(row)) for row in decode_plain(line)]
            assert [(row.name, row.time, heard(row)) for row in decode(line)] == plain
            assert [(row.name, row.time, heard(row)) for row in skim(line)] == plain


def test_what_careful_readers_heard_a_person_say_is_human(sessions: list[Transcript], corpus: Path) -> None:
    """Two quotes that are not: they are the assistant's words."""
    turns = {transcript.session: read(transcript)[0] for transcript in sessions}
    there = [
        {turn.role for turn in turns[session["session"]] if turn.line == one["line"] and one["quote"] in turn.text}
        for session in map(json.loads, (corpus / "gold.jsonl").read_text().splitlines())
        for item in session["items"]
        if session["source"] == "codex" and item["said_by"] == "human"
        for one in item["evidence"]
    ]
    assert there.count({"human"}) == 35
    assert [roles for roles in there if roles != {"human"}] == [{"assistant"}] * 2


def test_every_turn_is_found_again_in_its_row(sessions: list[Transcript]) -> None:
    for transcript in sessions:
        trail: Trail = []
        for turn in read(transcript)[0]:
            shown = SOURCE.rows(transcript, turn.line, trail)
            assert (turn.role, turn.text) in [(one.role, one.text) for one in shown]
