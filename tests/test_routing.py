"""Where a question leads, over a memory on disk."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from dreamd import faircopy, paths, routing
from dreamd.memory import topic
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

TOPICS = {
    "go": "writing services in Go",
    "invoicing": "reminders for late payers",
    "time-off": "vacation, and who is told",
    "releases": "tags, and who gives the sign-off",
    "flaky": "a test that fails once",
    "pytest": "which plugins pytest has",
    "coverage": "coverage of new modules",
    "qa": "what the testers look at",
}


@contextmanager
def memory(top: Path, topics: Mapping[str, str] = TOPICS) -> Iterator[sqlite3.Connection]:
    """The fair copy of a memory with these topics, and those of earlier calls."""
    root = top / "memory"
    root.mkdir(exist_ok=True)
    for stem, told in topics.items():
        (root / f"{stem}.md").write_bytes(topic.new(stem, stem, f"Read before {told}", "project", "2026-01-15").data)
    places = paths.places({"HOME": str(top), "DREAMD_HOME": str(top / "own")})
    workspace = Workspace(name="shop", root=root, layout="claude-code", project=top)
    with faircopy.opened(places, workspace, sorted(path.name for path in root.iterdir())) as copy:
        yield copy


def nearest(top: Path, question: str) -> str:
    """The topic that the question leads to first."""
    with memory(top) as copy:
        near = routing.scores(copy, question).topics
        return faircopy.topics(copy)[max(near, key=near.__getitem__)].stem


@pytest.mark.parametrize(
    ("question", "stem"),
    [
        ("how do we name packages in golang", "go"),
        ("dunning", "invoicing"),
        ("谁来催款", "invoicing"),
        ("how many days off do I have", "time-off"),
        ("is a signoff needed", "releases"),
        ("this suite is nondeterministic", "flaky"),
        ("催一下", "invoicing"),
        ("我能休假吗", "time-off"),
    ],
)
def test_a_question_leads_to_what_others_call_it(tmp_path: Path, question: str, stem: str) -> None:
    assert nearest(tmp_path, question) == stem


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which package manager do we use", "We use pnpm"),
        ("what is our test runner", "Vitest runs the suite"),
        ("which formatter", "Run prettier on save"),
        ("what database is behind the shop", "Orders live in MariaDB"),
        ("which CI system builds it", "Buildkite builds every branch"),
        ("who is our cloud provider", "Everything runs at Hetzner"),
        ("which editor does Anna like", "Anna works in neovim"),
        ("where do we chat", "Write to the team in Mattermost"),
        ("which issue tracker", "Bugs go to Linear"),
        ("which licence does it have", "It is published under Apache"),
        ("what is my time zone", "I live in Berlin"),
        ("which payment provider", "Cards are charged by Adyen"),
        ("which operating system do the servers have", "Hosts run Debian"),
        ("which browser is supported", "Only Firefox counts"),
        ("which programming language for new code", "Everything is in Kotlin"),
        ("我们用哪个包管理器", "这里用 pnpm"),
        ("测试框架是什么", "单元用 vitest 跑"),
        ("用的什么数据库", "订单在 MariaDB 里"),
        ("哪家云厂商", "全部放在阿里云"),
        ("支付渠道是哪家", "走微信支付"),
    ],
)
def test_the_name_of_a_kind_leads_to_the_thing(tmp_path: Path, question: str, said: str) -> None:
    with memory(tmp_path, {"first": "zebras graze", "there": said, "last": "长颈鹿很高"}) as copy:
        found = routing.scores(copy, question)
        near = max(found.topics, key=lambda number: found.topics[number])
        assert faircopy.topics(copy)[near].stem == "there"


def test_many_kindred_words_tell_no_more_than_the_word_that_was_said(tmp_path: Path) -> None:
    assert nearest(tmp_path, "tests that are flaky") == "flaky"


def test_kindred_words_that_many_places_have_tell_less_than_those_that_few_have(tmp_path: Path) -> None:
    with memory(tmp_path) as copy:
        one = ("heads", (1.0, 1.0))
        (rare,) = routing._kindred(copy, *one, frozenset({"vacation"}), len(TOPICS)).values()
        many = routing._kindred(copy, *one, frozenset({"vacation", "coverage", "testers", "plugins"}), len(TOPICS))
    assert len(many) == 4
    assert max(many.values()) < rare


def test_a_place_that_has_several_kindred_words_is_nearer_than_one_that_has_one(tmp_path: Path) -> None:
    with memory(tmp_path) as copy:
        found = routing._kindred(copy, "heads", (1.0, 1.0), frozenset({"reminders", "payers", "vacation"}), len(TOPICS))
        stems = {faircopy.topics(copy)[number].stem: score for number, score in found.items()}
    assert stems["invoicing"] > stems["time-off"]


def test_an_index_is_one_part_after_every_change(tmp_path: Path) -> None:
    for stem in ("first", "second"):
        with memory(tmp_path, {stem: "what changed"}) as copy:
            parts = copy.execute("SELECT count(DISTINCT segid) FROM heads_idx").fetchone()
        assert parts == (1,)
