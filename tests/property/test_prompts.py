"""Whatever there is to read, and whatever the model does: no prompt is larger than a prompt may be."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamd import estimate
from dreamd.backends import Model
from dreamd.backends.scripted import BACKEND
from dreamd.dialog import Call, Reply, Text
from dreamd.dream import loop
from dreamd.engines import Host, Work
from dreamd.errors import EngineError, LimitReached
from dreamd.records import Entry, Operation, TopicView, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Request
    from dreamd.records import Role

words = st.sampled_from(
    ["a ", "use pnpm always. ", "这里一直用中文。", "🙂", "\n", "x\n", "\u200b", "é", "word\t", "#L1 human]\n"]
)
texts = st.tuples(words, st.sampled_from([1, 3, 40, 300])).map(lambda pair: pair[0] * pair[1])
roles: st.SearchStrategy[Role] = st.sampled_from(["human", "human", "assistant", "tool_result", "pasted", "summary"])
amounts = st.sampled_from([(1, 60), (40, 20), (700, 8), (6_000, 1)])
said = st.tuples(roles, words, amounts).map(lambda one: (one[0], one[1] * one[2][0], one[2][1]))
sessions = st.lists(said, min_size=1, max_size=4)
digests = st.lists(sessions, min_size=1, max_size=12)
topics = st.lists(st.lists(texts, max_size=4), max_size=60)


def digest(spoken: list[list[tuple[Role, str, int]]]) -> tuple[tuple[Turn, ...], ...]:
    return tuple(
        tuple(
            Turn(
                source="claude-code",
                session=f"{number:08}-aaaa-bbbb",
                line=line,
                role=role,
                text=text,
                time=f"2026-03-{number + 1:02}T09:00:00.000Z",
            )
            for line, (role, text) in enumerate([(role, text) for role, text, times in turns for _ in range(times)], 1)
        )
        for number, turns in enumerate(spoken)
    )


def memory(held: list[list[str]]) -> tuple[TopicView, ...]:
    return tuple(
        TopicView(
            name=f"t-{number}",
            title="T",
            description=(entries or [""])[0][:300],
            type="feedback",
            size=4_000,
            entries=tuple(Entry(text=text[:500]) for text in entries),
        )
        for number, entries in enumerate(held)
    )


def greedy(request: Request) -> Reply:
    """A model that looks at everything, at length, and never ends."""
    looks = [
        ("list_sessions", {}),
        ("list_topics", {}),
        ("grep_digest", {"words": "a"}),
        *(("view_session", {"session": f"claude-code/{number:08}-aaaa", "page": 1}) for number in range(9)),
        *(("view_turn", {"ref": f"#L{line}"}) for line in range(9)),
        ("explore", {"tasks": [{"task": "x" * 2_000, "sessions": ["claude-code/00000000-aaaa"]}] * 4}),
    ]
    calls = (
        Call(id=f"{number}-{len(request.messages)}", name=name, input=msgspec.Raw(msgspec.json.encode(given)))
        for number, (name, given) in enumerate(looks)
    )
    return Reply(content=(Text(text="word " * 900), *calls), stop="tool_use")


def honest(request: Request) -> Reply:
    return BACKEND.complete(request, Model(name="honest"), 1.0)


def dreamt(work: Work, play: Callable[[Request], Reply]) -> tuple[list[Request], set[str]]:
    """The prompts of a dream, and the sessions that it left."""
    asked: list[Request] = []
    left: set[str] = set()
    sending = threading.Lock()

    def complete(request: Request) -> Reply:
        with sending:
            asked.append(request)
        return play(request)

    def propose(_operation: Operation) -> str:
        return ""

    try:
        loop.run(work, Host(propose, left.add, complete))
    except (LimitReached, EngineError):
        assert play is greedy
    return asked, left


@given(digests, topics, st.sampled_from([greedy, honest]))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_prompt_passes_its_size(
    spoken: list[list[tuple[Role, str, int]]], held: list[list[str]], play: Callable[[Request], Reply]
) -> None:
    work = Work(digest=digest(spoken), context={}, memory=memory(held), today="2026-11-30", rounds=6)
    asked, left = dreamt(work, play)
    assert asked
    for request in asked:
        assert estimate.prompt(request) + request.max_tokens <= estimate.PROMPT_TOKENS
    assert len(left) < len(work.digest)
