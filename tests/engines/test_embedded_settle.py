"""How the embedded engine settles what was said with what was said before, here and in the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamd.engines.embedded.same import contradicts, says_same

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Operation, TopicView

    Dreamt = Callable[..., list[Operation]]

SAME = (
    ("Always run the linter before committing.", "always run the linter before committing"),
    ("Never push directly to main.", "never push to main directly"),
    ("提交信息用中文写。", "提交信息请用中文写"),
)
NOT_SAME = (
    ("Keep lines under 100 characters.", "Keep lines under 120 characters."),
    ("Use the `alpha` queue for mails.", "Use the `beta` queue for mails."),
    ("Deploy on Friday.", "Deploy on Monday."),
    ("Always squash commits before merging.", "Never squash commits before merging."),
    ("提交信息要用中文写。", "提交信息不要用中文写。"),
    ("Write tests for parsers.", "Write docs for parsers."),
    ("Always use npm instead of pnpm.", "Always use pnpm instead of npm."),
    ("Use tabs rather than spaces.", "Use spaces rather than tabs."),
)
CONTRADICTED = (
    ("Always squash commits before merging.", "Never squash commits before merging."),
    ("Keep lines under 100 characters.", "Keep lines under 120 characters."),
    ("Use npm in this repo.", "Use pnpm instead of npm in this repo."),
    ("We deploy to Frankfurt.", "We no longer deploy to Frankfurt, we deploy to Dublin."),
    ("The default branch is master.", "The default branch is main."),
    ("提交信息要用中文写。", "提交信息不要用中文写。"),
    ("默认分支是 master。", "默认分支是 main。"),
)
COMPATIBLE = (
    ("Use npm for the docs site.", "Use pnpm instead of npm."),
    ("Use npm in this repo.", "Use yarn in the mobile repo."),
    ("The tests are slow.", "The tests are flaky."),
    ("Keep issue #12 open until May.", "Keep issue #14 open until May."),
    ("Always write tests first.", "Never mock the database."),
    ("Ask before deleting files.", "Never delete files on the server."),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_in_other_words_is_the_same(one: str, other: str) -> None:
    assert says_same(one, other)
    assert says_same(other, one)


@pytest.mark.parametrize(("one", "other"), NOT_SAME)
def test_another_number_name_or_negation_is_never_the_same(one: str, other: str) -> None:
    assert not says_same(one, other)
    assert not says_same(other, one)


@pytest.mark.parametrize(("earlier", "later"), CONTRADICTED)
def test_another_value_choice_or_polarity_contradicts(earlier: str, later: str) -> None:
    assert contradicts(later, earlier)


@pytest.mark.parametrize(("earlier", "later"), COMPATIBLE)
def test_statements_that_can_both_hold_do_not_contradict(earlier: str, later: str) -> None:
    assert not contradicts(later, earlier)
    assert not contradicts(earlier, later)


def test_the_later_of_two_in_one_dream_stands_whatever_the_order_of_reading(dreamt: Dreamt) -> None:
    said = ("Always squash commits before merging.", "Never squash commits before merging.")
    for backwards in (False, True):
        (operation,) = dreamt(*said, backwards=backwards)
        assert operation.text == said[1]
        assert operation.why == f"void since 2026-03-02: {said[0]}"


def test_the_order_of_the_sessions_changes_nothing(dreamt: Dreamt) -> None:
    said = (
        "Always write tests first.",
        "Use tabs for indentation.",
        "Never call it legacy.",
        "always write tests first",
    )
    assert dreamt(*said) == dreamt(*said, backwards=True)


def test_the_same_from_another_session_confirms_once(dreamt: Dreamt) -> None:
    rule = "Always run the linter before committing."
    proposed = dreamt(rule, [rule, "always run the linter before committing"], rule)
    assert [(each.op, each.text or each.entry) for each in proposed] == [
        ("add", rule),
        ("confirm", rule),
        ("confirm", rule),
    ]
    assert [each.evidence[0].session[:8] for each in proposed] == ["00000001", "00000002", "00000003"]


def test_the_same_twice_in_one_session_is_said_once(dreamt: Dreamt) -> None:
    rule = "Always run the linter before committing."
    (operation,) = dreamt([rule, "always run the linter before committing"])
    assert operation.op == "add"


def test_an_entry_of_the_memory_is_confirmed_by_a_new_session(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Always run the linter before committing.")
    (operation,) = dreamt("always run the linter before committing", memory=(known,))
    assert (operation.op, operation.topic, operation.entry) == ("confirm", known.name, known.entries[0].text)


def test_a_foreign_entry_may_be_confirmed(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Always run the linter before committing.", foreign=True)
    assert [each.op for each in dreamt("Always run the linter before committing.", memory=(known,))] == ["confirm"]


def test_what_was_said_later_updates_the_memory_with_a_reason(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Always squash commits before merging.")
    (operation,) = dreamt("Never squash commits before merging.", memory=(known,))
    assert (operation.op, operation.entry) == ("update", known.entries[0].text)
    assert operation.why == "void since 2026-03-01: Always squash commits before merging."
    assert operation.reason == "superseded by what was said on 2026-03-01"


def test_what_was_said_before_the_memory_changes_nothing(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Never squash commits before merging.", updated="2026-06-01")
    assert dreamt("Always squash commits before merging.", memory=(known,)) == []


def test_a_foreign_entry_is_never_changed(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Always squash commits before merging.", foreign=True)
    (operation,) = dreamt("Never squash commits before merging.", memory=(known,))
    assert operation.op == "add"
    assert operation.why == "differs from what somebody else wrote in this memory"


def test_a_memory_of_people_is_superseded_in_place(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    known = topic("Always squash commits before merging.", name="agent-rules")
    (operation,) = dreamt("Never squash commits before merging.", memory=(known,))
    assert (operation.op, operation.topic) == ("update", "agent-rules")


def test_rows_that_a_resumed_session_repeats_count_once(dreamt: Dreamt) -> None:
    rule = "Always run the linter before committing."
    assert [each.op for each in dreamt(rule, rule)] == ["add", "confirm"]
    assert [each.op for each in dreamt(rule, rule, row="copied")] == ["add"]


def test_dreaming_twice_proposes_nothing(
    dreamt: Dreamt, remembered: Callable[[list[Operation]], tuple[TopicView, ...]]
) -> None:
    said = (
        "Always run the linter before committing.",
        "Use npm in this repo.",
        "Always run the linter before committing.",
        "always run the linter before committing",
        "Always run the linter before committing!",
        "Use pnpm instead of npm in this repo.",
        "Our tickets are tracked in Jira under the PAY project.",
        "我们用四个空格缩进，因为团队习惯了。",
    )
    first = dreamt(*said)
    assert {each.op for each in first} == {"add", "confirm"}
    assert dreamt(*said, memory=remembered(first)) == []
    assert dreamt(*said, memory=remembered(first), backwards=True) == []


SAID = [said for pair in (*SAME, *NOT_SAME, *CONTRADICTED, *COMPATIBLE) for said in pair]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.sampled_from(SAID), max_size=10))
def test_dreaming_twice_over_anything_proposes_nothing(
    dreamt: Dreamt, remembered: Callable[[list[Operation]], tuple[TopicView, ...]], said: list[str]
) -> None:
    first = dreamt(*said)
    assert dreamt(*said, memory=remembered(first)) == []
    assert first == dreamt(*said, backwards=True)
