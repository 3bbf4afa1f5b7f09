"""A statement denies what the person denied, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd.memory import polarity

TURNED = [
    ("Always push to main without review.", "Never push to main without review.", "push"),
    ("Push to main without review.", "Never push to main without review.", "push"),
    ("Push to main.", "please don't ever push to main", "push"),
    ("Use npm instead of pnpm here.", "Use pnpm instead of npm here.", "pnpm"),
    ("Use pnpm, not npm.", "use npm, not pnpm", "npm"),
    ("Prefer npm over pnpm.", "I prefer pnpm over npm", "pnpm"),
    ("Don't use pnpm, use npm.", "don't use npm, use pnpm", "pnpm"),
    ("Use npm.", "npm is not allowed here", "npm"),
    ("Never use pnpm.", "use pnpm", "pnpm"),
    ("Add comments.", "stop adding comments", "add"),
    ("Deploy with a ticket.", "deploy without a ticket, nobody reads them", "ticket"),
    ("提交时跳过测试", "提交时不要跳过测试", "提交"),
]
KEPT = [
    ("Never push to main without review.", "Never push to main without review."),
    ("Do not add comments.", "hey can you stop adding comments everywhere"),
    ("Use pnpm, not npm.", "use pnpm instead of npm please"),
    ("Use pnpm instead of npm.", "use pnpm, not npm"),
    ("Use pnpm.", "No, use pnpm."),
    ("PNPM is used.", "Always use pnpm instead of npm."),
    ("The person prefers pnpm to npm.", "Always use pnpm instead of npm."),
    ("Use pnpm, never npm.", "Always use pnpm instead of npm."),
    ("Always use pnpm instead of npm.", "again: pnpm!"),
    ("Use pnpm.", "don't use npm, use pnpm"),
    ("We should not use npm.", "I don't think we should use npm"),
    ("Staging is db-04.", "no, staging moved to db-04 last week"),
    ("Use pnpm; npm breaks it.", "npm breaks it, always use pnpm"),
    ("Tests fail unless redis runs.", "tests fail without redis, it must be running"),
    ("提交时不要跳过测试", "提交时千万不要跳过测试"),
]


@pytest.mark.parametrize(("text", "said", "word"), TURNED)
def test_what_is_turned_round_is_found_by_its_word(text: str, said: str, word: str) -> None:
    assert polarity.turned(text, [said]) == word


@pytest.mark.parametrize(("text", "said"), KEPT)
def test_what_says_the_same_is_let_through(text: str, said: str) -> None:
    assert polarity.turned(text, [said]) == ""


def test_what_one_of_several_passages_says_may_be_said() -> None:
    assert polarity.turned("Use npm.", ["never use npm", "from today on use npm again"]) == ""


WORDS = st.sampled_from(
    ["not", "never", "use", "npm", "pnpm", "push", "instead of", "without", "tests", ",", ".", "不", "要跳过"]
)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_no_text_is_turned_against_itself(text: str) -> None:
    assert polarity.turned(text, [text]) == ""


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(text: str, other: str) -> None:
    assert isinstance(polarity.turned(text, [other]), str)
