"""Dreams with the embedded engine over conversations that a test writes down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd.attribution import attributed
from dreamd.engines import Host, Work
from dreamd.engines.embedded import ENGINE
from dreamd.records import Entry, Operation, Role, TopicView, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Spoken = str | tuple[Role, str]

TODAY = "2026-11-30"


def session(number: int, spoken: Iterable[Spoken], date: str, why: str, row: str) -> tuple[Turn, ...]:
    """One session; what is not paired with a role was typed by the person."""
    said: list[tuple[Role, str]] = [("human", one) if isinstance(one, str) else one for one in spoken]
    rows = (
        Turn(
            source="claude-code",
            session=f"{number:08}-aaaa-bbbb-cccc-dddddddddddd",
            line=line,
            role=role,
            text=text,
            time=f"{date}T09:{line:02}:00.000Z",
            why=why if role == "human" else "",
            row=row or f"{number}-{line}",
        )
        for line, (role, text) in enumerate(said, 1)
    )
    return tuple(part for turn in rows for part in attributed(turn))


def run(work: Work) -> list[Operation]:
    """What the engine proposes; everything is accepted."""
    proposed: list[Operation] = []

    def propose(operation: Operation) -> str:
        proposed.append(operation)
        return ""

    ENGINE.dream(work, Host(propose))
    return proposed


def remember(proposed: Iterable[Operation]) -> tuple[TopicView, ...]:
    """A memory to which the operations were applied."""
    topics: dict[str, list[Entry]] = {}
    heads: dict[str, Operation] = {}
    for each in proposed:
        heads.setdefault(each.topic, each)
        entries = topics.setdefault(each.topic, [])
        refs, date = tuple(dict.fromkeys(quote.ref for quote in each.evidence)), each.evidence[0].date
        if each.op == "add":
            entries.append(Entry(text=each.text, created=date, updated=date, sources=refs, why=each.why))
        elif each.op == "confirm":
            at = next(at for at, entry in enumerate(entries) if entry.text == each.entry)
            sources = (*entries[at].sources, *refs)
            entries[at] = msgspec.structs.replace(entries[at], updated=date, sources=sources, seen=entries[at].seen + 1)
    return tuple(
        TopicView(
            name=name,
            title=heads[name].title,
            description=heads[name].description,
            type=heads[name].type,
            size=400 + sum(len(entry.text.encode()) + 130 for entry in entries),
            entries=tuple(entries),
            foreign=(False,) * len(entries),
        )
        for name, entries in topics.items()
    )


@pytest.fixture
def dreamt() -> Callable[..., list[Operation]]:
    """Dream over sessions, one a day from 2026-03-01 on; each is a text, or a list of texts and (role, text) pairs."""

    def over(
        *sessions: str | list[Spoken],
        memory: tuple[TopicView, ...] = (),
        why: str = "typed",
        row: str = "",
        full: bool = False,
        backwards: bool = False,
    ) -> list[Operation]:
        spoken = [[one] if isinstance(one, str) else one for one in sessions]
        digest = tuple(session(day, said, f"2026-03-{day:02}", why, row) for day, said in enumerate(spoken, 1))
        digest = digest[::-1] if backwards else digest
        return run(Work(digest, {}, memory, TODAY, full=full))

    return over


@pytest.fixture
def remembered() -> Callable[[Iterable[Operation]], tuple[TopicView, ...]]:
    """The memory that proposals make."""
    return remember


@pytest.fixture
def topic() -> Callable[..., TopicView]:
    """A topic of the memory with one entry."""

    def make(text: str, *, updated: str = "2026-01-01", foreign: bool = False, **fields: object) -> TopicView:
        source = ("claude-code/99999999-aaaa#L7",)
        entry = Entry(text=text, created=updated, updated=updated, sources=() if foreign else source)
        view = TopicView(
            name="working-agreements",
            title="Working agreements",
            description="Read before starting a task",
            type="feedback",
            size=600,
            entries=(entry,),
            foreign=(foreign,),
        )
        return msgspec.structs.replace(view, **fields)

    return make
