"""Puts right what a crashed process left: takes an undecided step back, completes a decided one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dreamd import commit, journal, leavings, lock, log, slugs, steps
from dreamd.errors import DreamdError, LockHeld

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.journal import Journal
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places


def recover(places: Places, workspace: Workspace, search: str, now_ns: int) -> list[str]:
    """Settle every step of this workspace whose process is gone; the caller holds the ``dream`` lock.

    Args:
        places: our places.
        workspace: the memory concerned.
        search: PATH, to find git.
        now_ns: now.

    Returns:
        One line for people for each step that was put right, and for each file that was left as somebody else made it.

    Raises:
        LockHeld: another program consolidates here now, so a decided step waits.
        StoreError: a journal cannot be read, or something cannot be written.
        ConfigError: git is missing, and a decided step needs it.
    """
    told: list[str] = []
    if next(journal.pending(places.runs, workspace.name), None) is not None:
        with lock.held(places.locks, workspace.memory, "write"):
            for note in journal.pending(places.runs, workspace.name):
                told += _settle(places, workspace, note, search, now_ns)
    _sweep(places)
    return told


def recover_writes(places: Places, workspace: Workspace, search: str, now_ns: int) -> list[str]:
    """The same for the steps that nobody but the holder of the ``write`` lock, who calls, could be at work on.

    These are steps that are no dream, and decided dreams. A dream that is still reading holds the ``dream`` lock.
    """
    told: list[str] = []
    for note in journal.pending(places.runs, workspace.name):
        if note.ours == note.prior or note.phase == "commit":
            told += _settle(places, workspace, note, search, now_ns)
    _sweep(places)
    return told


def _sweep(places: Places) -> None:
    journal.sweep(places.runs)
    leavings.sweep_state(places)


def _settle(places: Places, workspace: Workspace, note: Journal, search: str, now_ns: int) -> list[str]:
    told: list[str] = []
    if note.phase == "commit":
        _alone(workspace, note, now_ns)
        repository = steps.repository(places, workspace, search)
        told += [str(kept) for kept in commit.complete(places, workspace, note, repository, now_ns)]
        line = f"completed step {note.dream_id}, which a crash had cut short"
    else:
        commit.take_back(places, workspace, note)
        line = f"took back step {note.dream_id}, which a crash had cut short"
    journal.drop(places.runs, note.dream_id)
    log.write(places.log, slugs.DREAM_RECOVERED, now_ns, workspace.name, step=note.dream_id, message=line)
    return [*told, line]


def _alone(workspace: Workspace, note: Journal, now_ns: int) -> None:
    """Refuse to write while another program has the lock file that our dead process held."""
    held = lock.read(workspace.lock)
    holder = None if lock.same(held, note.ours) else lock.foreign_holder(held, now_ns, own_pid=os.getpid())
    if holder is not None:
        raise LockHeld(f"process {holder} holds {workspace.lock}")


def recover_all(places: Places, known: Iterable[Workspace], search: str, now_ns: int) -> list[str]:
    """Settle what crashes left in any of these workspaces; where somebody is at work, nothing has crashed.

    What cannot be put right now is told and left to the next command: a crash in one workspace keeps nobody from
    looking at the others.
    """
    told = []
    for workspace in known:
        try:
            if next(journal.pending(places.runs, workspace.name), None) is not None:
                with lock.held(places.locks, workspace.memory, "dream"):
                    told += recover(places, workspace, search, now_ns)
        except LockHeld:
            continue
        except (DreamdError, OSError) as error:
            why = str(error).replace("\n", ". ")
            told.append(f"cannot put right what a crash left in {workspace.name}: {why}")
    return told
