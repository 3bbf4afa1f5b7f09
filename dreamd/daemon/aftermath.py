"""Tells what became of a run; one that ended without a result of its own is a failure like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import journal, ledger, log, recovery, slugs, state
from dreamd.daemon.child import STOPPED
from dreamd.records import Dream

if TYPE_CHECKING:
    from dreamd.daemon.child import Ended
    from dreamd.daemon.world import World

ORDINARY = frozenset({0, 75, STOPPED})
"""Exit codes of a run that had nothing to do, was locked out, or was asked to stop."""
WITHHELD = frozenset({"entries", "topics", "diff"})
"""Fields of a dream that hold what was learned: that goes to the event log alone."""


def tell(end: Ended, before: str, world: World) -> str:
    """Tell how a run ended, put right what it left, and make sure that a failure has its back-off.

    Args:
        end: what is known of it.
        before: see ``last``; as it was when the run began.
        world: the daemon's.

    Returns:
        Why a look for sessions failed, a sentence; empty where it did not, or it was none.

    Raises:
        StoreError: our own state cannot be used.
    """
    said = _said(end.words)
    dream = _last(end.workspace, world)
    if dream is not None and dream.dream_id != before:
        _show(dream, end, world)
    elif end.why == "overdue" or (end.why == "itself" and end.code not in ORDINARY):
        recover(world)
        if end.workspace:
            _show(_failed(end, said, world), end, world)
        else:
            return f"looking for sessions failed ({_how(end, said)})"
    elif said:
        world.teller.tell(slugs.RUN_SAID, end.workspace, said)
    return ""


def _said(words: str) -> str:
    """The last complaint, with what is to be done: a run writes the one, and the other behind it."""
    return " ".join(words.rpartition("dreamd: ")[2].split()) if "dreamd: " in words else ""


def _how(end: Ended, said: str) -> str:
    how = "its time was over" if end.why == "overdue" else f"exit code {end.code}"
    return f"{how}: {said}" if said else how


def recover(world: World) -> bool:
    """Put right what runs left that were killed; whether nothing is left for the next command.

    Raises:
        StoreError: our own state cannot be read.
    """
    if not any(world.places.runs.glob("*/journal.json")):
        return True
    with state.database(world.places.database, look=True) as db:
        known = state.workspaces(db)
    for line in recovery.recover_all(world.places, known, world.search, world.now()):
        world.teller.show_only(slugs.DREAM_RECOVERED, message=line)
    return all(next(journal.pending(world.places.runs, item.name), None) is None for item in known)


def last(workspace: str, world: World) -> str:
    """Id of the last dream of the workspace that came to an outcome of its own; empty where there is none.

    Raises:
        StoreError: our own state cannot be read.
    """
    dream = _last(workspace, world)
    return dream.dream_id if dream else ""


def _last(workspace: str, world: World) -> Dream | None:
    with state.database(world.places.database, look=True) as db:
        found = ledger.last_dream(db, workspace)
    return found[0] if found else None


def _failed(end: Ended, said: str, world: World) -> Dream:
    """The outcome of a dream that recorded none, recorded with its back-off."""
    reason = "limit_minutes" if end.why == "overdue" else "crashed"
    message = f"{slugs.why(reason)} ({_how(end, said)})"
    dream = Dream(workspace=end.workspace, outcome="failed", reason=reason, dream_id=world.new_id(), message=message)
    with state.database(world.places.database) as db:
        ledger.record_outcome(db, dream, world.now())
        ledger.grow_backoff(db, dream.workspace, slugs.REASONS[reason], world.now())
    log.finished(world.places.log, dream, world.now())
    return dream


def _show(dream: Dream, end: Ended, world: World) -> None:
    told = f"{dream.workspace}: {dream.outcome.replace('_', ' ')}: "
    if dream.message or dream.reason:
        told += dream.message or slugs.why(dream.reason)
    else:
        told += f"{dream.added} added, {dream.updated} updated, {dream.retired} retired (dreamd show {dream.dream_id})"
    timed = msgspec.structs.replace(dream, seconds=end.seconds, message=told)
    fields = {name: value for name, value in msgspec.to_builtins(timed).items() if name not in WITHHELD}
    world.teller.show_only(slugs.DREAM_FINISHED, **fields)
