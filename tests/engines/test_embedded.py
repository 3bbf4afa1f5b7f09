"""What the embedded engine keeps, refuses, and calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Operation, TopicView

    Dreamt = Callable[..., list[Operation]]

KEPT = {
    "feedback": (
        "Always run the linter before committing.",
        "Never push directly to main, open a pull request instead.",
        "use pnpm, not npm, in this repo.",
        "I prefer small functions over long classes.",
        "From now on write commit messages in English.",
        "Don't mock the database in integration tests, use a real one.",
        "don't add comments that say what the code does",
        "Stop adding emojis to the README.",
        "Use tabs for indentation.",
        "keep answers short",
        "Ask before you delete anything.",
        "can we write the test first instead?",
        "shouldn't we use an existing library instead of our own parser code?",
        "以后提交信息都用中文写。",
        "不要直接推送到 main 分支，先开 PR。",
        "记住：测试数据库每晚都会清空。",
        "变量名要用英文，注释用中文。",
        "优先使用标准库，而不是第三方依赖。",
        "修复 bug 之前先写一个失败的测试。",
    ),
    "project": (
        "We deploy to eu-west-1 because the customers' data must stay in Europe.",
        "we decided to keep the old interface until June because two partners still need it",
        "The retry limit is 5 on purpose: the provider bans us after 6.",
        "Our build server runs only Linux.",
        "the idea is that a visitor can pay without an account",
        "因为客户数据必须留在欧洲，所以我们部署在 eu-west-1。",
    ),
    "reference": (
        "The staging server lives at https://staging.example.com/admin",
        "Our tickets are tracked in Jira under the PAY project.",
        "值班手册放在团队共享盘的 oncall 目录下。",
    ),
    "user": (
        "I'm a backend engineer and new to React.",
        "My role is data analyst, I read SQL but no Rust.",
        "我是后端工程师，不熟悉 React。",
    ),
}
REFUSED = (
    "fix the failing test",
    "run the tests again",
    "what does this function do?",
    "can you check why the build fails?",
    "I just pushed the branch.",
    "the disk is 87% full now",
    "yes",
    "ok continue",
    "commit this and open a PR",
    "It works now, thanks!",
    "let's look at the logs",
    "Add a button to the settings page.",
    "rename foo to bar in line 12",
    "I'm getting an error when I start the server",
    "looks good",
    "Can you explain how the cache works?",
    "跑一下测试",
    "这个函数是做什么的？",
    "帮我修复这个报错",
    "好的，继续",
    "我刚刚推送了分支",
    "你能检查一下为什么构建失败吗？",
    "把第 12 行的 foo 改成 bar",
)
NOT_MEANT = (
    "Suppose we never deleted anything, what would happen?",
    "He said we should always use Java.",
    "他说我们应该用 Java",
    "what if we always cached everything?",
)
SECRETS = (
    "Remember that the admin password is hunter22",
    "always send the api_key: abcd1234efgh with each request",
    "never share [REDACTED:github-token] with anybody, always keep it in the vault",
    "记住，密码是 hunter22abc",
)
PROCEDURES = (
    "To release: first bump the version, then tag it, then run the build, finally always publish.",
    "1. run the tests\n2. update the changelog\n3. push the tag",
    "每次发布先改版本号，然后打标签，接着构建，最后推送。",
)


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, every in KEPT.items() for said in every])
def test_a_lasting_statement_is_kept_as_it_was_said(dreamt: Dreamt, kind: str, said: str) -> None:
    (operation,) = dreamt(said)
    assert (operation.op, operation.text, operation.type) == ("add", said, kind)
    assert not operation.unconfirmed


@pytest.mark.parametrize("said", REFUSED)
def test_questions_chores_progress_and_states_are_refused(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said) == []


@pytest.mark.parametrize("said", NOT_MEANT)
def test_what_is_supposed_or_said_by_another_is_refused(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said) == []


@pytest.mark.parametrize("said", SECRETS)
def test_a_statement_with_a_secret_is_refused(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said) == []


@pytest.mark.parametrize("said", PROCEDURES)
def test_a_procedure_of_several_steps_is_refused(dreamt: Dreamt, said: str) -> None:
    assert dreamt(said) == []


@pytest.mark.parametrize("role", ["assistant", "pasted", "injected", "summary", "tool_result"])
def test_only_the_person_speaks(dreamt: Dreamt, role: str) -> None:
    assert dreamt([(role, "Always run the linter before committing.")]) == []


def test_a_typed_shell_command_is_not_a_statement(dreamt: Dreamt) -> None:
    assert dreamt("make sure-it-never-breaks always", why="bash_input") == []


def test_a_reason_to_refuse_a_call_counts_as_a_correction(dreamt: Dreamt) -> None:
    said = "the parser stays in one module"
    assert dreamt(said) == []
    assert [each.text for each in dreamt(said, why="refusal")] == [said]


def test_what_was_typed_to_be_remembered_is_remembered(dreamt: Dreamt) -> None:
    (operation,) = dreamt("the nightly job uses the blue cluster", why="memory_input")
    assert operation.type == "feedback"


def test_the_evidence_is_the_sentence_in_its_row(dreamt: Dreamt) -> None:
    text = "Thanks, that helps.\n\nok, please never log customer names.\nNow run it again."
    (operation,) = dreamt([("assistant", "Done."), text])
    (quote,) = operation.evidence
    assert operation.text == "never log customer names."
    assert quote.quote == "ok, please never log customer names."
    assert (quote.ref, quote.role, quote.date, quote.row) == (
        "claude-code/00000001-aaaa#L2",
        "human",
        "2026-03-01",
        "1-2",
    )


def test_a_reason_in_the_next_sentence_stays_with_its_wish(dreamt: Dreamt) -> None:
    (operation,) = dreamt("can we show the title here instead? The number means nothing to people.")
    assert operation.text == "can we show the title here instead? The number means nothing to people."
    assert [quote.quote for quote in operation.evidence] == [
        "can we show the title here instead?",
        "The number means nothing to people.",
    ]


def test_a_sentence_that_points_back_brings_what_it_points_at(dreamt: Dreamt) -> None:
    (operation,) = dreamt("The export writes one file for each customer. That must never change.")
    assert operation.text == "The export writes one file for each customer. That must never change."


def test_a_correction_that_needs_it_gets_the_question_before_it(dreamt: Dreamt) -> None:
    reply = "I read both files.\n\nIs the archive removed when an account is closed?"
    (operation,) = dreamt([("assistant", reply), "that is wrong, because auditors must read it for ten years"])
    assert operation.why == "said in reply to: Is the archive removed when an account is closed?"


def test_rules_of_one_subject_share_a_topic_of_one_type(dreamt: Dreamt) -> None:
    proposed = dreamt(
        "Always write a test for each bug.",
        "Never mock the clock in unit tests.",
        "Our test environment is hosted in Dublin because the vendor is there.",
    )
    places = {(each.topic, each.type) for each in proposed}
    assert places == {("testing", "feedback"), ("where-things-are", "reference")}
    assert all(each.title and each.description.startswith("Read before") for each in proposed)


def test_an_existing_topic_on_the_subject_is_preferred(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    release = topic(
        "Tag from main.",
        name="shipping",
        title="Shipping releases",
        description="Read before publishing a release of the package",
    )
    (operation,) = dreamt("Never publish a release of the package on a Friday.", memory=(release,))
    assert (operation.topic, operation.title) == ("shipping", "")


@pytest.mark.parametrize("name", ["user-profile", "agent-rules", "user", "agent", "soul"])
def test_what_people_fill_gets_nothing_new(dreamt: Dreamt, topic: Callable[..., TopicView], name: str) -> None:
    people = topic("Answer in English.", name=name, title="Rules for linter and commits")
    (operation,) = dreamt("Always run the linter before commits.", memory=(people,))
    assert operation.topic != name


def test_a_topic_without_room_is_left_alone(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    grown = topic("Write tests.", name="testing", size=4_000)
    (operation,) = dreamt("Never mock the clock in unit tests.", memory=(grown,))
    assert (operation.topic, operation.title) == ("testing-2", "How to test (2)")


def test_a_full_index_gets_no_new_topic(dreamt: Dreamt, topic: Callable[..., TopicView]) -> None:
    assert dreamt("Never mock the clock in unit tests.", full=True) == []
    (operation,) = dreamt("Never mock the clock in unit tests.", memory=(topic("Write docs."),), full=True)
    assert operation.topic == "working-agreements"


def test_many_statements_open_few_topics_and_none_grows_over_its_size(dreamt: Dreamt) -> None:
    proposed = dreamt(*(f"Never call service{number} without a timeout because it hangs." for number in range(28)))
    sizes: dict[str, int] = {}
    for each in proposed:
        sizes[each.topic] = sizes.get(each.topic, 400) + len(each.text.encode()) + 110
    assert len(proposed) == 28
    assert len(sizes) <= 3
    assert max(sizes.values()) <= 4_096
