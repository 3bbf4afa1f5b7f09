"""Contradictions of each kind as people say them, and what only looks like one: the rows lie beside this."""

from __future__ import annotations

from pathlib import Path

import pytest

from dreamd.comparing import Said, charge, contrary, leave, meeting, questions


def rows(mark: str) -> list[tuple[str, str]]:
    """Pairs of statements below the headings with this mark."""
    found, wanted = list[tuple[str, str]](), False
    for line in Path(__file__).with_name("contradictions.txt").read_text("utf-8").splitlines():
        one, between, other = line.partition(" | ")
        if between and wanted:
            found.append((one, other))
        elif not between and line[:1] in {"=", "~"}:
            wanted = line[0] == mark
    return found


@pytest.mark.parametrize(("one", "other"), rows("="))
def test_what_contradicts_each_other_is_told_in_either_order_and_met_in_a_memory(one: str, other: str) -> None:
    assert contrary(Said(one), Said(other))
    assert contrary(Said(other), Said(one))
    assert meeting.pairs([one, other]) == [(0, 1)]


@pytest.mark.parametrize(("one", "other"), rows("~"))
def test_what_only_looks_like_a_contradiction_is_left_alone(one: str, other: str) -> None:
    assert contrary(Said(one), Said(other)) == ""
    assert contrary(Said(other), Said(one)) == ""


def test_who_is_in_charge_is_read_from_what_they_do_and_from_whose_job_it_is() -> None:
    (does,) = charge.charges("Dana writes the weekly digest.")
    (has,) = charge.charges("The weekly digest is Omar's job.")
    assert (does.who, has.who) == ("dana", "omar")
    assert does.what == has.what
    assert does.deed
    assert not has.deed


def test_a_ban_of_less_than_what_is_ordered_stands_beside_the_order() -> None:
    assert leave.unlike("Never format the vendored code.", "Always run the formatter.") == ""
    assert leave.unlike("Never run the formatter.", "Always run the formatter before a commit.")


def test_an_answer_that_is_denied_is_no_answer() -> None:
    assert questions.answers("Squash on merge.")["history of main"][0] == "squash"
    assert "indentation" not in questions.answers("Spaces are never used here.")
