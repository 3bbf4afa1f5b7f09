"""What the page shows of one memory, as records: redacted, and nothing hidden in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from dreamd import awaiting, clock, governing, invisible, ledger, recall, recalled, redact, start, state, steps
from dreamd.memory import contents, history, index, store
from dreamd.memory import entry as entries
from dreamd.memory.layout import INDEX_CHARS_FULL, INDEX_LINES_FULL, TOPIC_BYTES
from dreamd.memory.topic import own
from dreamd.page.spending import months
from dreamd.records import Entry, Record

if TYPE_CHECKING:
    import sqlite3

    from dreamd.awaiting import Proposal
    from dreamd.commands import Asked
    from dreamd.faults import Fault
    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.page.spending import Month
    from dreamd.recalled import Answer
    from dreamd.records import Change, Quote

STEPS = 50
"""The newest ones are shown."""
FOUND_BYTES = 40_000
HIDDEN = "(not shown: this file holds a secret)"


class Size(Record, frozen=True):
    """How full something is."""

    name: str
    value: int
    limit: int
    unit: str

    @property
    def full(self) -> bool:
        """Whether it is at its limit."""
        return self.value >= self.limit


class Said(NamedTuple):
    """One entry as it stands."""

    entry: Entry
    quotes: tuple[Quote, ...]
    ours: bool
    """dreamd wrote it, from words that are known."""
    days: int
    """Since it was last confirmed."""

    @property
    def stale(self) -> bool:
        """Whether nobody has confirmed it for long."""
        return self.days > recalled.STALE_DAYS


class Shelf(NamedTuple):
    """One topic with what stands in it."""

    name: str
    title: str
    description: str
    size: int
    """Bytes."""
    entries: tuple[Said, ...]


class Moved(NamedTuple):
    """One change of a step."""

    number: int
    change: Change
    quotes: tuple[Quote, ...]


class Told(NamedTuple):
    """One step of the history."""

    id: str
    kind: str
    time: str
    summary: str
    undone: str
    """What was taken back of it, in words."""
    may_be_undone: bool
    bill: float
    moved: tuple[Moved, ...]


class Picture(NamedTuple):
    """All of it."""

    name: str
    project: str
    today: str
    sizes: tuple[Size, ...]
    shelves: tuple[Shelf, ...]
    steps: tuple[Told, ...]
    more_steps: int
    proposals: tuple[Proposal, ...]
    faults: tuple[Fault, ...]
    months: tuple[Month, ...]
    query: str
    answer: Answer | None


def taken(asked: Asked, workspace: Workspace, query: str = "") -> Picture:
    """Look at a memory as it is now.

    Raises:
        StoreError: it, its history or our own state cannot be read.
    """
    snapshot, today = store.read(workspace), clock.date(asked.now_ns)
    whole = {name: data.decode("utf-8", "replace") for name, data in snapshot.bytes.items()}
    safe = {name: redact.redact(text) for name, text in whole.items()}
    topics = contents.topics(workspace, {name: text.encode() for name, text in safe.items()})
    faults = governing.findings(asked.places, workspace, asked.search, asked.now_ns)
    recorded = history.steps(steps.repository(asked.places, workspace, asked.search))
    with state.database(asked.places.database, look=True) as db:
        ours = ledger.statements(db, workspace.name)
        shelves = tuple(_shelf(db, workspace, held, ours, today) for held in topics.values())
        told = [item for item in recorded if item.step.kind != "found"]
        return Picture(
            name=workspace.name,
            project=str(workspace.project),
            today=today,
            sizes=_sizes(workspace, snapshot.bytes),
            shelves=shelves,
            steps=tuple(_steps(db, workspace, recorded)),
            more_steps=max(0, len(told) - STEPS),
            proposals=tuple(awaiting.waiting(db, workspace.name)),
            faults=tuple(_shown(item, whole, safe) for item in faults),
            months=months(db, workspace.name),
            query=query,
            answer=_answer(asked, workspace, db, query, today),
        )


def _sizes(workspace: Workspace, held: dict[str, bytes]) -> tuple[Size, ...]:
    lines, chars = index.size(held.get(workspace.index, b""))
    found = [Size("index", lines, INDEX_LINES_FULL, "lines"), Size("index", chars, INDEX_CHARS_FULL, "characters")]
    resident = [item for item in start.members(workspace) if item.file in held]
    members = [Size(item.file, len(held[item.file]), item.budget, "bytes") for item in resident]
    topics = [Size(name, len(data), TOPIC_BYTES, "bytes") for name, data in held.items() if workspace.stem(name)]
    largest = max(topics, key=lambda item: item.value, default=None)
    return (*found, *members, *([largest] if largest else []))


def _shelf(db: sqlite3.Connection, workspace: Workspace, held: Topic, ours: frozenset[str], today: str) -> Shelf:
    said = tuple(
        Said(
            entry=item.entry,
            quotes=ledger.evidence(db, workspace.name, entries.key(item.entry)),
            ours=own(item, ours),
            days=clock.days(item.entry.updated or item.entry.created, today),
        )
        for item in held.items
    )
    return Shelf(held.name, held.title, held.description, len(held.data), said)


def _steps(db: sqlite3.Connection, workspace: Workspace, recorded: list[history.Recorded]) -> list[Told]:
    taken = steps.taken_back(recorded)
    shown = [item.step for item in recorded if item.step.kind != "found"][:STEPS]
    found = []
    for step in shown:
        dream, back = ledger.outcome(db, step.id), taken.get(step.id)
        moved = tuple(
            Moved(number, change, _quotes(db, workspace, change)) for number, change in enumerate(step.changes, 1)
        )
        found.append(
            Told(
                id=step.id,
                kind=step.kind,
                time=step.time,
                summary=step.summary,
                undone=steps.told(step, back),
                may_be_undone=not steps.whole(step, back),
                bill=dream.cost_usd if dream else 0.0,
                moved=moved,
            )
        )
    return found


def _quotes(db: sqlite3.Connection, workspace: Workspace, change: Change) -> tuple[Quote, ...]:
    """What the entry that was changed rests on, as far as that is known still."""
    return ledger.evidence(db, workspace.name, entries.key(Entry(text=change.text)))


def _shown(fault: Fault, whole: dict[str, str], safe: dict[str, str]) -> Fault:
    """The fault, without the lines of a file that holds a secret: redaction needs the whole of it."""
    hidden = {place.file for place in fault.places if whole.get(place.file) != safe.get(place.file)}
    if not hidden:
        return fault
    replace = msgspec.structs.replace
    places = tuple(replace(place, text=HIDDEN) if place.file in hidden else place for place in fault.places)
    return replace(fault, places=places)


def _answer(asked: Asked, workspace: Workspace, db: sqlite3.Connection, query: str, today: str) -> Answer | None:
    return recall.answer(asked.places, [workspace], db, query, today, FOUND_BYTES) if query.strip() else None


def visible(value: object) -> object:
    """What a template is about to write: text without secrets, and with what hides in it shown."""
    return invisible.shown(redact.redact(value)) if type(value) is str else value
