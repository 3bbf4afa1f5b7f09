"""What ties two statements of a memory: the words that few of its statements have."""

from __future__ import annotations

import pytest

from dreamd.comparing import Said, alike, nearness, reading

ROOMS = (
    "House Dock has three rooms.",
    "House Mill has two rooms.",
    "House Lido sells no hot drinks.",
    "House Arcade opens at noon.",
    "House Dock is cleaned before the first guests come.",
)
SAME = (
    (
        "Only drums whose seal is unbroken may serve for daubing the track rope.",
        "Tallow for the track rope is taken from sealed drums only.",
    ),
)


def test_a_word_that_many_statements_have_weighs_less_than_one_that_two_have() -> None:
    told = nearness.weights(
        [*(f"Widget {letter} is of brass." for letter in "abcde"), "A gizmo hums.", "Mind a gizmo."]
    )

    assert told["gizmo"] > told["widget"] > 0


def test_two_statements_are_as_near_in_either_order() -> None:
    said = [reading.meant(text) for text in SAME[0]]
    told = nearness.weights([*ROOMS, *SAME[0]])

    assert nearness.near(said[0], said[1], told) == nearness.near(said[1], said[0], told)
    assert 0 < nearness.near(said[0], said[1], told).least <= nearness.near(said[0], said[1], told).most <= 1


def test_statements_without_a_word_in_common_are_not_near() -> None:
    told = nearness.weights(ROOMS)

    assert nearness.near(reading.meant("Ship on Friday."), reading.meant(ROOMS[1]), told).shared == 0
    assert not nearness.tied("Ship on Friday.", ROOMS[1], told)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_with_rare_words_is_met_among_the_statements_of_a_memory_only(one: str, other: str) -> None:
    told = nearness.weights([*ROOMS, one, other])

    assert alike(Said(one), Said(other), told)
    assert not alike(Said(one), Said(other))


def test_a_rare_word_in_common_makes_no_two_statements_the_same_that_tell_other_numbers() -> None:
    one, other = "旧版客户端至少再支持两个季度。", "老版本的客户端我们要再支持至少三个季度。"

    assert not alike(Said(one), Said(other), nearness.weights([*ROOMS, one, other]))
