"""Answers a question from memory: one or two topics by their descriptions, then entries, within a budget of bytes."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from dreamd import caution, faircopy, ledger, mentions, routing
from dreamd.memory import entry as entries
from dreamd.memory import store
from dreamd.recalled import STALE_DAYS, Answer, Recalled, Routed, body, heading, left_out

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

BYTES = 8_000
"""What an answer takes unless somebody says otherwise: at most 4,000 tokens, in English and in Chinese."""
LEAST_BYTES = 600
ROUTED = 2
"""Topics that a question leads to."""
SHARES = (0.5, 0.8, 1.0)
"""Part of the budget within which the first topic, the second, and entries of any topic are put in, in this order."""
SECOND, FAINT = 0.3, 0.25
"""How near to the first a second topic, and any entry, must come to be worth reading."""
LEAST_ENTRY = 40
"""Bytes below which nothing fits any more."""
FRAME = sum(len(line.encode()) + 1 for line in (*caution.LINES, left_out(1_000_000)))
"""Bytes of what stands around the entries."""


class Looked(NamedTuple):
    """One memory that is looked into."""

    workspace: Workspace
    copy: sqlite3.Connection
    ours: frozenset[str]
    """Keys of what dreamd wrote."""


class Hit(NamedTuple):
    """An entry that is worth a look."""

    score: float
    topic: Routed
    number: int
    """Id in the fair copy."""
    looked: Looked


def answer(
    places: Places,
    workspaces: Iterable[Workspace],
    db: sqlite3.Connection,
    question: str,
    today: str,
    size: int = BYTES,
) -> Answer:
    """Look in these memories.

    Args:
        places: our places.
        workspaces: whose memories.
        db: our state, which knows what dreamd wrote.
        question: in anybody's words.
        today: the date, for what is old.
        size: bytes that the answer may take in words (``recalled.lines``); at least ``LEAST_BYTES``.

    Raises:
        StoreError: a memory cannot be read.
    """
    with ExitStack() as held:
        hits: list[Hit] = []
        topics: list[Routed] = []
        for workspace in workspaces:
            copy = held.enter_context(faircopy.opened(places, workspace, store.listed(workspace)))
            looked = Looked(workspace, copy, ledger.statements(db, workspace.name))
            found = _look(looked, question)
            topics += found[0]
            hits += found[1]
        led = _led(topics)
        shown = _within(hits, led, today, size - FRAME)
    matched = sum(hit.score > 0 for hit in hits)
    return Answer(topics=led, entries=shown, left_out=matched - sum(item.score > 0 for item in shown))


def _look(looked: Looked, question: str) -> tuple[list[Routed], list[Hit]]:
    """The topics of one memory, and its statements, those of no score included."""
    scores = routing.scores(looked.copy, question)
    topics = {
        topic.file: Routed(
            topic=topic.stem,
            title=topic.title,
            description=topic.description,
            workspace=looked.workspace.name,
            score=round(scores.topics.get(topic.id, 0.0), 3),
        )
        for topic in faircopy.topics(looked.copy).values()
    }
    hits = [
        Hit(round(scores.statements.get(number, 0.0), 3), topics[file], number, looked)
        for number, file in faircopy.files_of(looked.copy).items()
    ]
    return [topic for topic in topics.values() if topic.score > 0], hits


def _led(topics: list[Routed]) -> tuple[Routed, ...]:
    """The topics that the question leads to, nearest first."""
    nearest = sorted(topics, key=lambda topic: (-topic.score, topic.workspace, topic.topic))[:ROUTED]
    return tuple(topic for topic in nearest if topic.score >= SECOND * nearest[0].score)


def _within(hits: list[Hit], led: tuple[Routed, ...], today: str, room: int) -> tuple[Recalled, ...]:
    """What fits, whole: first of the topics led to, each within its share, then of any."""
    best = max((hit.score for hit in hits), default=0.0)
    near = sorted((hit for hit in hits if hit.score > 0 and hit.score >= FAINT * best), key=lambda hit: -hit.score)
    taken: dict[Hit, Recalled] = {}
    used = 0
    for turn, share in enumerate(SHARES):
        for hit in _turn(turn, hits, near, led):
            if hit in taken or room - used < LEAST_ENTRY:
                continue
            item = _recalled(hit, today)
            cost = _cost(
                item, hit.topic if hit.topic in led else None, new=all(other.topic != hit.topic for other in taken)
            )
            if used + cost <= share * room:
                taken[hit] = item
                used += cost
    order = sorted(taken, key=lambda hit: (led.index(hit.topic) if hit.topic in led else ROUTED, hit.topic.workspace))
    return tuple(
        taken[hit] for topic in dict.fromkeys(hit.topic for hit in order) for hit in order if hit.topic == topic
    )


def _turn(turn: int, hits: list[Hit], near: list[Hit], led: tuple[Routed, ...]) -> list[Hit]:
    """What is put in at this turn. A topic that its description alone leads to is read from its beginning."""
    if turn >= ROUTED:
        return near
    topic = led[turn] if turn < len(led) else None
    return [hit for hit in near if hit.topic == topic] or [hit for hit in hits if hit.topic == topic]


def _cost(item: Recalled, routed: Routed | None, *, new: bool) -> int:
    """Bytes that the entry adds to the answer in words, with the heading of a topic that is ``new`` in it."""
    said = [heading(item, routed)] if new else []
    return sum(len(line.encode()) + 1 for line in (*said, *body(item)))


def _recalled(hit: Hit, today: str) -> Recalled:
    told = faircopy.statement(hit.looked.copy, hit.number)
    entry, workspace = told.entry, hit.looked.workspace
    named = mentions.look(f"{entry.text} {entry.why} {entry.how}", workspace.project)
    return Recalled(
        topic=hit.topic.topic,
        text=entry.text,
        score=hit.score,
        updated=entry.updated or entry.created,
        stale=_days(entry.updated or entry.created, today) > STALE_DAYS,
        why=entry.why,
        how=entry.how,
        workspace=workspace.name,
        created=entry.created,
        sources=entry.sources,
        seen=entry.seen,
        unconfirmed=entry.unconfirmed,
        unverified=not (entry.sources and entries.key(entry) in hit.looked.ours),
        repository=named.standing,
        gone=named.gone,
    )


def _days(since: str, today: str) -> int:
    """Days between two dates; 0 where one is none."""
    try:
        return (date.fromisoformat(today) - date.fromisoformat(since)).days
    except ValueError:
        return 0
