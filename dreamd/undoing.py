"""Takes back one step, or one entry of it, as a step of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from dreamd import denials, handwork, ledger, lock, log, recovery, redact, slugs, state, steps, vouching
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import entry, history, store, undo
from dreamd.memory.layout import COMMON
from dreamd.records import Change, Record

if TYPE_CHECKING:
    from dreamd.attempt import Attempt, Setting
    from dreamd.ledger import Rejection
    from dreamd.memory.history import Recorded
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
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
    undone: Undone
    word: Settlement
    """What goes, or comes back, of a person's word for what others wrote."""


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
            current = store.read(workspace, bounded=False)
            undone = _plan(places, workspace, repository, recorded, current, number)
            word = Settlement(workspace=workspace.name)
            if not undone.changes:
                told, word = vouching.reversal(setting, workspace, repository, recorded)
                undone = msgspec.structs.replace(undone, changes=told, keys=(*word.withdrawn, *word.evidence))
            if not undone.changes:
                return Result(id="")
            this = Reversal(handwork.begun(setting, workspace, repository), recorded, undone, word)
            left = handwork.carry_out(this.attempt, current, _work(this))
            result = Result(
                id=this.attempt.note.dream_id,
                changes=tuple(redact.record(item, "text", "was") for item in undone.changes),
                kept=left,
                conflicts=tuple(map(redact.redact, undone.conflicts)),
            )
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


def _work(this: Reversal) -> Work:
    """What the undo makes of the memory."""
    undone, count = this.undone, len(this.undone.changes)
    return Work(
        kind="undo",
        summary=f"undo {this.recorded.step.id}: {count} {'change' if count == 1 else 'changes'} taken back",
        files=undone.files,
        changes=undone.changes,
        keys=undone.keys,
        settlement=_settlement(this),
        undoes=this.recorded.step.id,
        modes=undone.modes,
        mtimes=undone.mtimes,
        drop_dirs=undone.drop_dirs,
    )


def _settlement(this: Reversal) -> Settlement:
    """What goes is rejected from now on; what comes back may be learned again. Order is nothing that anybody said."""
    setting, name, undone = this.attempt.setting, this.attempt.workspace.name, this.undone
    taken = () if this.recorded.step.kind == "govern" else undone.taken
    with state.database(setting.places.database, look=True) as db:
        rejected = tuple(
            item for gone in taken for item in ledger.rejection(db, name, entry.key(gone), gone.text, setting.now())
        )
    if this.recorded.step.kind == "promote":
        rejected += _denied(this)
    lifted = tuple(entry.key(given) for given in undone.given)
    keys = () if this.word.withdrawn or this.word.evidence else undone.keys  # others' lines stay others'
    return msgspec.structs.replace(this.word, keys=keys, rejected=rejected, lifted=lifted)


def _denied(this: Reversal) -> tuple[Rejection, ...]:
    """What is taken back of a promotion is not proposed again."""
    workspace, texts = this.attempt.workspace, {change.text for change in this.undone.changes}
    kinds = {True: "me" if workspace.name == COMMON else "resident", False: "demote"}
    return tuple(
        denials.rejection(kinds[change.file in workspace.people], change.text, this.attempt.setting.now())
        for change in this.recorded.step.changes
        if change.text in texts
    )
