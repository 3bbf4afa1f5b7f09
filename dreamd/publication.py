"""Brings a dream's result into the memory: checked, merged with what changed meanwhile, decided, carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import attempt as attempts
from dreamd import checks, clock, commit, journal, lock, registry, slugs
from dreamd.checks import Candidate, Check
from dreamd.errors import StoreError, TopicInvalid
from dreamd.ledger import Settlement
from dreamd.memory import history, merge, publish, store, topic
from dreamd.memory.history import Step

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.journal import Journal
    from dreamd.memory.edits import Staged
    from dreamd.memory.history import Repository
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.records import Dream, Finding
    from dreamd.worker.protocol import Finished


@dataclass(frozen=True, slots=True)
class Dreamt:
    """What the worker made, not yet published."""

    staged: Staged
    after: dict[str, bytes]
    """The staged copy with its index."""
    finished: Finished
    snapshot: Snapshot
    """The memory as the dream read it."""
    own: frozenset[str]
    """Keys of what dreamd wrote."""


def publish_dream(  # noqa: PLR0913 (the dream, where it goes, and how it is told)
    setting: Setting, workspace: Workspace, note: Journal, told: Dream, dreamt: Dreamt, repository: Repository
) -> Dream:
    """Check and publish; the caller holds the ``dream`` lock and has written the journal.

    Returns:
        ``dreamed``, ``nothing_new`` or ``rejected``; in the last case everything was put back.

    Raises:
        StoreError: something could not be written. Before the decision nothing has changed, after it the next command
            completes the step.
    """
    findings = _blocking(dreamt, dreamt.snapshot, dreamt.after)
    if findings:
        return _reject(setting, workspace, note, told, dreamt, "checks", findings)
    with lock.held(setting.places.locks, workspace.memory, "write"):
        current = store.read(workspace)
        after = _merged(workspace, dreamt, current)
        if after is None or _blocking(dreamt, current, after):
            return _reject(setting, workspace, note, told, dreamt, "memory_changed", ())
        if not lock.same(lock.read(workspace.lock), note.ours):
            raise StoreError("another program took the lock file during the dream", "The next dream tries again.")
        changed = bool(dreamt.staged.changes)
        outcome, reason = ("dreamed", "") if changed else ("nothing_new", "nothing_kept")
        done = msgspec.structs.replace(told, outcome=outcome, reason=reason)
        step = _stage(setting, workspace, note, dreamt, current, after, repository) if changed else None
        decided = commit.decide(setting.places, note, _rest(workspace, note, dreamt, done, step))
        commit.complete(setting.places, workspace, decided, repository, setting.now())
    journal.drop(setting.places.runs, note.dream_id)
    return done


def _blocking(dreamt: Dreamt, current: Snapshot, after: dict[str, bytes]) -> tuple[Finding, ...]:
    """What the checks hold against publishing ``after`` over ``current``."""
    candidate = Candidate(
        workspace=dreamt.staged.workspace,
        before=current.bytes,
        after=after,
        own=dreamt.own,
        evidence=dreamt.staged.evidence,
    )
    shelf = cast("list[Check]", registry.entries(checks, "CHECK"))
    findings = (finding for check in shelf for finding in check.run(candidate))
    return tuple(finding for finding in findings if finding.severity == "blocking")


def _reject(  # noqa: PLR0913 (as publish_dream, and why)
    setting: Setting,
    workspace: Workspace,
    note: Journal,
    told: Dream,
    dreamt: Dreamt,
    reason: str,
    findings: tuple[Finding, ...],
) -> Dream:
    commit.take_back(setting.places, workspace, note)
    attempts.keep_for_a_look(setting.places.runs, note.dream_id, dreamt.after, findings)
    first = f": {findings[0].file}: {findings[0].text}" if findings else ""
    message = f"{slugs.REASONS[reason]}{first} (kept in {setting.places.runs / note.dream_id})"
    bare = msgspec.structs.replace(told, added=0, updated=0, retired=0, entries=())
    return attempts.rejected(setting, workspace, bare, reason, message)


def _merged(workspace: Workspace, dreamt: Dreamt, current: Snapshot) -> dict[str, bytes] | None:
    """The staged files over what a live session or a person changed meanwhile; ``None`` where they contradict."""
    base, theirs, after = dreamt.snapshot.bytes, current.bytes, dict(dreamt.after)
    for name in base.keys() | theirs.keys():
        old, now, new = base.get(name), theirs.get(name), after.get(name)
        if old == now:
            continue
        if new == old:
            merged = now
        elif name == workspace.index:
            merged = merge.index(old or b"", new or b"", now or b"")
        else:
            merged = merge.topic(old, new, now) if old is not None and new is not None and now is not None else None
            if merged is None:
                return None
        after.pop(name, None)
        after |= {} if merged is None else {name: merged}
    return after


def _stage(  # noqa: PLR0913 (as publish_dream, and the files)
    setting: Setting,
    workspace: Workspace,
    note: Journal,
    dreamt: Dreamt,
    current: Snapshot,
    after: dict[str, bytes],
    repository: Repository,
) -> Step:
    """Commit the files as they are to the history, and lay the new ones beside the memory."""
    moment = clock.iso(setting.now())
    found = Step(id=f"{note.dream_id}-found", kind="found", time=moment, summary="the files as they were")
    history.record_found(repository, current.files, found)
    planned = publish.plan(workspace, note.dream_id, current, after, mtimes=_mtimes(workspace, after))
    publish.prepare(workspace, planned)
    count = len(dreamt.staged.changes)
    return Step(
        id=note.dream_id,
        kind="dream",
        time=moment,
        summary=f"dream: {count} {'change' if count == 1 else 'changes'}",
        changes=dreamt.staged.changes,
        made_dirs=planned.made_dirs,
        keys=tuple(dreamt.staged.evidence),
    )


def _mtimes(workspace: Workspace, after: dict[str, bytes]) -> dict[str, int]:
    """A topic's mtime is its newest ``updated``: agents judge freshness by it."""
    times = {}
    for name, data in after.items():
        try:
            date = topic.newest(topic.parse(stem, data)) if (stem := workspace.stem(name)) else ""
        except TopicInvalid:
            continue
        moment = clock.parse(date) if date else None
        times |= {} if moment is None else {name: moment}
    return times


def _rest(workspace: Workspace, note: Journal, dreamt: Dreamt, done: Dream, step: Step | None) -> commit.Rest:
    settlement = Settlement(
        workspace=workspace.name,
        reads=dreamt.finished.reads,
        rows=dreamt.finished.rows,
        evidence=dreamt.staged.evidence,
        keys=dreamt.staged.keys,
        dream=done,
    )
    return commit.Rest(settlement=settlement, files=step is not None, step=step, watermark_ns=note.ours.mtime_ns)
