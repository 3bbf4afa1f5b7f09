"""Carries a checked step out: history, files, state, watermark. The same from the step itself and after a crash."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, files, journal, ledger, lock, purged, state
from dreamd.ledger import Settlement
from dreamd.lock import Stamp
from dreamd.memory import history, publish
from dreamd.memory.history import Step
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.journal import Journal
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
    from dreamd.memory.settle import Conflict
    from dreamd.paths import Places


class Rest(Record, frozen=True):
    """All that remains to be done once a step is decided. Doing any part of it twice changes nothing."""

    settlement: Settlement
    step: Step | None = None
    """How the history tells it; ``None`` where no file changes, and so no publish was prepared."""
    watermark_ns: int | None = None
    """The lock file's new mtime; ``None`` leaves the file as it is."""


DECODER = codec.decoder(Rest)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let the signals that ask us to stop wait, here and in git, until a decided step is complete: that is soon."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def decide(places: Places, note: Journal, rest: Rest) -> Journal:
    """The point of no return: from here on the step is completed, whatever happens.

    Raises:
        StoreError: the journal could not be written; nothing was decided.
    """
    decided = msgspec.structs.replace(note, phase="commit", rest=msgspec.Raw(codec.encode(rest)))
    journal.write(places.runs, decided)
    return decided


def complete(
    places: Places, workspace: Workspace, note: Journal, repository: Repository, now_ns: int
) -> tuple[Conflict, ...]:
    """Do what was decided; the caller holds the ``write`` lock.

    Returns:
        Files that somebody changed at the last moment and that were left as they are.

    Raises:
        StoreError: something could not be written; calling again goes on from there.
    """
    rest = DECODER.decode(note.rest)
    kept: tuple[Conflict, ...] = ()
    if rest.step is not None:
        _record(workspace, note, repository, rest.step)
        kept = publish.complete(workspace, note.dream_id)
    with state.database(places.database) as db:
        ledger.settle(db, rest.settlement, now_ns)
    purged.lift(places, rest.settlement.said)
    if rest.watermark_ns is not None:
        _stamp(workspace, note, rest.watermark_ns)
    journal.close(places.runs, note.dream_id)
    return kept


def _record(workspace: Workspace, note: Journal, repository: Repository, step: Step) -> None:
    """Tell the history what the step alone makes of the files, before they change.

    What a person writes from here on, a crash may lie between, is then not the step's, and no undo takes it back.
    """
    if not history.recorded(repository, step.id):
        before = history.read(repository, history.head(repository))
        history.record(repository, publish.outcome(workspace, note.dream_id, before), step)


def _stamp(workspace: Workspace, note: Journal, watermark_ns: int) -> None:
    """Move the watermark, unless another program took the lock file from us: what it says of itself stays."""
    there = lock.read(workspace.lock)
    over = note.ours if there.mtime_ns is not None else there
    lock.write(workspace.lock, Stamp(mtime_ns=watermark_ns, mode=note.prior.mode), over)


def take_back(places: Places, workspace: Workspace, note: Journal) -> None:
    """Put everything back as it was before the step; only for a step that is not decided yet.

    The lock file goes back to what it was to the nanosecond, but only while it still holds what we wrote.

    Raises:
        StoreError: the lock file could not be written; calling again tries again.
    """
    try:
        publish.abandon(workspace, note.dream_id)
    finally:
        if note.ours != note.prior and workspace.memory.is_dir():
            lock.write(workspace.lock, note.prior, over=note.ours)
    files.remove_empty(note.made)
    journal.close(places.runs, note.dream_id)
