"""How a workspace stands: gates, waiting sessions, memory against its limits, what needs a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import awaiting, clock, gates, governed, harvest, intake, journal, ledger, lock, slugs, state
from dreamd.checks import Candidate, links
from dreamd.errors import LockHeld, StoreError, TopicInvalid
from dreamd.memory import index, store, topic
from dreamd.memory.layout import COMMON, TOPIC_BYTES
from dreamd.records import Record, Verdict

if TYPE_CHECKING:
    import sqlite3

    from dreamd.config import Config
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.paths import Places
    from dreamd.records import Dream, Transcript
    from dreamd.state import Session


LINKS = 8
"""Findings about pointers that are listed one by one."""
PERSONAL = frozenset({"no_key", "bad_key", "no_cli", "cost", "unreachable"})
"""Reasons of a failure that no later attempt mends by itself."""


class Gates(Record, frozen=True):
    """The three gates' verdicts."""

    time: Verdict
    sessions: Verdict
    lock: Verdict


class Last(Record, frozen=True):
    """How the last attempt ended."""

    outcome: str
    reason: str
    dream_id: str
    time: str


class Status(Record, frozen=True):
    """One workspace; the fields are the JSON keys of ``status`` (cli.md)."""

    name: str
    project: str
    """Directory of the project whose sessions feed it."""
    root: str
    layout: str
    gates: Gates
    backoff: Verdict
    """Closed for a while after failures."""
    next_check: str
    last: Last | None
    paused: str
    topics: int
    entries: int
    index_lines: int
    index_chars: int
    attention: tuple[str, ...]
    waiting: int
    """New sessions that count, those not yet surveyed included."""


def status(
    db: sqlite3.Connection, workspace: Workspace, found: list[Transcript], places: Places, config: Config, now_ns: int
) -> Status:
    """Look at one workspace; nothing is written and no transcript is read."""
    sessions = state.sessions(db, workspace.name)
    counted = _counted(sessions, found, config, now_ns)
    backoff = ledger.backoff(db, workspace.name)
    last = ledger.last_dream(db, workspace.name)
    attention = _unfinished(places, workspace)
    try:
        stamp = lock.read(workspace.lock)
        snapshot = store.read(workspace)
    except StoreError as error:
        stamp, snapshot = lock.Stamp(), store.Snapshot(files={})
        attention.append(error.message)
    verdicts = Gates(
        time=gates.time(config.gates, stamp.mtime_ns, now_ns),
        sessions=_fed(workspace)
        or gates.sessions(config.gates, len(counted), min((s.first_ns for s in counted), default=None), now_ns),
        lock=gates.lock(lock.foreign_holder(stamp, now_ns, own_pid=0)),
    )
    held = gates.backoff(backoff.retry_ns, backoff.paused, now_ns)
    topics, entries, unread = _count(workspace, snapshot)
    index_bytes = snapshot.bytes.get(workspace.index, b"")
    lines, chars = index.size(index_bytes)
    return Status(
        name=workspace.name,
        project=str(workspace.project),
        root=str(workspace.root),
        layout=workspace.layout,
        gates=verdicts,
        backoff=held,
        next_check=max(verdicts.time.retry_at, held.retry_at),
        last=_last(last),
        paused=backoff.paused,
        topics=topics,
        entries=entries,
        index_lines=lines,
        index_chars=chars,
        attention=(
            *attention,
            *unread,
            *_limits(index_bytes),
            *_long(workspace, snapshot),
            *_links(workspace, snapshot),
            *_hazards(snapshot),
            *filter(None, (governed.told(governed.read(places, workspace.name)),)),
            *_aging(counted, found, now_ns),
            *_paused(backoff),
            *_proposals(db, workspace),
            *_model(last[0] if last else None, ledger.last_skip(db, workspace.name)),
        ),
        waiting=len(counted),
    )


def _fed(workspace: Workspace) -> Verdict | None:
    """The session gate of the memory that no session feeds."""
    return Verdict(open=False, reason="no session feeds this memory") if workspace.name == COMMON else None


def _counted(sessions: list[Session], found: list[Transcript], config: Config, now_ns: int) -> list[Session]:
    """Surveyed sessions that wait, beside those that have grown since their survey."""
    grown = {(t.source, t.session) for t, _ in state.changed(sessions, found)}
    return [
        item
        for item in sessions
        if intake.standing(item, config, now_ns, live=False).state == "new"
        or (item.dreamed and (item.source, item.session) in grown)
    ]


def _last(last: tuple[Dream, int] | None) -> Last | None:
    if last is None:
        return None
    dream, ended_ns = last
    return Last(outcome=dream.outcome, reason=dream.reason, dream_id=dream.dream_id, time=clock.iso(ended_ns))


def _count(workspace: Workspace, snapshot: Snapshot) -> tuple[int, int, list[str]]:
    """Topics and people's files, entries, and a sentence for each file that is no topic."""
    topics, entries, unread = 0, 0, []
    for name, held in snapshot.files.items():
        stem = workspace.stem(name) or (name.removesuffix(".md") if name in workspace.people else "")
        if not stem:
            continue
        try:
            entries += len(topic.parse(stem, held.data).entries)
            topics += 1
        except TopicInvalid as error:
            unread.append(error.message)
    return topics, entries, unread


def _limits(data: bytes) -> list[str]:
    gate, (lines, chars) = index.gate(data), index.size(data)
    if gate == "open":
        return []
    return [f"the index is {'full' if gate == 'full' else 'nearly full'}: {lines} lines, {chars} characters"]


def _long(workspace: Workspace, snapshot: Snapshot) -> list[str]:
    """Topics that agents read a part of only."""
    sizes = {workspace.stem(name): len(held.data) for name, held in snapshot.files.items()}
    return [
        f"{stem}.md has {size} bytes and agents cut it at {TOPIC_BYTES}; at its headings: dreamd split {stem}.md"
        for stem, size in sorted(sizes.items())
        if stem and size >= TOPIC_BYTES
    ]


def _links(workspace: Workspace, snapshot: Snapshot) -> list[str]:
    """Dead pointers of the index, and files that it does not name: for a person to mend."""
    held = snapshot.bytes
    asked = Candidate(workspace=workspace, before=held, after=held, own=frozenset(), evidence={})
    lines = [f"{found.file}: {found.text}" for found in links.run(asked)]
    more = len(lines) - LINKS
    return [*lines[:LINKS], f"and {more} more pointers or files like these"] if more > 0 else lines


def _hazards(snapshot: Snapshot) -> list[str]:
    return [f"{item.name} is left alone: {item.reason.replace('_', ' ')}" for item in snapshot.hazards]


def _aging(counted: list[Session], found: list[Transcript], now_ns: int) -> list[str]:
    """Sessions that their agent may delete before any dream has read them."""
    old = {(item.source, item.session) for item in found if harvest.aged(item, now_ns)}
    count = sum((session.source, session.session) in old for session in counted)
    return [f"{count} unread sessions may soon be deleted by their agent; dreamd once reads them"] if count else []


def _paused(backoff: ledger.Backoff) -> list[str]:
    return [f"paused after repeated failures ({backoff.paused}); dreamd once tries again"] if backoff.paused else []


def _proposals(db: sqlite3.Connection, workspace: Workspace) -> list[str]:
    count = len(awaiting.waiting(db, workspace.name))
    return [f"{count} {'proposal waits' if count == 1 else 'proposals wait'} for you: dreamd review"] if count else []


def _model(last: Dream | None, skipped: str) -> list[str]:
    """What keeps the model from answering until a person does something."""
    if skipped == "cost":
        return [slugs.REASONS[skipped]]
    if last is None or not last.message:
        return []
    instead = last.outcome in {"dreamed", "nothing_new"}  # the embedded engine read in the model's place
    return [last.message] if instead or (last.outcome == "failed" and last.reason in PERSONAL) else []


def _unfinished(places: Places, workspace: Workspace) -> list[str]:
    """Steps that a crash cut short; while somebody holds the ``dream`` lock, a step is under way and theirs."""
    try:
        if next(journal.pending(places.runs, workspace.name), None) is None:
            return []
        with lock.held(places.locks, workspace.memory, "dream"):
            return [
                f"step {note.dream_id} was cut short by a crash; the next dreamd command puts it right"
                for note in journal.pending(places.runs, workspace.name)
            ]
    except LockHeld:
        return []
    except StoreError as error:
        return [error.message]
