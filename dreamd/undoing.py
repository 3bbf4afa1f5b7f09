"""Takes back one step, or one entry of it, as a step of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, commit, journal, ledger, lock, log, recovery, state, steps
from dreamd.attempt import topic_mtimes
from dreamd.journal import Journal
from dreamd.ledger import Settlement
from dreamd.memory import entry, history, publish, store, undo
from dreamd.memory.history import Step
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.memory.history import Recorded, Repository
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.memory.undo import Undone


class Result(Record, frozen=True):
    """What an undo did."""

    id: str
    """The undo's own step; empty where nothing was left to take back."""
    changes: tuple[Change, ...] = ()
    kept: tuple[str, ...] = ()
    """Files that somebody changed at the last moment and that were left as they are."""


def take_back(setting: Setting, workspace: Workspace, recorded: Recorded, number: int = 0) -> Result:
    """Undo a step, or its change with that ``number`` (from 1; 0 for all).

    What was taken back is not learned again from the rows that said it.

    Raises:
        LockHeld: a dream is running here.
        HistoryConflict: an entry was changed since.
        StoreError: the step has no such change, or something could not be written.
    """
    places = setting.places
    repository = steps.repository(places, workspace, setting.search)
    with lock.held(places.locks, workspace.memory, "dream"):
        for line in recovery.recover(places, workspace, setting.search, setting.now()):
            setting.say(line)
        with lock.held(places.locks, workspace.memory, "write"):
            current = store.read(workspace)
            undone = _plan(setting, workspace, repository, recorded, current, number)
            if not undone.changes:
                return Result(id="")
            result = _carry_out(setting, workspace, repository, recorded, current, undone)
    log.write(
        places.log,
        log.MEMORY_UNDONE,
        setting.now(),
        workspace.name,
        step=result.id,
        undoes=recorded.step.id,
        entries=[msgspec.to_builtins(change) for change in result.changes],
    )
    return result


def _plan(
    setting: Setting, workspace: Workspace, repository: Repository, recorded: Recorded, current: Snapshot, number: int
) -> Undone:
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, workspace.name)
    before, after = steps.files_before(repository, recorded), history.read(repository, recorded.commit)
    return undo.plan(workspace, recorded.step, before, after, current.bytes, own, number=number)


def _carry_out(
    setting: Setting,
    workspace: Workspace,
    repository: Repository,
    recorded: Recorded,
    current: Snapshot,
    undone: Undone,
) -> Result:
    """Journal, stage, decide, complete: as a dream does, but with watermark and marks left alone."""
    places, step_id, prior = setting.places, setting.new_id(), lock.read(workspace.lock)
    note = Journal(
        dream_id=step_id,
        workspace=workspace.name,
        lock=workspace.lock,
        pid=os.getpid(),
        process=lock.identity(os.getpid()),
        prior=prior,
        ours=prior,
    )
    journal.write(places.runs, note)
    try:
        rest = _stage(setting, workspace, repository, recorded, current, undone, step_id)
        decided = commit.decide(places, note, rest)
    except BaseException:
        commit.take_back(places, workspace, note)
        journal.drop(places.runs, step_id)
        raise
    kept = commit.complete(places, workspace, decided, repository, setting.now())
    journal.drop(places.runs, step_id)
    return Result(id=step_id, changes=undone.changes, kept=tuple(item.name for item in kept))


def _stage(  # noqa: PLR0917 (what an undo consists of)
    setting: Setting,
    workspace: Workspace,
    repository: Repository,
    recorded: Recorded,
    current: Snapshot,
    undone: Undone,
    step_id: str,
) -> commit.Rest:
    now = setting.now()
    found = Step(id=f"{step_id}-found", kind="found", time=clock.iso(now), summary="the files as they were")
    history.record_found(repository, current.files, found)
    mtimes = topic_mtimes(workspace, undone.files) | undone.mtimes
    planned = publish.plan(
        workspace, step_id, current, undone.files, modes=undone.modes, mtimes=mtimes, drop_dirs=undone.drop_dirs
    )
    publish.prepare(workspace, planned)
    with state.database(setting.places.database, look=True) as db:
        rejected = tuple(
            item
            for taken in undone.taken
            for item in ledger.rejection(db, workspace.name, entry.key(taken), taken.text, now)
        )
    count = len(undone.changes)
    return commit.Rest(
        settlement=Settlement(
            workspace=workspace.name,
            keys=undone.keys,
            rejected=rejected,
            lifted=tuple(entry.key(given) for given in undone.given),
        ),
        files=True,
        step=Step(
            id=step_id,
            kind="undo",
            time=clock.iso(now),
            summary=f"undo {recorded.step.id}: {count} {'change' if count == 1 else 'changes'} taken back",
            changes=undone.changes,
            undoes=recorded.step.id,
            keys=undone.keys,
        ),
    )
