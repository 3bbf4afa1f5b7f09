"""Carries out a step that is no dream: journalled, staged, decided, completed; watermark and marks are left alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, commit, forgetting, journal, lock
from dreamd.attempt import Attempt, noted, put_back, topic_mtimes
from dreamd.memory import contents, history, publish
from dreamd.memory.history import Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.attempt import Setting
    from dreamd.ledger import Settlement
    from dreamd.memory.history import Kind, Repository
    from dreamd.memory.layout import Workspace
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


def begun(setting: Setting, workspace: Workspace, repository: Repository) -> Attempt:
    """A step that is about to begin, with an id of its own; nothing is written yet.

    Raises:
        StoreError: the lock file cannot be read.
    """
    stamp = lock.read(workspace.lock)
    return Attempt(setting, workspace, noted(workspace, setting.new_id(), prior=stamp, ours=stamp), repository)


def carry_out(attempt: Attempt, current: Snapshot, work: Work) -> tuple[str, ...]:
    """Carry the step out; the caller holds the ``write`` lock and read ``current`` under it.

    Returns:
        Names of files that somebody changed at the last moment and that were left as they are.

    Raises:
        StoreError: something could not be written. Before the decision nothing has changed, after it the next command
            completes the step.
    """
    setting, workspace, note = attempt.setting, attempt.workspace, attempt.note
    journal.write(setting.places.runs, note)
    try:
        rest = _stage(attempt, current, work)
        with commit.undisturbed():
            decided = commit.decide(setting.places, note, rest)
            kept = commit.complete(setting.places, workspace, decided, attempt.repository, setting.now())
    except BaseException:
        put_back(setting, workspace, note)
        raise
    journal.drop(setting.places.runs, note.dream_id)
    return tuple(item.name for item in kept)


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
