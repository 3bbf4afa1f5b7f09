"""Whose words stand in a person's prompt, whichever agent heard it and wherever it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import scanner
from dreamd.attribution import attributed
from dreamd.records import Mark, Transcript, Turn
from dreamd.sources import Tally

if TYPE_CHECKING:
    from tests.conftest import Talk

QUOTING = "Bob wrote:\n> never do this\n\nuse tabs"


def turn(text: str, why: str = "typed") -> Turn:
    return Turn(source="any", session="s", line=7, role="human", text=text, why=why, row="u", time="2026-11-30")


def told(text: str, why: str = "typed") -> list[tuple[str, str, str]]:
    return [(one.role, one.text, one.why) for one in attributed(turn(text, why))]


@pytest.mark.parametrize("why", ["typed", "queued", "refusal", "answer", "memory_input", "command_args"])
def test_what_a_prompt_quotes_is_anothers_however_it_was_given(why: str) -> None:
    assert told(QUOTING, why) == [
        ("pasted", "> never do this", "quoted_line"),
        ("human", "Bob wrote:\n\nuse tabs", why),
    ]


def test_words_around_a_quotation_in_a_line_stay_in_one_line() -> None:
    words = told('the docs said "always use tabs, never spaces" but we use spaces')
    assert [text for role, text, _ in words if role == "human"] == ["the docs said  but we use spaces"]


def test_a_command_for_the_shell_is_whole_and_so_is_what_others_said() -> None:
    assert told("cat <<E\n> x\nE", "bash_input") == [("human", "cat <<E\n> x\nE", "bash_input")]
    other = Turn(source="any", session="s", line=7, role="assistant", text=QUOTING)
    assert list(attributed(other)) == [other]


def test_a_prompt_that_is_all_anothers_says_nothing_of_the_persons() -> None:
    assert {role for role, _, _ in told("> quoted\n> lines")} == {"pasted"}


def test_reading_and_looking_up_a_row_tell_the_same(talk: Talk) -> None:
    path = talk("one", QUOTING, "> Noted.")
    status = path.stat()
    file = Transcript(
        source="claude-code",
        session=path.stem,
        location=str(path),
        size=status.st_size,
        inode=status.st_ino,
        mtime_ns=0,
    )
    turns = [one for one in scanner.read(file, Mark(), Tally()) if one.line == 1]
    assert [one.role for one in turns] == ["pasted", "human"]
    assert scanner.rows(file, 1, []) == turns


@given(st.text(max_size=200))
def test_no_letter_is_made_up_and_none_comes_before_another(text: str) -> None:
    for one in attributed(turn(text)):
        left = iter(text)
        assert all(char in left for char in one.text if not char.isspace())
        assert (one.line, one.row, one.time) == (7, "u", "2026-11-30")
