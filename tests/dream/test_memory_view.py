"""The memory as the model sees it follows what the dream does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd.dream import memory_text
from dreamd.fakes.messages_server import call, turns
from dreamd.records import Entry, TopicView

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Reply
    from tests.dream.conftest import Stage

FINISH = call("finish", summary="")
RULES = ["Use pnpm here.", "Use ruff here.", "Use tabs here."]


def add(one: Stage, line: int, topic: str) -> Reply:
    text = RULES[line - 1]
    evidence = [{"ref": f"{one.names['first']}#L{line}", "quote": text}]
    head = {"title": topic.title(), "description": "Read before working"}
    return call("add", topic=topic, type="feedback", text=text, evidence=evidence, **head)


def shown(one: Stage, *replies: Reply) -> tuple[str, dict[str, list[str]]]:
    """What ``grep_memory`` finds after the replies, and what stands in the staged copy."""
    kept = one.dream(turns(*replies, call("grep_memory", words="use"), FINISH))
    assert [result.text for result in one.results() if result.error] == []
    return one.results()[-1].text, kept


def test_each_operation_shows_at_once(stage: Callable[..., Stage]) -> None:
    one = stage(first=RULES, second=["Use pnpm here, as I said.", "No: use spaces here, not tabs."])
    again = [{"ref": f"{one.names['second']}#L1", "quote": "Use pnpm here"}]
    later = [{"ref": f"{one.names['second']}#L2", "quote": "use spaces here"}]
    told, kept = shown(
        one,
        *(add(one, line, topic) for line, topic in ((1, "tools"), (2, "tools"), (3, "style"))),
        call("confirm", topic="tools", entry="use pnpm", evidence=again),
        call("update", topic="style", entry="Use tabs", text="Use spaces here.", reason="changed", evidence=later),
        call(
            "split", topic="tools", entries=["Use ruff"], into="lint", title="Lint", description="Read before linting"
        ),
        call("merge", topic="style", into="lint"),
        call("rename", topic="tools", title="Packages", description="Read before installing"),
        call("retire", topic="tools", entry="Use pnpm here.", reason="over", evidence=again),
    )
    assert kept == {"lint": ["Use ruff here.", "Use spaces here."]}
    assert [line.partition(" [")[0] for line in told.splitlines()] == [
        "lint: - Use ruff here.",
        "lint: - Use spaces here.",
    ]


def test_a_refused_operation_does_not_show(stage: Callable[..., Stage]) -> None:
    one = stage(first=RULES)
    one.dream(turns(add(one, 1, "tools"), call("merge", topic="tools", into="nowhere"), call("list_topics"), FINISH))
    assert one.results()[1].error
    assert "## tools (feedback, 1 entry," in one.results()[2].text


def view(name: str, *texts: str) -> TopicView:
    entries = tuple(Entry(text=text) for text in texts)
    return TopicView(name=name, title=name, description="d", type="project", size=1, entries=entries)


TOPICS = {"a": view("a", "Use pnpm here.", "Use ruff."), "b": view("b", "Use pnpm there.", "Staging is db-04.")}


@pytest.mark.parametrize(
    ("topic", "text", "meant"),
    [
        ("a", "use pnpm here", "Use pnpm here."),
        ("a", "Use pnpm", "Use pnpm here."),
        ("a", "Staging", "Staging is db-04."),
        ("nowhere", "Use pnpm there.", "Use pnpm there."),
        ("nowhere", "Use pnpm", None),
        ("a", "Use", None),
        ("a", "", None),
        ("a", "pnpm", None),
    ],
)
def test_an_entry_is_meant_by_its_text_or_its_beginning(topic: str, text: str, meant: str | None) -> None:
    assert memory_text.named(TOPICS, topic, text) == meant


def test_who_means_no_entry_is_told_what_there_is() -> None:
    assert memory_text.listed(TOPICS, "a") == "the entries of a begin: Use pnpm here. | Use ruff."
    assert memory_text.listed(TOPICS, "c") == "the topics are: a, b"
    assert memory_text.listed({}, "c") == "the topics are: none yet"
