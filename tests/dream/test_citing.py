"""From what a model cites to what stands in the row."""

from __future__ import annotations

import pytest

from dreamd.dream import citing
from dreamd.records import Role, Turn


def turn(line: int, text: str, role: Role = "human", session: str = "54bb2ec8-87cc-4000") -> Turn:
    time = "2026-03-10T09:00:00.000Z"
    return Turn(source="claude-code", session=session, line=line, role=role, text=text, time=time, row=f"row-{line}")


SAID = "No,  use “pnpm”\nhere — don’t ever use npm. Staging is db\u200b-04."
ROWS = citing.rows(
    [
        [turn(5, SAID), turn(5, f"refused: {SAID}", "tool_result"), turn(6, "Noted.", "assistant")],
        [turn(5, "Ship on Fridays.", session="54bb2ec8-9999-4000"), turn(8, "Use tabs.", session="54bb2ec8-9999-4000")],
    ]
)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (SAID, SAID),
        ("use “pnpm”", "use “pnpm”"),
        ('use "pnpm" here', "use “pnpm”\nhere"),
        ("  no, USE “pnpm” ", "No,  use “pnpm”"),
        ("here - don't ever use npm", "here — don’t ever use npm"),
        ("Staging is db-04.", "Staging is db\u200b-04."),
    ],
)
def test_spacing_case_and_marks_may_differ_and_the_quote_is_what_the_row_says(words: str, found: str) -> None:
    (quote,) = found_quotes("claude-code/54bb2ec8-87cc#L5", words)
    assert quote == found


def found_quotes(reference: str, words: str) -> list[str]:
    quotes = citing.quotes(ROWS, reference, words)
    assert not isinstance(quotes, str), quotes
    assert all(quote.row == f"row-{quote.line}" and quote.date == "2026-03-10" for quote in quotes)
    return [quote.quote for quote in quotes]


def test_a_quote_with_an_ellipsis_is_several_quotes() -> None:
    for dots in ("...", "…", "[...]"):
        assert found_quotes("claude-code/54bb2ec8-87cc#L5", f"use “pnpm” {dots} ever use npm") == [
            "use “pnpm”",
            "ever use npm",
        ]


@pytest.mark.parametrize(
    "reference",
    [
        "claude-code/54bb2ec8-9999#L8",
        "[claude-code/54bb2ec8-9999#L8 human 2026-03-10]",
        "claude-code/54bb2ec8-9999-4000#L8",
        "54bb2ec8-9999#L8",
        "claude-code/54bb2ec8#L8",
        "#L8",
        "L8",
    ],
)
def test_a_reference_may_be_cut_or_longer_as_long_as_one_row_is_meant(reference: str) -> None:
    assert found_quotes(reference, "Use tabs.") == ["Use tabs."]


def test_of_several_rows_that_may_be_meant_the_one_with_the_words_counts() -> None:
    quotes = citing.quotes(ROWS, "#L5", "Ship on Fridays.")
    assert not isinstance(quotes, str)
    assert quotes[0].session == "54bb2ec8-9999-4000"


def test_the_person_speaks_before_a_tool_that_repeats_them() -> None:
    quotes = citing.quotes(ROWS, "claude-code/54bb2ec8-87cc#L5", "don’t ever use npm")
    assert not isinstance(quotes, str)
    assert quotes[0].role == "human"


@pytest.mark.parametrize(
    ("reference", "words", "wrong"),
    [
        ("claude-code/54bb2ec8-87cc#L7", "x", "no turn of this dream is called"),
        ("codex/54bb2ec8-87cc#L5", "x", "no turn of this dream is called"),
        ("nonsense", "x", "no turn of this dream is called"),
        ("claude-code/54bb2ec8-87cc#L5", " ", "the quote is empty"),
        ("claude-code/54bb2ec8-87cc#L5", "…", "the quote is empty"),
        ("claude-code/54bb2ec8-87cc#L6", "Use yarn.", "it says: 'Noted.'. Quote word for word"),
        ("claude-code/54bb2ec8-87cc#L5", "use “pnpm” ... use yarn", "these words do not stand in"),
    ],
)
def test_what_cannot_be_found_is_answered_with_what_stands_there(reference: str, words: str, wrong: str) -> None:
    told = citing.quotes(ROWS, reference, words)
    assert isinstance(told, str)
    assert wrong in told
