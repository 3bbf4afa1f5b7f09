"""The scripts in a model's place: the same answer each time, tokens counted as a server with a cache counts them."""

from __future__ import annotations

from dreamd import estimate
from dreamd.backends import Model
from dreamd.backends.scripted import BACKEND, reading
from dreamd.backends.scripted.reading import Finding
from dreamd.dialog import Call, Message, Request, Result, Text
from dreamd.dream import memory_text, offers, rendering
from dreamd.records import Entry, Role, TopicView, Turn

MODEL = Model(name="honest")


def turn(line: int, text: str, role: Role = "human") -> Turn:
    time = "2026-03-10T09:00:00.000Z"
    return Turn(source="claude-code", session="54bb2ec8-87cc", line=line, role=role, text=text, time=time)


def asked(*messages: Message, agent: str = "dream") -> Request:
    tools = offers.for_dreams() if agent == "dream" else offers.for_explorers()
    return Request(agent=agent, system="You dream.", messages=messages, tools=tools)


def user(text: str) -> Message:
    return Message(role="user", content=(Text(text=text),))


PAGE = rendering.pages(
    "claude-code/54bb2ec8-87cc", [turn(1, "Always use pnpm.\nNever npm."), turn(2, "Ok.", "assistant")]
)[0]


def test_what_a_prompt_shows_is_read_back() -> None:
    read = reading.turns(PAGE.text)
    assert [(one.ref, one.role, one.text, one.time) for one in read] == [
        ("claude-code/54bb2ec8-87cc#L1", "human", "Always use pnpm.\nNever npm.", "2026-03-10"),
        ("claude-code/54bb2ec8-87cc#L2", "assistant", "Ok.", "2026-03-10"),
    ]
    held = TopicView(
        name="tools",
        title="Tools",
        description="Read before installing",
        type="feedback",
        size=700,
        entries=(Entry(text="Use ruff.", updated="2026-01-02", seen=3), Entry(text="Use tabs [here].")),
        foreign=(False, True),
    )
    (topic,) = reading.topics(memory_text.shown(held))
    assert [(entry.text, entry.updated) for entry in topic.entries] == [
        ("Use ruff.", "2026-01-02"),
        ("Use tabs [here].", ""),
    ]
    assert (topic.name, topic.type, topic.title, topic.foreign) == ("tools", "feedback", "Tools", (False, True))


def test_a_report_is_read_back() -> None:
    found = [
        Finding("user", "Likes tabs.", (("claude-code/1#L1", 'tabs "please"'), ("claude-code/2#L9", "tabs\nagain")))
    ]
    assert list(reading.findings(reading.report(found))) == found
    assert list(reading.findings('- (god) x [a#L1] "b"\nprose')) == []
    assert reading.report([]) == "Nothing."


def test_the_same_prompt_gets_the_same_answer() -> None:
    for name in ("honest", "smuggler"):
        request = asked(user(PAGE.text))
        first, second = (BACKEND.complete(request, Model(name=name), 1.0) for _ in range(2))
        assert first == second
        assert all(isinstance(block, Call) for block in first.content)


def test_an_explorer_looks_once_and_reports_with_references_and_quotes() -> None:
    first = BACKEND.complete(asked(user(PAGE.text), agent="explorer-1"), MODEL, 1.0)
    (look,) = first.content
    assert isinstance(look, Call)
    answered = Message(role="user", content=(Result(id=look.id, text="claude-code/54bb2ec8-87cc: ..."),))
    request = asked(user(PAGE.text), Message(role="assistant", content=first.content), answered, agent="explorer-1")
    second = BACKEND.complete(request, MODEL, 1.0)
    (report,) = second.content
    assert isinstance(report, Text)
    assert any(
        ("claude-code/54bb2ec8-87cc#L1", "Always use pnpm.") in one.evidence for one in reading.findings(report.text)
    )
    assert second.stop == "end_turn"


def test_what_the_prompt_before_held_counts_as_cached() -> None:
    first = asked(user(PAGE.text))
    reply = BACKEND.complete(first, MODEL, 1.0)
    assert reply.tokens.cached == 0
    assert reply.tokens.input == estimate.prompt(first)
    calls = [block for block in reply.content if isinstance(block, Call)]
    told = Message(role="user", content=tuple(Result(id=call.id, text="nothing") for call in calls))
    second = asked(user(PAGE.text), Message(role="assistant", content=reply.content), told)
    tokens = BACKEND.complete(second, MODEL, 1.0).tokens
    assert tokens.cached == estimate.prompt(first)
    assert tokens.input + tokens.cached == estimate.prompt(second)
    assert 0 < BACKEND.price(MODEL, tokens) < 0.01
