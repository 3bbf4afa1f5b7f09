"""A dream from its first prompt to its end: what the model is told, what it does, what becomes of it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import estimate
from dreamd.backends import Model
from dreamd.backends.scripted import BACKEND
from dreamd.dialog import Opaque, Reply, Request, Result, Text
from dreamd.dream import loop, offers, wording
from dreamd.engines import Host, no_model
from dreamd.errors import EngineError, LimitReached
from dreamd.fakes.messages_server import call, say, think, turns
from dreamd.memory.edits import Staged
from dreamd.memory.layout import Workspace
from dreamd.records import Operation, Quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.dream.conftest import Stage

FINISH = call("finish", summary="Learned.")
RULE = "Always use pnpm instead of npm."
LONG = [f"> {number} {'word ' * 130}" for number in range(60)]


def together(*replies: Reply) -> Reply:
    """Several calls in one reply."""
    content = tuple(block for reply in replies for block in reply.content)
    return Reply(content=content, stop="tool_use")


def add(ref: str, quote: str = RULE, **more: object) -> Reply:
    given = {
        "topic": "tools",
        "type": "feedback",
        "title": "Tools",
        "description": "Read before installing",
        "text": RULE,
    }
    return call("add", **given | {"evidence": [{"ref": ref, "quote": quote}]} | more)


def honest(request: Request) -> Reply:
    return BACKEND.complete(request, Model(name="honest"), 60.0)


def test_the_first_prompt_shows_memory_and_sessions_with_a_reference_for_each_turn(stage: Callable[..., Stage]) -> None:
    one = stage(first=["Hello there.", "> Hi!"], second=[RULE, "> Noted."])
    one.dream(turns(FINISH))
    told = one.told()
    assert "Today is 2026-11-30" in told
    assert "Nothing is remembered yet." in told
    assert f"[{one.names['second']}#L1 human 2026-11-03]\n {RULE}" in told
    assert f"[{one.names['second']}#L2 assistant 2026-11-03]\n Noted." in told
    assert told.index(RULE) < told.index("Hello there."), "newest first"
    assert {tool.name for tool in one.asked[0].tools} == set(offers.ALL)
    assert one.asked[0].agent == "dream"


def test_a_sourced_statement_is_added_and_the_dream_ends_with_finish(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    kept = one.dream(turns(add(f"{one.names['first']}#L1"), FINISH, say("never asked")))
    assert kept == {"tools": [RULE]}
    assert len(one.asked) == 2
    assert [result.text for result in one.results()] == ["done"]


def test_messages_only_grow_and_what_the_model_thought_goes_back_in_its_place(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    thinking = think(together(call("list_topics"), call("list_sessions")), "signed")
    one.dream(turns(thinking, call("grep_memory", words="pnpm"), FINISH))
    first, second, third = (request.messages for request in one.asked)
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert second[1].content == thinking.content
    assert isinstance(second[1].content[0], Opaque)
    answered = [block.id for block in second[2].content if isinstance(block, Result)]
    assert answered == ["toolu_list_topics", "toolu_list_sessions"]


def test_several_calls_of_one_reply_are_all_answered_in_order(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE, "Staging is db-04."])
    ref = one.names["first"]
    fact = {"text": "Staging is db-04.", "topic": "servers", "type": "reference", "title": "Servers"}
    both = together(
        add(f"{ref}#L1"), add(f"{ref}#L2", "Staging is db-04.", **fact), call("view_topic", topic="servers")
    )
    kept = one.dream(turns(both, FINISH))
    assert kept == {"tools": [RULE], "servers": ["Staging is db-04."]}
    done, again, shown = one.results()
    assert (done.text, again.text) == ("done", "done")
    assert "- Staging is db-04. [updated 2026-11-02]" in shown.text


def test_a_dream_may_end_with_a_word_once_it_has_used_its_tools(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    assert one.dream(turns(add(f"{one.names['first']}#L1"), say("That is all."))) == {"tools": [RULE]}


def test_prose_alone_is_asked_again_and_then_is_no_dream(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    with pytest.raises(EngineError, match="does not use its tools"):
        one.dream(turns(say("I would remember pnpm.")))
    assert len(one.asked) == 2
    assert one.dream(turns(say("Nothing to keep."), FINISH)) == {}


def test_a_dream_without_end_reaches_its_limit(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    one.work = dataclasses.replace(one.work, rounds=5)
    with pytest.raises(LimitReached, match="5 replies") as limit:
        one.dream(turns(call("list_topics")))
    assert limit.value.reason == "limit_turns"
    assert len(one.asked) == 5
    said = [block.text for block in one.asked[-1].messages[-1].content if isinstance(block, Text)]
    assert said == ["Replies left: 1. Propose or report what is left now, and end."]


def test_a_dialog_that_grows_too_large_is_told_so_and_then_ended(stage: Callable[..., Stage]) -> None:
    one = stage(first=[RULE])
    with pytest.raises(LimitReached, match="too large") as limit:
        one.dream(
            turns(
                msgspec.structs.replace(
                    call("list_topics"), content=(Text(text="word " * 8_000), *call("list_topics").content)
                )
            )
        )
    assert limit.value.reason == "limit_tokens"
    told = [block.text for block in one.asked[-1].messages[-1].content if isinstance(block, Text)]
    assert any("nearly full" in text for text in told)


def test_the_models_failure_ends_the_dream(stage: Callable[..., Stage]) -> None:
    def broken(_request: Request) -> Reply:
        raise EngineError("the server is gone")

    with pytest.raises(EngineError, match="gone"):
        stage(first=[RULE]).dream(broken)
    with pytest.raises(EngineError, match="said nothing"):
        stage(second=[RULE]).dream(lambda _request: Reply(content=(), stop="end_turn"))


def test_more_than_a_prompt_should_hold_is_read_by_explorers_and_cited_from_their_findings(
    stage: Callable[..., Stage],
) -> None:
    spoken = {
        f"s{number}": [f"We settled it: project {number} ships on port {3000 + number}.", *LONG] for number in range(6)
    }
    one = stage(**spoken, last=[RULE])
    kept = one.dream(honest)
    agents = {request.agent for request in one.asked}
    assert agents == {"dream", "explorer-1", "explorer-2"}
    assert "explorers read them" in one.told(next(at for at, seen in enumerate(one.asked) if seen.agent == "dream"))
    assert RULE in [text for texts in kept.values() for text in texts]
    assert not one.left


def test_what_one_dream_cannot_read_waits_for_the_next_newest_sessions_first(stage: Callable[..., Stage]) -> None:
    spoken = {f"s{number}": [f"Remember {number}.", *(LONG * 4)] for number in range(6)}
    one = stage(**spoken, last=[RULE])
    one.dream(lambda request: FINISH if request.agent == "dream" else say("Nothing."))
    ids = {session[0].session for session in one.work.digest}
    names = {
        name: next(session for session in ids if called.endswith(session[:13])) for name, called in one.names.items()
    }
    assert names["last"] not in one.left
    assert names["s5"] not in one.left
    assert names["s0"] in one.left


def test_an_explorer_that_fails_leaves_its_sessions_for_the_next_dream(stage: Callable[..., Stage]) -> None:
    spoken = {f"s{number}": [f"Remember {number}.", *LONG] for number in range(6)}
    one = stage(**spoken)

    def play(request: Request) -> Reply:
        if request.agent == "explorer-1":
            raise EngineError("it refused")
        return FINISH if request.agent == "dream" else say("Nothing.")

    one.dream(play)
    assert 0 < len(one.left) < 6


def test_explorers_that_all_fail_end_the_dream(stage: Callable[..., Stage]) -> None:
    def play(request: Request) -> Reply:
        raise EngineError(f"{request.agent} was refused")

    with pytest.raises(EngineError, match="explorer-1 was refused"):
        stage(**{f"s{number}": [f"Remember {number}.", *LONG] for number in range(6)}).dream(play)


def test_a_memory_too_large_to_show_is_listed(stage: Callable[..., Stage]) -> None:
    quote = Quote(source="claude-code", session="a" * 36, line=1, quote="q", role="human", date="2026-01-01")
    here = Workspace(name="w", root=Path("/w"), layout="claude-code", project=Path("/p"))
    before = Staged(here, {}, frozenset(), "2026-11-30")
    for topic in range(12):
        for entry in range(6):
            text = f"Fact {topic}-{entry} {'holds ' * 70}"
            before.apply(
                Operation(
                    op="add",
                    topic=f"t-{topic}",
                    type="project",
                    title=f"T {topic}",
                    description="Read before",
                    text=text,
                    evidence=(quote,),
                )
            )
    one = stage(before.finish(), frozenset(before.keys()), first=[RULE])
    one.dream(turns(call("view_topic", topic="t-3"), FINISH))
    assert "## t-3 (project, 6 entries," in one.told()
    assert "Fact 3-1" not in one.told()
    assert "- Fact 3-1" in one.results()[0].text
    assert estimate.prompt(one.asked[0]) < 30_000


def test_where_nothing_new_can_be_read_no_model_is_asked(stage: Callable[..., Stage]) -> None:
    one = stage(first=["> Only the agent said something."])
    emptied = dataclasses.replace(one.work, digest=())
    loop.run(emptied, Host(lambda _operation: "no", one.left.add, no_model))
    assert one.left == set()


def test_the_prompts_are_short_and_name_every_tool_that_changes_something() -> None:
    text = wording.text("dream")
    assert len(text.split()) < 920
    assert all(
        f"`{name}`" in text for name in ("confirm", "update", "add", "retire", "merge", "split", "rename", "explore")
    )
    assert all(f"- `{kind}`:" in text for kind in ("user", "feedback", "project", "reference"))
