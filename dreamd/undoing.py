"""Takes back one step, or one entry of it, as a step of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, commit, forgetting, journal, ledger, lock, log, recovery, slugs, state, steps
from dreamd.attempt import Attempt, noted, put_back, topic_mtimes
from dreamd.ledger import Settlement
from dreamd.memory import contents, entry, history, publish, store, undo
from dreamd.memory.history import Step
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.memory.history import Recorded, Repository
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.memory.undo import Undone
    from dreamd.paths import Places


class Result(Record, frozen=True):
    """What an undo did."""

    id: str
    """The undo's own step; empty where nothing was left to take back."""
    changes: tuple[Change, ...] = ()
    kept: tuple[str, ...] = ()
    """Files that somebody changed at the last moment and that were left as they are."""
    conflicts: tuple[str, ...] = ()
    """Why a part of the step stays: somebody changed the same since."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """One undo under way."""

    attempt: Attempt
    recorded: Recorded
    """The step that is taken back."""
    current: Snapshot
    undone: Undone


def take_back(setting: Setting, workspace: Workspace, recorded: Recorded, number: int = 0) -> Result:
    """Undo a step, or its change with that ``number`` (from 1; 0 for all).

    What was taken back is not learned again from the rows that said it.

    Raises:
        LockHeld: a dream is running here.
        HistoryConflict: the change, or all that is left of the step, was changed since.
        StoreError: the step has no such change, or something could not be written.
    """
    places = setting.places
    repository = steps.repository(places, workspace, setting.search)
    with lock.held(places.locks, workspace.memory, "dream"):
        for line in recovery.recover(places, workspace, setting.search, setting.now()):
            setting.say(line)
        with lock.held(places.locks, workspace.memory, "write"):
            current = store.read(workspace)
            undone = _plan(places, workspace, repository, recorded, current, number)
            if not undone.changes:
                return Result(id="")
            stamp = lock.read(workspace.lock)
            note = noted(workspace, setting.new_id(), prior=stamp, ours=stamp)
            under_way = Attempt(setting, workspace, note, repository)
            result = _carry_out(Reversal(under_way, recorded, current, undone))
    log.write(
        places.log,
        slugs.MEMORY_UNDONE,
        setting.now(),
        workspace.name,
        step=result.id,
        undoes=recorded.step.id,
        entries=[msgspec.to_builtins(change) for change in result.changes],
        conflicts=result.conflicts,
    )
    return result


def _plan(
    places: Places, workspace: Workspace, repository: Repository, recorded: Recorded, current: Snapshot, number: int
) -> Undone:
    with state.database(places.database, look=True) as db:
        own = ledger.statements(db, workspace.name)
    before, after = steps.files_before(repository, recorded), history.read(repository, recorded.commit)
    return undo.plan(workspace, recorded.step, before, after, current.bytes, own, number=number)


def _carry_out(this: Reversal) -> Result:
    """Journal, stage, decide, complete: as a dream does, but with watermark and marks left alone."""
    setting, workspace, note = this.attempt.setting, this.attempt.workspace, this.attempt.note
    journal.write(setting.places.runs, note)
    try:
        rest = _stage(this)
        with commit.undisturbed():
            decided = commit.decide(setting.places, note, rest)
            kept = commit.complete(setting.places, workspace, decided, this.attempt.repository, setting.now())
    except BaseException:
        put_back(setting, workspace, note)
        raise
    journal.drop(setting.places.runs, note.dream_id)
    undone, left = this.undone, tuple(item.name for item in kept)
    return Result(id=note.dream_id, changes=undone.changes, kept=left, conflicts=undone.conflicts)


def _stage(this: Reversal) -> commit.Rest:
    """Commit the files as they are to the history, and lay those that come back beside the memory."""
    setting, workspace, step_id = this.attempt.setting, this.attempt.workspace, this.attempt.note.dream_id
    undone, moment = this.undone, clock.iso(setting.now())
    history.record_found(this.attempt.repository, this.current.files, step_id, moment)
    planned = publish.plan(
        workspace,
        step_id,
        this.current,
        undone.files,
        modes=undone.modes,
        mtimes=topic_mtimes(workspace, undone.files) | undone.mtimes,
        drop_dirs=undone.drop_dirs,
    )
    publish.prepare(workspace, planned)
    count = len(undone.changes)
    gone = contents.keys(workspace, this.current.bytes) - contents.keys(workspace, undone.files)
    step = Step(
        id=step_id,
        kind="undo",
        time=moment,
        summary=f"undo {this.recorded.step.id}: {count} {'change' if count == 1 else 'changes'} taken back",
        changes=undone.changes,
        made_dirs=planned.made_dirs,
        undoes=this.recorded.step.id,
        keys=(*undone.keys, *sorted(gone)),
    )
    return commit.Rest(settlement=_settlement(this, step), step=step)


def _settlement(this: Reversal, step: Step) -> Settlement:
    """What goes is rejected from now on; what comes back may be learned again."""
    setting, name, undone = this.attempt.setting, this.attempt.workspace.name, this.undone
    with state.database(setting.places.database, look=True) as db:
        rejected = tuple(
            item
            for taken in undone.taken
            for item in ledger.rejection(db, name, entry.key(taken), taken.text, setting.now())
        )
    lifted = tuple(entry.key(given) for given in undone.given)
    forgotten = forgetting.forgotten(this.attempt, step, this.current, undone.files)
    return Settlement(workspace=name, keys=undone.keys, rejected=rejected, lifted=lifted, forgotten=forgotten)
