"""Answers a question from memory: one or two topics by their descriptions, then entries, within a budget of bytes."""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from dreamd import caution, clock, faircopy, ledger, mentions, routing, words
from dreamd.errors import DreamdError
from dreamd.memory import entry as entries
from dreamd.memory import store
from dreamd.recalled import STALE_DAYS, Answer, Recalled, Routed, body, heading, left_out, past

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from dreamd.faircopy import Topic
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.routing import Scores

BYTES = 8_000
"""What an answer takes unless somebody says otherwise: at most 4,000 tokens, in English and in Chinese."""
LEAST_BYTES = 600
ROUTED = 2
"""Topics that a question leads to."""
SHARES = (0.5, 0.8, 1.0)
"""Part of the budget within which the first topic, the second, and entries of any topic are put in, in this order."""
SECOND, FAINT = 0.3, 0.25
"""How near to the first a second topic, and any entry, must come to be worth reading."""
MISSES = 4
"""So many entries that do not fit any more end a turn: shorter ones that come later are further off."""
ROUND = ".,;:!?()[]\"'“”‘’`。，；：！？（）「」"
"""What stands around a name in a question."""
NAME = re.compile(r"(?=.*[a-z])(?=.*[\d._/@-])[\w.@/-]{2,80}")
"""What is a host, a file, a branch or a version rather than a word."""
LOOKED_AT = 50
"""Entries that are asked whether they name what the question names: whoever does shares its words, and so is near."""
SUBJECT = re.compile(r"([\w.@/-]{1,80})(?::\s|\s+depends_on\b)")
"""How a statement about a host or a service begins: ``db-01: OS = Ubuntu 24.04``."""
FRAME = sum(len(line.encode()) + 1 for line in (*caution.LINES, left_out(1_000_000, 500_000)))
"""Bytes of what stands around the entries."""


class Looked(NamedTuple):
    """One memory that is looked into."""

    workspace: Workspace
    copy: sqlite3.Connection
    ours: frozenset[str]
    """Keys of what dreamd wrote."""
    confirmed: frozenset[str]
    """Keys of what the person stands by, whoever wrote it."""


class Hit(NamedTuple):
    """An entry that is worth a look."""

    score: float
    topic: Routed
    number: int
    """Id in the fair copy."""
    looked: Looked
    named: int = 0
    """2: it is about what the question names; 1: it names the same host, file or version; 0: neither."""


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
        topics: dict[Routed, Looked] = {}
        for workspace in workspaces:
            copy = held.enter_context(faircopy.opened(places, workspace, store.listed(workspace)))
            said = ledger.confirmed(db, workspace.name)
            looked = Looked(workspace, copy, ledger.statements(db, workspace.name), said)
            scores = routing.scores(copy, question)
            if words.idle(question):
                continue
            held_in = _topics(looked, scores)
            topics |= dict.fromkeys(held_in.values(), looked)
            hits += [
                Hit(scores.statements[number], held_in[file], number, looked) for number, file in scores.files.items()
            ]
        near = _near(hits)
        if exact := _named(near[:LOOKED_AT], question):
            hits = [*exact.values(), *(hit for hit in hits if _place(hit) not in exact)]
            near = _near(hits)
        led = _led(topics, exact.values())
        silent = [hit for topic in led for hit in _silent(topics[topic], topic, hits)]
        taken = _within([*hits, *silent], near, led, today, size - FRAME)
    heard = sum(hit.score > 0 for hit in taken)
    close = set(map(_place, near))
    faint = len(hits) - len(near) - sum(hit.score > 0 and _place(hit) not in close for hit in taken)
    return Answer(topics=led, entries=tuple(taken.values()), left_out=len(hits) - heard, faint=faint)


def together(remembered: Callable[[int], Answer], said: Callable[[int], Answer], size: int, *, beside: bool) -> Answer:
    """What memory holds, and what was said in past sessions where no entry shares a word with the question.

    Args:
        remembered: answers from memory, within so many bytes.
        said: answers from past sessions, within so many bytes beside the frame; where it fails, so does this, unless
            nobody asked for it.
        size: bytes that the answer may take in words.
        beside: past sessions are asked for: they are shown also where entries answer, in half of the bytes at most.
    """
    found, heard = remembered(size), Answer(topics=(), entries=(), left_out=0)
    if not beside and any(entry.score > 0 for entry in found.entries):
        return found
    with suppress(*(() if beside else (DreamdError,))):
        heard = said((size - FRAME) // (2 if found.entries else 1))
    if heard.passages and found.entries:
        found = remembered(size - sum(len(line.encode()) + 1 for line in past(heard)))
    return msgspec.structs.replace(found, passages=heard.passages, passages_left_out=heard.passages_left_out)


def _topics(looked: Looked, scores: Scores) -> dict[str, Routed]:
    """File -> topic, of those in which anything is near the question."""
    return {
        topic.file: routed(looked, topic, scores.topics[topic.id])
        for topic in faircopy.topics(looked.copy).values()
        if topic.id in scores.topics
    }


def routed(looked: Looked, topic: Topic, score: float) -> Routed:
    """The topic as a question leads to it, so near."""
    return Routed(
        topic=topic.stem,
        title=topic.title,
        description=topic.description,
        workspace=looked.workspace.name,
        file=topic.file,
        score=score,
    )


def _silent(looked: Looked, topic: Routed, hits: Iterable[Hit]) -> list[Hit]:
    """The statements of a topic that share no word with the question."""
    heard = {hit.number for hit in hits if hit.topic == topic}
    all_of_it = faircopy.statements(looked.copy, topic.file)
    return [Hit(0.0, topic, told.id, looked) for told in all_of_it if told.id not in heard]


def _place(hit: Hit) -> tuple[str, int]:
    return hit.looked.workspace.name, hit.number


def _named(hits: Iterable[Hit], question: str) -> dict[tuple[str, int], Hit]:
    """Memory and id -> the entry, with how exactly it names what the question names, of those that do."""
    asked = {word.strip(ROUND).casefold() for word in question.split()}
    names = [name for name in asked if NAME.fullmatch(name)]
    either = "|".join(map(re.escape, names))
    holds = re.compile(rf"(?<![\w.-])(?:{either})(?![\w-]|\.\w)", re.IGNORECASE) if names else None
    found = {}
    for hit in hits:
        text = faircopy.statement(hit.looked.copy, hit.number).entry.text
        subject = SUBJECT.match(text)
        about = subject is not None and subject[1].casefold() in asked
        if about or (holds and holds.search(text)):
            found[_place(hit)] = hit._replace(named=2 if about else 1)
    return found


def _led(topics: Iterable[Routed], hits: Iterable[Hit]) -> tuple[Routed, ...]:
    """The topics that the question leads to: those that hold what it names, then the nearest."""
    exact: dict[Routed, int] = {}
    for hit in hits:
        exact[hit.topic] = max(exact.get(hit.topic, 0), hit.named)
    order = sorted(topics, key=lambda topic: (-exact.get(topic, 0), -topic.score, topic.workspace, topic.topic))
    nearest = order[:ROUTED]
    return tuple(topic for topic in nearest if topic.score >= SECOND * nearest[0].score)


def _near(hits: Iterable[Hit]) -> list[Hit]:
    """Those worth reading, first what names what the question names, then the nearest."""
    every = list(hits)
    best = max((hit.score for hit in every), default=0.0)
    near = (hit for hit in every if hit.score > 0 and (hit.named or hit.score >= FAINT * best))
    return sorted(near, key=lambda hit: (-hit.named, -hit.score))


def _within(hits: list[Hit], near: list[Hit], led: tuple[Routed, ...], today: str, room: int) -> dict[Hit, Recalled]:
    """What fits, whole: first of the topics led to, each within its share, then of any."""
    taken: dict[Hit, Recalled] = {}
    used = 0
    for turn, share in enumerate(SHARES):
        misses = 0
        for hit in _turn(turn, hits, near, led):
            if misses == MISSES:
                break
            if hit in taken:
                continue
            item = shown(hit, today)
            new = all(other.topic != hit.topic for other in taken)
            cost = _cost(item, hit.topic if hit.topic in led else None, new=new)
            fits = used + cost <= share * room
            if fits:
                taken[hit] = item
                used += cost
            misses += not fits
    order = sorted(taken, key=lambda hit: (led.index(hit.topic) if hit.topic in led else ROUTED, hit.topic.workspace))
    topics = dict.fromkeys(hit.topic for hit in order)
    return {hit: taken[hit] for topic in topics for hit in order if hit.topic == topic}


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


def shown(hit: Hit, today: str) -> Recalled:
    """The entry with all that there is to know of it; ``today`` is the date."""
    told = faircopy.statement(hit.looked.copy, hit.number)
    entry, workspace = told.entry, hit.looked.workspace
    key = entries.key(entry)
    named = mentions.look(f"{entry.text} {entry.why} {entry.how}", workspace.project)
    return Recalled(
        topic=hit.topic.topic,
        text=entry.text,
        score=hit.score,
        updated=entry.updated or entry.created,
        stale=clock.days(entry.updated or entry.created, today) > STALE_DAYS,
        why=entry.why,
        how=entry.how,
        workspace=workspace.name,
        created=entry.created,
        sources=entry.sources,
        seen=entry.seen,
        unconfirmed=entry.unconfirmed,
        unverified=not (key in hit.looked.confirmed or (entry.sources and key in hit.looked.ours)),
        repository=named.standing,
        gone=named.gone,
    )
