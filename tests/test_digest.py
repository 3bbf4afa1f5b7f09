"""An engine sees each new turn once, redacted, oldest session first, with the turns before it as context."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from dreamd import digest, scanner
from dreamd.digest import Reading
from dreamd.records import Mark, Transcript

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dreamd.digest import Digested
    from tests.conftest import Talk

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def transcript(path: Path) -> Transcript:
    status = path.stat()
    return Transcript(
        source="claude-code",
        session=path.stem,
        location=str(path),
        size=status.st_size,
        inode=status.st_ino,
        mtime_ns=status.st_mtime_ns,
    )


def read(*readings: Reading, known: Iterable[str] = ()) -> list[Digested]:
    return digest.digest(readings, known, lambda _size: None, lambda _transcript, error: pytest.fail(str(error)))


def test_what_is_new_comes_with_the_two_turns_before_it(talk: Talk) -> None:
    path = talk("one", "First.", "> Second.", "Third.")
    (first,) = read(Reading(transcript=transcript(path)))
    assert [turn.text for turn in first.turns] == ["First.", "Second.", "Third."]
    assert (first.human, [turn.text for turn in first.tail]) == (2, ["Second.", "Third."])
    talk("one", "> Fourth.")
    (second,) = read(Reading(transcript=transcript(path), mark=first.mark, tail=first.tail))
    assert [turn.text for turn in second.turns] == ["Fourth."]
    assert (second.human, [turn.text for turn in second.tail]) == (0, ["Third.", "Fourth."])
    (third,) = read(Reading(transcript=transcript(path), mark=second.mark, tail=second.tail))
    assert (third.turns, third.tail, third.mark.offset) == ((), second.tail, second.mark.offset)


def test_sessions_come_oldest_first_and_a_row_that_stands_in_several_files_is_read_once(talk: Talk) -> None:
    late = talk("late", "Said later.", day="2026-11-09")
    original = talk("original", "Said once.", "Said twice.", day="2026-11-02")
    fork = original.with_name("00000000-0000-4000-8000-000000000000.jsonl")
    shutil.copyfile(original, fork)
    found = read(*(Reading(transcript=transcript(path)) for path in (late, original, fork)))
    texts = [turn.text for item in found for turn in item.turns]
    assert texts == ["Said once.", "Said twice.", "Said later."]


def test_rows_that_were_read_before_are_left_out_and_the_mark_moves_on(talk: Talk) -> None:
    path = talk("one", "Known.", "New.")
    row = json.loads(path.read_text().splitlines()[0])["uuid"]
    (item,) = read(Reading(transcript=transcript(path)), known=[row])
    assert [turn.text for turn in item.turns] == ["New."]
    assert (item.human, item.mark.line) == (1, 2)


def test_secrets_are_gone_before_an_engine_sees_a_turn_and_from_its_context(talk: Talk) -> None:
    path = talk("one", f"The token is {KEY}.", f"> I will use {KEY}.")
    (item,) = read(Reading(transcript=transcript(path)))
    assert KEY not in repr(item)
    assert "The token is" in item.turns[0].text


def test_what_an_agent_says_is_cut_in_the_middle_and_what_a_person_says_is_not(talk: Talk) -> None:
    path = talk("one", "a" * 9_000 + " end", "> begin " + "b " * 9_000 + "end")
    (item,) = read(Reading(transcript=transcript(path)))
    human, agent = item.turns
    assert len(human.text) == 9_004
    assert len(agent.text) < digest.CONTEXT_CHARS + 20
    assert agent.text.startswith("begin b")
    assert agent.text.endswith("b end")
    assert "\n[...]\n" in agent.text


def test_a_session_that_cannot_be_read_stops_no_other_and_is_told(talk: Talk) -> None:
    good, gone = talk("good", "Said."), talk("gone", "Lost.")
    readings = [Reading(transcript=transcript(path)) for path in (gone, good)]
    gone.unlink()
    lost: list[str] = []
    done: list[int] = []
    (item,) = digest.digest(readings, (), done.append, lambda one, _error: lost.append(one.session))
    assert [turn.text for turn in item.turns] == ["Said."]
    assert (lost, len(done)) == ([gone.stem], 2)


def test_a_survey_counts_what_people_said_since_the_mark(talk: Talk) -> None:
    path = talk("one", "First.", "> Second.", day="2026-11-02")
    before = scanner.survey(transcript(path), Mark())
    assert (before.human, before.cwd, before.version, before.last) == (
        1,
        "/w/shop",
        "2.1.332",
        "2026-11-02T00:02:00.000Z",
    )
    talk("one", "Third.", "Fourth.", day="2026-11-03")
    after = scanner.survey(transcript(path), before.mark)
    assert (after.human, after.last) == (2, "2026-11-03T00:04:00.000Z")


def test_versions_are_ordered_by_their_numbers() -> None:
    assert sorted(["2.1.10", "2.1.9", "2.1.332"], key=scanner.numbers) == ["2.1.9", "2.1.10", "2.1.332"]


def test_what_goes_on_to_the_next_dream_as_context_is_cut_whoever_said_it(talk: Talk) -> None:
    (item,) = read(Reading(transcript=transcript(talk("one", "Always use pnpm. " + "more " * 3_000, "> Noted."))))
    assert max(len(turn.text) for turn in item.turns) > digest.CONTEXT_CHARS
    assert all(len(turn.text) <= digest.CONTEXT_CHARS for turn in item.tail)
    assert item.tail[0].text.startswith("Always use pnpm.")
