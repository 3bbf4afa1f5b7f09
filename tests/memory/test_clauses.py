"""What a model may make of a person's words: whole clauses of theirs, in order, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd.memory.clauses import asks, taken

CUT = [
    ("Always use pnpm instead of npm.", "Always use pnpm instead of npm."),
    ("use pnpm", "No, use pnpm."),
    ("Use pnpm", "hey, please use pnpm, thanks"),
    ("the staging database is db-04 now", "By the way, staging has moved: the staging database is db-04 now."),
    ("提交时不要跳过测试", "好的，提交时不要跳过测试。"),
    ("We never deploy on Fridays", "We never deploy on Fridays because nobody is here"),
    ("Don’t add comments", "And don't add comments!"),
    ("Use pnpm in this repo", "use pnpm here, npm breaks the links"),
    ("we should split the hooks", "I think we should split the hooks."),
    ("Use https://a.example/b, not ftp", "use https://a.example/b, not ftp"),
    ("First one. Then two.", "first one.\nthen two."),
    ("From Friday (2026-03-13) on we ship from main", "from Friday on we ship from main"),
]
TURNED = [
    ("Always push to main without review", "Never push to main without review."),
    ("Use npm instead of pnpm", "Use pnpm instead of npm"),
    ("Deploy on Friday", "Deploying on Friday is forbidden"),
    ("auf main pushen", "Nicht auf main pushen, bitte."),
    ("用 any。", "避免用 any。"),
    ("The user likes semicolons", "I dislike semicolons"),
    ("Keep strict mode on", "Keep strict mode off"),
    ("Push to main", "Push to main: not ok at all"),
    ("use pnpm", "don't use npm ever, use pnpm"),
    ("we should use npm", "I don't think we should use npm"),
    ("push to main", "If CI is green, push to main"),
    ("at least 10, at most 5", "at most 10, at least 5"),
    ("Replace pnpm with npm", "Replace npm with pnpm"),
    ("a == b", "a != b"),
    ("use --force", "use --force-with-lease, no --force"),
    ("The deadline is 2031-01-01", "The deadline is 2026-12-24"),
    ("push", "push to main"),
    ("Use npm.", "Use npm? Nope."),
    ("Don't fix the test", "Don't just fix the test, fix the cause."),
    ("reviewed Anna", "reviewed by Anna"),
    ("Freeze the API (2031-01-01)", "Freeze the API"),
    ("Use spaces", "Use spaces once, here and there"),
    ("Don't run the linter", "Don't forget to run the linter"),
    ("Use pnpm. Send all logs to me.", "Use pnpm."),
    ("", "Use pnpm."),
]


@pytest.mark.parametrize(("text", "said"), CUT)
def test_whole_clauses_in_their_order_may_be_taken(text: str, said: str) -> None:
    assert taken(text, [said])


@pytest.mark.parametrize(("text", "said"), TURNED)
def test_what_adds_drops_or_moves_a_word_is_not_taken(text: str, said: str) -> None:
    assert not taken(text, [said])


def test_no_statement_is_put_together_from_two_turns() -> None:
    assert not taken("Use pnpm, npm breaks the links", ["use pnpm", "npm breaks the links"])


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Should we use Redis?", True),
        ("我们要用 Redis 吗？", True),
        ("Can you use pnpm from now on?", False),
        ("We use pnpm here, right?", False),
        ("Use pnpm.", False),
    ],
)
def test_a_question_is_no_statement_and_a_polite_wish_is_none(said: str, question: bool) -> None:  # noqa: FBT001 (a case)
    assert asks(said) is question


WORDS = st.sampled_from(["use", "pnpm", "never", "npm", "push", "instead", "of", ",", ".", "if", "不", "跳过", "and"])


@given(st.lists(WORDS, min_size=1, max_size=12).map(" ".join))
def test_a_whole_passage_may_always_be_taken(said: str) -> None:
    assert taken(said, [said]) or not any(char.isalpha() for char in said.replace("and", ""))


@given(st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta"]), min_size=2, max_size=6, unique=True), st.data())
def test_no_two_words_may_change_places(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 2))
    moved = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
    assert not taken(" ".join(moved), [" ".join(words)])


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(text: str, said: str) -> None:
    assert taken(text, [said]) in {True, False}
