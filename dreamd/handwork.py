"""Carries out a step that is no dream: journalled, staged, decided, completed; watermark and marks are left alone."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, commit, forgetting, journal, lock
from dreamd.attempt import Attempt, noted, put_back, topic_mtimes
from dreamd.errors import LockHeld
from dreamd.lock import Stamp
from dreamd.memory import contents, history, publish
from dreamd.memory.history import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.attempt import Setting
    from dreamd.ledger import Settlement
    from dreamd.memory.history import Kind
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
    from dreamd.memory.store import Snapshot
    from dreamd.records import Change


@dataclass(frozen=True, slots=True)
class Work:
    """What the step makes of the memory."""

    kind: Kind
    summary: str
    files: Mapping[str, bytes]
    """Every file as it shall be."""
    changes: tuple[Change, ...]
    keys: tuple[str, ...]
    """Keys of what it writes or speaks for; those of what goes are added."""
    settlement: Settlement
    """What it leaves in our state, but for what may be forgotten with it."""
    undoes: str = ""
    modes: Mapping[str, int] = field(default_factory=dict)
    mtimes: Mapping[str, int] = field(default_factory=dict)
    drop_dirs: tuple[str, ...] = ()


def begun(setting: Setting, workspace: Workspace, repository: Repository, *, unasked: bool = False) -> Attempt:
    """A step that is about to begin, with an id of its own; nothing is written yet.

    Args:
        setting: what an attempt needs.
        workspace: whose memory.
        repository: its history.
        unasked: no person asked for it. So it takes the lock file like a dream, and gives it back as it was; the caller
            holds the ``dream`` lock too.

    Raises:
        LockHeld: another program consolidates here now.
        StoreError: the lock file cannot be read.
    """
    prior, now = lock.read(workspace.lock), setting.now()
    ours = Stamp(mtime_ns=now, body=str(os.getpid()).encode(), mode=prior.mode) if unasked else prior
    if unasked and lock.foreign_holder(prior, now, own_pid=os.getpid()) is not None:
        raise LockHeld(f"another program holds {workspace.lock}")
    return Attempt(setting, workspace, noted(workspace, setting.new_id(), prior=prior, ours=ours), repository)


def carry_out(attempt: Attempt, current: Snapshot, work: Work) -> tuple[str, ...]:
    """Carry the step out; the caller holds the ``write`` lock and read ``current`` under it.

    Returns:
        Names of files that somebody changed at the last moment and that were left as they are.

    Raises:
        LockHeld: another program has taken the lock file; nothing has changed.
        StoreError: something could not be written. Before the decision nothing has changed, after it the next command
            completes the step.
    """
    setting, workspace, note = attempt.setting, attempt.workspace, attempt.note
    unasked = note.ours != note.prior
    journal.write(setting.places.runs, note)
    try:
        if unasked:
            _must(taken=lock.write(workspace.lock, note.ours, over=note.prior), attempt=attempt)
        rest = _stage(attempt, current, work)
        if unasked:
            _must(taken=lock.same(lock.read(workspace.lock), note.ours), attempt=attempt)
            rest = msgspec.structs.replace(rest, watermark_ns=note.prior.mtime_ns)
        with commit.undisturbed():
            decided = commit.decide(setting.places, note, rest)
            kept = commit.complete(setting.places, workspace, decided, attempt.repository, setting.now())
    except BaseException:
        put_back(setting, workspace, note)
        raise
    journal.drop(setting.places.runs, note.dream_id)
    return tuple(item.name for item in kept)


def _must(*, taken: bool, attempt: Attempt) -> None:
    if not taken:
        raise LockHeld(f"another program took {attempt.workspace.lock} just now")


def _stage(attempt: Attempt, current: Snapshot, work: Work) -> commit.Rest:
    """Commit the files as they are to the history, and lay the new ones beside the memory."""
    setting, workspace, step_id = attempt.setting, attempt.workspace, attempt.note.dream_id
    moment = clock.iso(setting.now())
    history.record_found(attempt.repository, current.files, step_id, moment)
    planned = publish.plan(
        workspace,
        step_id,
        current,
        work.files,
        modes=work.modes,
        mtimes=topic_mtimes(workspace, work.files) | dict(work.mtimes),
        drop_dirs=work.drop_dirs,
    )
    publish.prepare(workspace, planned)
    gone = contents.keys(workspace, current.bytes) - contents.keys(workspace, work.files)
    step = Step(
        id=step_id,
        kind=work.kind,
        time=moment,
        summary=work.summary,
        changes=work.changes,
        made_dirs=planned.made_dirs,
        undoes=work.undoes,
        keys=(*work.keys, *sorted(gone)),
    )
    forgotten = forgetting.forgotten(attempt, step, current, work.files)
    return commit.Rest(settlement=msgspec.structs.replace(work.settlement, forgotten=forgotten), step=step)
