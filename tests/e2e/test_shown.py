"""What people see of a dream with a model: every kind of change, what topics are called, what it cost."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, get_args

import pytest

from dreamd import changes
from dreamd.fakes.messages_server import call, serve, turns
from dreamd.fakes.misbehaviour import bad
from dreamd.records import ChangeOp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.dialog import Reply, Request
    from dreamd.fakes.messages_server import Server
    from dreamd.fakes.misbehaviour import Answer
    from tests.conftest import Cli, Talk

KEY = "sk-ant-api03-" + "Zq7" * 20
END = call("finish", summary="Done.")


@contextmanager
def model(cli: Cli, answer: Callable[[Request], Reply | Answer], *lines: str) -> Iterator[tuple[Cli, Server]]:
    """The command line with a model chosen in its configuration, and the server behind it."""
    with serve(answer) as server:
        cli.own.mkdir(parents=True, exist_ok=True)
        told = ["[dream]", 'engine = "anthropic"', f'base_url = "{server.url}"', *lines]
        (cli.own / "config.toml").write_text("\n".join(told))
        yield cli.having(ANTHROPIC_API_KEY=KEY), server


def add(path: Path, topic: str, text: str, line: int) -> Reply:
    evidence = [{"ref": f"claude-code/{path.stem[:13]}#L{line}", "quote": text}]
    head = {"title": topic.title(), "description": f"Read before {topic}"}
    return call("add", topic=topic, type="feedback", text=text, evidence=evidence, **head)


@pytest.fixture
def learned(cli: Cli, talk: Talk) -> Callable[..., None]:
    """Four rules in two topics."""
    said = ("Always use pnpm here.", "Never push to main.", "Always run the linter first.", "Never skip the tests.")

    def learn() -> None:
        path = talk("one", *said)
        topics = ("packages", "pushing", "packages", "pushing")
        adds = [add(path, topic, text, at) for at, (topic, text) in enumerate(zip(topics, said, strict=True), 1)]
        with model(cli, turns(*adds, END)) as (asking, _):
            out = asking("once").out
        assert "4 added" in out
        assert "+ new topic packages: Packages: Read before packages" in out

    return learn


def test_every_kind_of_change_has_a_sign() -> None:
    assert set(changes.SIGNS) == set(get_args(ChangeOp))


def test_renamed_merged_and_split_topics_are_shown_by_once_show_log_and_history(
    cli: Cli, talk: Talk, learned: Callable[..., None]
) -> None:
    learned()
    talk("two", "What about the tests?", "> They pass.")
    reshaped = (
        call("rename", topic="packages", title="Tools", description="Read before installing"),
        call(
            "split",
            topic="pushing",
            entries=["Never skip the tests."],
            into="testing",
            title="Tests",
            description="Read before testing",
        ),
        END,
    )
    with model(cli, turns(*reshaped)) as (asking, _):
        ran = asking("once")
    assert (ran.code, ran.err) == (0, ran.err)
    assert "0 added, 0 updated, 0 retired, 1 moved, 1 topic renamed" in ran.out
    renamed = "~ renamed topic packages: Tools: Read before installing"
    split = "+ new topic testing: Tests: Read before testing"
    for line in ("> Never skip the tests.  (now in testing)", renamed, "was: Packages: Read before packages", split):
        assert line in ran.out
    (step, *_) = cli("history", "--json").document["steps"]
    shown, told = cli("show", step["id"]).out, cli("log").out
    for line in (renamed, split):
        assert line in shown
        assert line in told
    assert "> Never skip the tests." in shown
    assert cli("history").out.count("dollars") == 2
    undone = cli("undo", step["id"])
    assert undone.code == 0
    talk("three", "And now?", "> Nothing.")
    with model(cli, turns(call("merge", topic="pushing", into="packages"), END)) as (asking, _):
        ran = asking("once")
    assert "> Never push to main.  (now in packages)" in ran.out
    assert "- topic gone pushing: Pushing: Read before pushing" in ran.out


@pytest.mark.parametrize("how", ["refusal", "max_tokens"])
def test_a_dream_that_failed_says_what_it_cost_and_where_to_look(cli: Cli, talk: Talk, how: str) -> None:
    talk("one", "Always use pnpm here.")
    with model(cli, lambda _request: bad(END)[how]) as (asking, _):
        ran = asking("once")
    assert ran.code == 1
    assert " dollars)" in ran.out
    assert "see: dreamd replay " in ran.out


def test_what_brought_nothing_new_or_was_only_tried_says_what_it_cost(cli: Cli, talk: Talk) -> None:
    talk("one", "Is it raining?", "> It is.")
    with model(cli, turns(call("list_topics"), END)) as (asking, _):
        tried, real = asking("once", "--dry-run"), asking("once")
    assert "dollars)" in tried.out
    assert "see: dreamd replay " in tried.out
    assert "nothing new" in real.out
    assert "dollars)" in real.out
    with model(cli, turns(call("list_topics"), END), 'model = "qwen3"') as (asking, _):
        assert "free)" in asking("once", "--again", "--yes").out
