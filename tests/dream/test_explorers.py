"""Explorers: what they are told, what they may do, and what they bring back at their limits."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.dialog import Call, Reply, Request, Result, Text
from dreamd.dream import explorers, looking, offers
from dreamd.dream.explorers import Explorers, shares
from dreamd.dream.inputs import Task
from dreamd.dream.rendering import Page
from dreamd.errors import EngineError, LimitReached
from dreamd.fakes.messages_server import call, say, turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.dream.conftest import Stage

RULE = "Always use pnpm instead of npm."


@pytest.fixture
def exploring(stage: Callable[..., Stage]) -> Callable[[Callable[[Request], object]], Explorers]:
    """Explorers over two small sessions, with the model that the test plays."""
    one = stage(first=[RULE, "> Noted."], second=["Staging is db-04."])

    def made(play: Callable[[Request], object]) -> Explorers:
        def complete(request: Request) -> Reply:
            reply = play(request)
            assert isinstance(reply, Reply)
            return reply

        return Explorers(looking.sessions(one.work), complete, one.work.today)

    return made


def test_an_explorer_knows_its_task_and_its_sessions_and_nothing_of_the_memory(
    exploring: Callable[..., Explorers],
) -> None:
    asked: list[Request] = []

    def play(request: Request) -> Reply:
        asked.append(request)
        return say("- (feedback) found")

    one = exploring(play)
    newest, oldest = one.known.pages
    told = one.answer((Task(task="Which tools?", sessions=(oldest,)),))
    assert told == "# Which tools?\n- (feedback) found"
    (request,) = asked
    (opening,) = request.messages[0].content
    assert isinstance(opening, Text)
    assert "Which tools?" in opening.text
    assert RULE in opening.text
    assert newest not in opening.text
    assert {tool.name for tool in request.tools} == set(offers.SESSIONS)
    assert request.agent == "explorer-1"


def test_an_explorer_can_look_and_do_nothing_else(exploring: Callable[..., Explorers]) -> None:
    asked: list[Request] = []
    said = turns(
        call("add", topic="x", type="user", text="x", evidence=[]),
        call("explore", tasks=[{"task": "deeper"}]),
        call("view_topic", topic="x"),
        call("grep_digest", words="PNPM"),
        say("done"),
    )

    def play(request: Request) -> object:
        asked.append(request)
        return said(request)

    assert exploring(play).answer((Task(task="?"),)) == "# ?\ndone"
    answers = [block for message in asked[-1].messages for block in message.content if isinstance(block, Result)]
    assert [(answer.error, answer.text.split(";")[0]) for answer in answers[:3]] == [
        (True, f"there is no tool '{name}'") for name in ("add", "explore", "view_topic")
    ]
    assert RULE in answers[3].text


def test_at_its_limit_an_explorer_brings_back_what_it_has(exploring: Callable[..., Explorers]) -> None:
    rounds: list[str] = []

    def endless(request: Request) -> Reply:
        rounds.append(request.agent)
        seen = Text(text=f"- finding {len(rounds)}")
        return Reply(content=(seen, *call("list_sessions").content), stop="tool_use")

    told = exploring(endless).answer((Task(task="?"),))
    assert len(rounds) == explorers.ROUNDS == 8
    assert told.splitlines()[1:] == [f"- finding {number}" for number in range(1, 9)]


def test_an_explorer_that_only_looks_until_its_limit_ends_no_dream(exploring: Callable[..., Explorers]) -> None:
    assert exploring(turns(call("list_sessions"))).answer((Task(task="?"),)) == f"# ?\n{explorers.LOST}"


def test_money_that_runs_out_takes_nothing_of_what_was_found(exploring: Callable[..., Explorers]) -> None:
    def poor(request: Request) -> Reply:
        if len(request.messages) > 1:
            raise LimitReached("no more dollars", reason="cost")
        return Reply(content=(Text(text="- early finding"), *call("list_sessions").content), stop="tool_use")

    assert "- early finding" in exploring(poor).answer((Task(task="?"),))

    def broke(_request: Request) -> Reply:
        raise LimitReached("no more dollars", reason="cost")

    with pytest.raises(LimitReached, match="dollars"):
        exploring(broke).answer((Task(task="?"),))


def test_one_explorer_that_fails_does_not_stop_the_others(exploring: Callable[..., Explorers]) -> None:
    def play(request: Request) -> Reply:
        (opening,) = request.messages[0].content
        if isinstance(opening, Text) and "bad" in opening.text:
            raise EngineError("refused")
        return say("fine")

    told = exploring(play).answer((Task(task="bad"), Task(task="good")))
    assert told == f"# bad\n{explorers.LOST}\n\n# good\nfine"


def test_four_explorers_work_at_once(exploring: Callable[..., Explorers]) -> None:
    together = threading.Barrier(4, timeout=20)

    def play(_request: Request) -> Reply:
        together.wait()
        return say("met")

    tasks = tuple(Task(task=f"t{number}") for number in range(4))
    assert exploring(play).answer(tasks).count("met") == 4


def test_a_report_without_end_is_cut_at_a_line(exploring: Callable[..., Explorers]) -> None:
    told = exploring(lambda _request: say("\n".join(f"- finding {number}" for number in range(9_000)))).answer(
        (Task(task="?"),)
    )
    assert len(told) < 10_000
    assert told.endswith("[cut: the report was too long]")


def page(number: int, tokens: int) -> Page:
    return Page(session=f"claude-code/{number}", number=1, text="x", tokens=tokens)


def test_pages_are_shared_out_in_order_and_about_evenly() -> None:
    pages = [page(number, 4_000) for number in range(40)]
    parts = shares(pages)
    assert [one for part in parts for one in part] == pages
    sizes = [sum(one.tokens for one in part) for part in parts]
    assert len(parts) == 3
    assert max(sizes) <= explorers.SHARE_TOKENS
    assert max(sizes) - min(sizes) <= 8_000
    assert shares([page(1, 90_000)]) == [[page(1, 90_000)]]


def test_calls_go_out_under_the_ids_that_came_in(exploring: Callable[..., Explorers]) -> None:
    asked: list[Request] = []
    odd = Call(id="toolu_🙂", name="list_sessions", input=msgspec.Raw(b"{}"))

    def play(request: Request) -> Reply:
        asked.append(request)
        return Reply(content=(odd,), stop="tool_use") if len(asked) == 1 else say("done")

    exploring(play).answer((Task(task="?"),))
    (answer,) = asked[1].messages[-1].content
    assert isinstance(answer, Result)
    assert answer.id == odd.id
