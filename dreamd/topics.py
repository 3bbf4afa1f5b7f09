"""The topics of a memory with when to read each, and one of them entry by entry, within a budget of bytes."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from dreamd import caution, faircopy, ledger, recall, recalled
from dreamd.memory import store
from dreamd.memory.layout import COMMON
from dreamd.recall import Hit, Looked
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

LIST_BYTES = 24_000
"""As much as agents load of an index anyway."""


class Listed(Record, frozen=True):
    """One topic."""

    workspace: str
    topic: str
    title: str
    description: str
    entries: int
    updated: str
    """Date of its newest entry; empty where none has one."""


def listed(places: Places, workspaces: Iterable[Workspace]) -> list[Listed]:
    """Every topic of these memories, people's files among them, by workspace and name.

    Raises:
        StoreError: a memory cannot be read.
    """
    found = []
    for workspace in workspaces:
        with faircopy.opened(places, workspace, store.listed(workspace)) as copy:
            for topic in faircopy.topics(copy).values():
                held = [told.entry for told in faircopy.statements(copy, topic.file)]
                found.append(
                    Listed(
                        workspace=workspace.name,
                        topic=topic.stem,
                        title=topic.title,
                        description=topic.description,
                        entries=len(held),
                        updated=max((entry.updated or entry.created for entry in held), default=""),
                    )
                )
    return found


def within(told: Sequence[str], size: int = LIST_BYTES) -> Iterator[str]:
    """The lines that fit into so many bytes, and a last one that says how many were left out."""
    shown, room = 0, size
    while shown < len(told) and (room := room - len(told[shown].encode()) - 1) >= 0:
        shown += 1
    yield from told[:shown]
    left = len(told) - shown
    yield f"{left} more left out." if left else "Nothing left out."


def line(topic: Listed) -> str:
    """One topic in words, on a line."""
    scope = "every project" if topic.workspace == COMMON else topic.workspace
    count = f"{topic.entries} {'entry' if topic.entries == 1 else 'entries'}"
    since = f", last {topic.updated}" if topic.updated else ""
    told = f"{topic.title}. {topic.description}" if topic.description else topic.title
    return f"- {topic.topic} ({scope}; {count}{since}): {told}"


def read(
    places: Places, workspaces: Iterable[Workspace], db: sqlite3.Connection, name: str, today: str, size: int
) -> list[str]:
    """One topic in words, as ``recall`` tells entries; of two memories that have one of that name, both.

    Args:
        places: our places.
        workspaces: whose memories.
        db: our state, which knows what dreamd wrote.
        name: the topic's, as ``listed`` tells it; it is compared and never part of a path.
        today: the date, for what is old.
        size: bytes that it may take.

    Returns:
        Nothing where there is no such topic.

    Raises:
        StoreError: a memory cannot be read.
    """
    with ExitStack() as held:
        hits: list[Hit] = []
        for workspace in workspaces:
            copy = held.enter_context(faircopy.opened(places, workspace, store.listed(workspace)))
            said = ledger.confirmed(db, workspace.name)
            hits += _hits(Looked(workspace, copy, ledger.statements(db, workspace.name), said), name)
        return _within(hits, today, size - recall.FRAME) if hits else []


def _hits(looked: Looked, name: str) -> Iterator[Hit]:
    for topic in faircopy.topics(looked.copy).values():
        if topic.stem == name:
            routed = recall.routed(looked, topic, 0.0)
            yield from (Hit(0.0, routed, told.id, looked) for told in faircopy.statements(looked.copy, topic.file))


def _within(hits: Sequence[Hit], today: str, room: int) -> list[str]:
    """What fits, whole, in the topic's order."""
    told, left = list(caution.LINES), 0
    of = None
    for hit in hits:
        item = recall.shown(hit, today)
        said = [*([recalled.heading(item, hit.topic)] if hit.topic != of else []), *recalled.body(item)]
        takes = sum(len(line.encode()) + 1 for line in said)
        if takes > room:
            left += 1
            continue
        told, room, of = told + said, room - takes, hit.topic
    left_out = f"{left} more {'entry' if left == 1 else 'entries'} of it left out." if left else "Nothing left out."
    return [*told, left_out]
