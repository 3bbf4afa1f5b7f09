"""Decides on what dreams in review mode proposed: accepted as one step of the history, or rejected for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import (
    awaiting,
    clock,
    difference,
    holding,
    instructions,
    ledger,
    lock,
    log,
    recovery,
    slugs,
    state,
)
from dreamd.errors import PolicyViolation
from dreamd.ledger import Rejection, Settlement
from dreamd.memory import edits, store
from dreamd.memory import entry as entries
from dreamd.records import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.attempt import Setting
    from dreamd.awaiting import Proposal
    from dreamd.memory.layout import Workspace


class Reviewed(Record, frozen=True):
    """What became of what was decided."""

    id: str = ""
    """The step; empty where no file changed."""
    accepted: tuple[str, ...] = ()
    """Ids of proposals."""
    rejected: tuple[str, ...] = ()
    refused: dict[str, str] = {}
    """Id of a proposal that could not be carried out -> why; it goes on waiting."""
    gone: tuple[str, ...] = ()
    """Ids of proposals that somebody else decided on first."""


def preview(setting: Setting, workspace: Workspace, proposals: Iterable[Proposal]) -> list[str]:
    """What accepting these would change in the files, as the lines of a unified diff.

    Raises:
        StoreError: the memory cannot be read.
    """
    with state.database(setting.places.database, look=True) as db:
        own, rests = ledger.statements(db, workspace.name), ledger.all_evidence(db, workspace.name)
    files, told = store.read(workspace).bytes, instructions.read(workspace.project, setting.places)
    staged = edits.Staged(workspace, files, own, clock.date(setting.now()), rests=rests, told=told)
    for proposal in proposals:
        staged.apply(proposal.operation)
    return [line for lines in difference.between(files, staged.finish()).values() for line in lines]


def accept(setting: Setting, workspace: Workspace, proposals: Iterable[Proposal]) -> Reviewed:
    """Carry out what can be, as one step; the rest goes on waiting, and is told.

    Raises:
        DreamdError: as ``holding.held`` and ``holding.publish``.
    """
    taken: list[Proposal] = []
    refused: dict[str, str] = {}
    step = ""
    with holding.held(setting, workspace) as this:
        standing, gone = _standing(setting, workspace, proposals)
        for proposal in standing:
            why = this.staged.apply(proposal.operation)
            if why:
                refused[proposal.id] = why
            else:
                taken.append(proposal)
        if taken:
            count = f"{len(taken)} {'proposal' if len(taken) == 1 else 'proposals'}"
            decided = tuple((item.dream, item.number) for item in taken)
            try:
                step = holding.publish(this, "dream", f"review: {count} accepted", decided=decided)
            except PolicyViolation as forbidden:
                return Reviewed(refused=refused | {item.id: forbidden.message for item in taken}, gone=gone)
    for proposal in taken:
        _tell(setting, slugs.REVIEW_ACCEPTED, proposal, step)
    return Reviewed(id=step, accepted=tuple(item.id for item in taken), refused=refused, gone=gone)


def reject(setting: Setting, workspace: Workspace, proposals: Iterable[Proposal]) -> Reviewed:
    """Have them wait no longer; what they state is not proposed again from the rows that said it.

    Raises:
        LockHeld: another process has been writing for ten seconds.
        StoreError: our state cannot be written.
    """
    places = setting.places
    with lock.held(places.locks, workspace.memory, "write"):
        for line in recovery.recover_writes(places, workspace, setting.search, setting.now()):
            setting.say(line)
        standing, gone = _standing(setting, workspace, proposals)
        rejected = tuple(item for proposal in standing for item in _rejections(proposal, setting.now()))
        decided = tuple((item.dream, item.number) for item in standing)
        with state.database(places.database) as db:
            settlement = Settlement(workspace=workspace.name, rejected=rejected, decided=decided)
            ledger.settle(db, settlement, setting.now())
    for proposal in standing:
        _tell(setting, slugs.REVIEW_REJECTED, proposal, "")
    return Reviewed(rejected=tuple(item.id for item in standing), gone=gone)


def _standing(
    setting: Setting, workspace: Workspace, proposals: Iterable[Proposal]
) -> tuple[list[Proposal], tuple[str, ...]]:
    """Those that wait still, as they are now, and the ids of the others; the caller holds the ``write`` lock."""
    with state.database(setting.places.database, look=True) as db:
        waiting = {item.id: item for item in awaiting.waiting(db, workspace.name)}
    meant = list(dict.fromkeys(item.id for item in proposals))
    return [waiting[name] for name in meant if name in waiting], tuple(name for name in meant if name not in waiting)


def _rejections(proposal: Proposal, now_ns: int) -> list[Rejection]:
    operation = proposal.operation
    if not operation.text:
        return []
    key = entries.key(Entry(text=operation.text))
    return [
        Rejection(
            key=key,
            text=operation.text,
            source=quote.source,
            session=quote.session,
            line=quote.line,
            quote=quote.quote,
            since_ns=now_ns,
        )
        for quote in operation.evidence
    ]


def _tell(setting: Setting, event: str, proposal: Proposal, step: str) -> None:
    operation = proposal.operation
    log.write(
        setting.places.log,
        event,
        setting.now(),
        proposal.workspace,
        proposal=proposal.id,
        step=step,
        op=operation.op,
        topic=operation.topic,
        text=operation.text or operation.entry,
    )
