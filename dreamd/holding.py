"""A memory held for a person's step: read under the ``write`` lock, edited as a staged copy, checked and published."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from dreamd import (
    budgets,
    checks,
    clock,
    handwork,
    instructions,
    ledger,
    lock,
    recovery,
    redact,
    registry,
    state,
    steps,
)
from dreamd.checks import Candidate, Check
from dreamd.errors import PolicyViolation, StoreError
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import contents, edits, store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dreamd.attempt import Setting
    from dreamd.ledger import Rejection
    from dreamd.memory.edits import Staged
    from dreamd.memory.history import Kind
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
    from dreamd.memory.store import Snapshot
    from dreamd.records import Change

SUMMARY = 120
"""Characters of a step's one line."""


@dataclass(frozen=True, slots=True)
class Held:
    """The memory, what is known of it, and its staged copy."""

    setting: Setting
    workspace: Workspace
    repository: Repository
    current: Snapshot
    own: frozenset[str]
    """Keys of what dreamd wrote."""
    rejected: tuple[Rejection, ...]
    told: frozenset[str]
    """What agents are told anyway."""
    staged: Staged


@contextmanager
def held(setting: Setting, workspace: Workspace) -> Iterator[Held]:
    """Hold the memory; of two who come at once the second sees what the first did.

    A dream that is under way merges what it made with this when it is published.

    Raises:
        LockHeld: another process has been writing for ten seconds.
        StoreError: something cannot be read.
        ConfigError: git is missing.
    """
    places = setting.places
    repository = steps.repository(places, workspace, setting.search)
    with lock.held(places.locks, workspace.memory, "write"):
        for line in recovery.recover_writes(places, workspace, setting.search, setting.now()):
            setting.say(line)
        yield _read(setting, workspace, repository)


def _read(setting: Setting, workspace: Workspace, repository: Repository) -> Held:
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, workspace.name)
        rests = ledger.all_evidence(db, workspace.name)
        rejected = ledger.rejections(db, workspace.name)
    current, told = store.read(workspace), instructions.read(workspace.project, setting.places)
    taken = frozenset(hazard.name for hazard in current.hazards)
    today = clock.date(setting.now())
    staged = edits.Staged(workspace, current.bytes, own, today, taken, rests, told=told, by_hand=True)
    return Held(setting, workspace, repository, current, own, rejected, told, staged)


def publish(
    this: Held,
    kind: Kind,
    summary: str,
    *,
    lifted: Sequence[str] = (),
    said: tuple[str, ...] = (),
    rejected: Sequence[Rejection] = (),
    named: frozenset[str] = frozenset(),
    decided: tuple[tuple[str, int], ...] = (),
) -> str:
    """Check the staged copy and carry it out as one step.

    Args:
        this: the memory, edited.
        kind: of step.
        summary: its one line.
        lifted: keys of statements that may be learned again.
        said: statements that may be, also if they were purged.
        rejected: what must not be learned again.
        named: keys of entries that the person named, and that may go whoever wrote them.
        decided: dream and number of proposals that are carried out with it.

    Returns:
        The step's id.

    Raises:
        PolicyViolation: a check forbids it; nothing has changed.
        BudgetExceeded: no start would have room for it; nothing has changed.
        StoreError: as ``handwork.carry_out``; or what was written does not stand there.
    """
    staged, workspace = this.staged, this.workspace
    after = staged.finish()
    whole = budgets.size(workspace, after)
    if whole > budgets.size(workspace, this.current.bytes):
        budgets.must_fit(whole + budgets.besides(this.setting.places, workspace), staged.changes[-1].file)
    must_pass(Candidate(workspace, this.current.bytes, after, this.own, staged.evidence, by_hand=True, named=named))
    settlement = Settlement(
        workspace=workspace.name,
        evidence=staged.evidence,
        keys=staged.keys(),
        lifted=tuple(lifted),
        said=said,
        rejected=tuple(rejected),
        decided=decided,
    )
    summary = redact.redact(summary)[:SUMMARY]  # the half of a secret is none that can be told
    work = Work(kind, summary, after, staged.changes, tuple(staged.evidence), settlement)
    attempt = handwork.begun(this.setting, workspace, this.repository)
    handwork.carry_out(attempt, this.current, work)
    _read_back(workspace, staged.changes)
    return attempt.note.dream_id


def carry_out(this: Held, work: Work, *, split: str = "", unasked: bool = False) -> str:
    """Check files that somebody put in order, and carry them out as one step; returns its id.

    Args:
        this: the memory as it was.
        work: what the step makes of it.
        split: the file whose lines may stand in others.
        unasked: see ``handwork.begun``.

    Raises:
        LockHeld: another program consolidates here now.
        PolicyViolation: a check forbids it; nothing has changed.
        StoreError: as ``handwork.carry_out``; or somebody wrote at the same moment.
    """
    workspace, evidence = this.workspace, work.settlement.evidence
    must_pass(Candidate(workspace, this.current.bytes, work.files, this.own, evidence, by_hand=True, split=split))
    attempt = handwork.begun(this.setting, workspace, this.repository, unasked=unasked)
    left = handwork.carry_out(attempt, this.current, work)
    now = store.read(workspace).bytes
    if left or any(now.get(name) != data for name, data in work.files.items()):
        raise StoreError(
            "somebody wrote into this memory at the same moment; look whether it is right",
            f"Take the step back with: dreamd undo {attempt.note.dream_id}",
        )
    return attempt.note.dream_id


def must_pass(candidate: Candidate) -> None:
    """Ask each check.

    Raises:
        PolicyViolation: one of them forbids it.
    """
    for check in cast("list[Check]", registry.entries(checks, "CHECK")):
        for found in check.run(candidate):
            if found.severity == "blocking":
                raise PolicyViolation(f"{found.file}: {found.text}")


def _read_back(workspace: Workspace, changes: tuple[Change, ...]) -> None:
    """See that each statement stands where it was written, or does not any more.

    Raises:
        StoreError: one does not.
    """
    now = contents.topics(workspace, store.read(workspace).bytes)
    for change in changes:
        standing = {entry.text for entry in now[change.file].entries} if change.file in now else set()
        if (change.text in standing) is (change.op == "retire"):
            raise StoreError(
                f"{store.place(workspace, change.file)} was changed at the same moment; look whether it is right",
                "Then try again.",
            )
