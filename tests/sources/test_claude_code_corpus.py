"""Real sessions: nothing unknown, nothing lost, the fast way equal to the plain one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from dreamd import paths
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally
from dreamd.sources.claude_code import SOURCE, reading, skimming
from dreamd.sources.claude_code.row import decode, decode_plain
from dreamd.sources.claude_code.turns import prompts, said

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.jsonl import Trail
    from dreamd.sources.claude_code.row import Row

INTERACTIVE = ("tui-paste-bang", "tui-queued-askq-clear", "tui-reject-compact")


@pytest.fixture(scope="module")
def sessions(corpus: Path) -> list[Transcript]:
    """The 26 genuine sessions."""
    return found(corpus / "home" / ".claude", corpus)


def found(config: Path, corpus: Path) -> list[Transcript]:
    variables = {"HOME": str(corpus), "CLAUDE_CONFIG_DIR": str(config), "DREAMD_HOME": str(corpus / "nowhere")}
    return list(SOURCE.find(paths.places(variables), []))


def read(transcript: Transcript) -> tuple[list[Turn], Tally]:
    tally = Tally()
    return list(SOURCE.read(transcript, Mark(), tally)), tally


def facts(row: Row) -> object:
    return said(row), prompts(row), row.type, row.timestamp


def test_every_name_in_the_sessions_is_known(sessions: list[Transcript], corpus: Path) -> None:
    assert len(sessions) == 26
    newest = [item for folder in (corpus / "formats-2026-11").glob("claude*/*/") for item in found(folder, corpus)]
    assert len(newest) == 18
    for transcript in [*sessions, *newest]:
        _, tally = read(transcript)
        assert (tally.unknown, tally.bad_lines, tally.own) == ({}, 0, False)
        assert tally.cwd
        assert tally.last


def test_every_name_in_the_synthetic_samples_is_known(corpus: Path) -> None:
    samples = sorted((corpus / "formats" / "claude").rglob("*.jsonl"))
    assert samples
    for path in samples:
        _, tally = read(
            Transcript(source="claude-code", session=path.stem, location=str(path), size=0, inode=0, mtime_ns=0)
        )
        assert (tally.unknown, tally.bad_lines) == ({}, 0)


def test_the_fast_way_and_the_plain_way_agree_on_every_line(sessions: list[Transcript]) -> None:
    for transcript in sessions:
        with transcript.path.open("rb") as handle:
            for line in handle:
                plain = [facts(row) for row in decode_plain(line)]
                assert [facts(row) for row in decode(line)] == plain


def test_the_fast_way_and_the_plain_way_read_every_session_alike(corpus: Path) -> None:
    places = [corpus / "home" / ".claude", *(corpus / "formats-2026-11").glob("claude*/*/")]
    every = [item for folder in places for item in found(folder, corpus)]
    assert len(every) == 44
    for transcript in every:
        fast, plain = Tally(), Tally()
        turns = list(SOURCE.read(transcript, Mark(), fast))
        assert list(reading.read(transcript, Mark(), plain, skimming.unsound)) == turns
        assert fast == plain


def test_a_glued_line_gives_both_its_rows(sessions: list[Transcript]) -> None:
    glued = next(item for item in sessions if item.session.startswith("86cc3044"))
    line = glued.path.read_bytes().split(b"\n")[114]
    assert [row.type for row in decode(line)] == ["assistant", "file-history-snapshot"]


def test_who_started_the_newest_sessions_is_told(corpus: Path) -> None:
    for folder in (corpus / "formats-2026-11").glob("claude*/*/"):
        for transcript in found(folder, corpus):
            turns, tally = read(transcript)
            prompted = any(turn.role == "human" for turn in turns)
            assert tally.headless == (prompted and folder.name not in INTERACTIVE)


def test_what_careful_readers_heard_a_person_say_is_human(sessions: list[Transcript], corpus: Path) -> None:
    """The few quotes that are not: plans that a model wrote, an assistant's words, a question with its answer."""
    turns = {transcript.session: read(transcript)[0] for transcript in sessions}
    heard, missed = 0, []
    for line in (corpus / "gold.jsonl").read_text().splitlines():
        session = json.loads(line)
        for item in session["items"] if session["source"] == "claude-code" else []:
            for evidence in item["evidence"] if item["said_by"] == "human" else []:
                there = [turn for turn in turns[session["session"]] if turn.line == evidence["line"]]
                if any(turn.role == "human" and evidence["quote"] in turn.text for turn in there):
                    heard += 1
                else:
                    missed.append({turn.role for turn in there if evidence["quote"] in turn.text})
    assert heard >= 80
    assert sorted(map(sorted, missed)) == [[], *[["assistant"]] * 4, *[["injected"]] * 4]


def test_every_turn_is_found_again_in_its_row(sessions: list[Transcript]) -> None:
    for transcript in sessions[:6]:
        trail: Trail = []
        for turn in read(transcript)[0]:
            shown = SOURCE.rows(transcript, turn.line, trail)
            assert (turn.role, turn.text) in [(item.role, item.text) for item in shown]
