"""Brings a dream's result into the memory: checked, merged with what changed meanwhile, decided, carried out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import attempt as attempts
from dreamd import checks, clock, commit, forgetting, journal, ledger, lock, recovery, registry, slugs, state
from dreamd.checks import Candidate, Check
from dreamd.errors import StoreError
from dreamd.ledger import Settlement
from dreamd.memory import contents, history, merge, publish, store
from dreamd.memory.history import Step

if TYPE_CHECKING:
    from dreamd.attempt import Attempt
    from dreamd.memory.edits import Staged
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.records import Dream, Finding, Operation
    from dreamd.worker.protocol import Finished


WARNINGS = 5
"""Lines that a dream says of the memory it wrote; more would hide what was learned."""


@dataclass(frozen=True, slots=True)
class Dreamt:
    """What the worker made, not yet published."""

    staged: Staged
    after: dict[str, bytes]
    """The staged copy with its index."""
    finished: Finished
    snapshot: Snapshot
    """The memory as the dream read it."""
    own: frozenset[str]
    """Keys of what dreamd wrote."""
    lifted: tuple[str, ...]
    """Keys of statements that were taken back, and that the person let be learned again."""
    operations: tuple[Operation, ...]
    """What was applied, in order."""


def publish_dream(attempt: Attempt, told: Dream, dreamt: Dreamt) -> Dream:
    """Check and publish; the caller holds the ``dream`` lock and has written the journal.

    In review mode the memory stays as it is, and the operations wait for a person (``reviewing``).

    Returns:
        ``dreamed``, ``proposed``, ``nothing_new`` or ``rejected``; in the last case everything was put back.

    Raises:
        StoreError: something could not be written. Before the decision nothing has changed, after it the next command
            completes the step.
    """
    setting, workspace, note = attempt.setting, attempt.workspace, attempt.note
    findings = _findings(dreamt, dreamt.snapshot, dreamt.after)
    if blocking := _blocking(findings):
        return _reject(attempt, told, dreamt, "checks", blocking)
    with lock.held(setting.places.locks, workspace.memory, "write"):
        for line in recovery.recover_writes(setting.places, workspace, setting.search, setting.now()):
            setting.say(line)
        current = store.read(workspace)
        after, findings = _over(attempt, dreamt, current, findings)
        if after is None or _blocking(findings):
            return _reject(attempt, told, dreamt, "memory_changed")
        review = setting.config.dream.mode == "review"
        changed = bool(dreamt.staged.changes) and not review
        outcome, reason = ("dreamed", "") if changed else ("nothing_new", "nothing_kept")
        if review and dreamt.operations:
            outcome, reason = "proposed", ""
        done = msgspec.structs.replace(told, outcome=outcome, reason=reason)
        step = _stage(attempt, dreamt, current, after) if changed else None
        gone = () if step is None else forgetting.forgotten(attempt, step, current, after)
        settlement = _proposed(dreamt, done) if review else _settled(dreamt, done, gone)
        rest = commit.Rest(settlement=settlement, step=step, watermark_ns=note.ours.mtime_ns)
        if _lost(attempt):
            return _reject(attempt, told, dreamt, "lock_lost")
        with commit.undisturbed():
            decided = commit.decide(setting.places, note, rest)
            try:
                kept = commit.complete(setting.places, workspace, decided, attempt.repository, setting.now())
            except StoreError as error:
                fix = f"{error.fix} The next dreamd command completes what was decided."
                raise StoreError(error.message, fix) from error
    for line in (*map(str, kept), *_warnings(findings, current.bytes, after)):
        setting.say(line)
    journal.drop(setting.places.runs, note.dream_id)
    return done


def _lost(attempt: Attempt) -> bool:
    """Whether another program took the lock file, or may take us for gone: who sleeps past the hour has lost it."""
    note = attempt.note
    held = lock.read(attempt.workspace.lock)
    return not lock.same(held, note.ours) or attempt.setting.now() - (note.ours.mtime_ns or 0) >= lock.STALE_NS


def _over(
    attempt: Attempt, dreamt: Dreamt, current: Snapshot, findings: tuple[Finding, ...]
) -> tuple[dict[str, bytes] | None, tuple[Finding, ...]]:
    """The result over the memory as it is now, with what the checks say of it; ``None`` where the two contradict."""
    if current.bytes == dreamt.snapshot.bytes:
        return dreamt.after, findings
    after = _merged(attempt.workspace, dreamt, current)
    if after is None or contents.twice(attempt.workspace, dreamt.snapshot.bytes, current.bytes, after):
        return None, ()
    with state.database(attempt.setting.places.database, look=True) as db:
        own = dreamt.own | ledger.statements(db, attempt.workspace.name)  # a person may have had dreamd write meanwhile
    return after, _findings(replace(dreamt, own=own), current, after)


def _findings(dreamt: Dreamt, current: Snapshot, after: dict[str, bytes]) -> tuple[Finding, ...]:
    """What the checks say of publishing ``after`` over ``current``."""
    candidate = Candidate(
        workspace=dreamt.staged.workspace,
        before=current.bytes,
        after=after,
        own=dreamt.own,
        evidence=dreamt.staged.evidence,
    )
    shelf = cast("list[Check]", registry.entries(checks, "CHECK"))
    return tuple(finding for check in shelf for finding in check.run(candidate))


def _blocking(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity == "blocking")


def _warnings(findings: tuple[Finding, ...], before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """What the person should hear of the files that this dream wrote; of the others ``status`` tells."""
    lines = [
        f"{finding.file}: {finding.text}. {finding.proposal}".rstrip(" .") + "."
        for finding in findings
        if finding.severity == "warning" and before.get(finding.file) != after.get(finding.file)
    ]
    more = len(lines) - WARNINGS
    return [*lines[:WARNINGS], f"and {more} more of the kind: dreamd status"] if more > 0 else lines


def _reject(attempt: Attempt, told: Dream, dreamt: Dreamt, reason: str, findings: tuple[Finding, ...] = ()) -> Dream:
    runs, note = attempt.setting.places.runs, attempt.note
    commit.take_back(attempt.setting.places, attempt.workspace, note)
    attempts.keep_for_a_look(runs, note.dream_id, dreamt.after, findings)
    first = f": {findings[0].file}: {findings[0].text}" if findings else ""
    message = f"{slugs.REASONS[reason]}{first} (kept in {runs / note.dream_id})"
    rejected = msgspec.structs.replace(
        told, outcome="rejected", reason=reason, message=message, added=0, updated=0, retired=0, entries=(), topics=()
    )
    attempts.record(attempt.setting, rejected)
    return rejected


def _merged(workspace: Workspace, dreamt: Dreamt, current: Snapshot) -> dict[str, bytes] | None:
    """The staged files over what a live session or a person changed meanwhile; ``None`` where they contradict."""
    base, theirs, after = dreamt.snapshot.bytes, current.bytes, dict(dreamt.after)
    for name in base.keys() | theirs.keys():
        old, now, new = base.get(name), theirs.get(name), after.get(name)
        if old == now:
            continue
        if new == old:
            merged = now
        elif name == workspace.index:
            merged = merge.index(old or b"", new or b"", now or b"")
        else:
            merged = (
                None if new is None or now is None else merge.topic(merge.unborn(new) if old is None else old, new, now)
            )
            if merged is None:
                return None
        after.pop(name, None)
        after |= {} if merged is None else {name: merged}
    return after


def _stage(attempt: Attempt, dreamt: Dreamt, current: Snapshot, after: dict[str, bytes]) -> Step:
    """Commit the files as they are to the history, and lay the new ones beside the memory."""
    workspace, note = attempt.workspace, attempt.note
    moment = clock.iso(attempt.setting.now())
    history.record_found(attempt.repository, current.files, note.dream_id, moment)
    planned = publish.plan(workspace, note.dream_id, current, after, mtimes=attempts.topic_mtimes(workspace, after))
    publish.prepare(workspace, planned)
    count = len(dreamt.staged.changes)
    gone = contents.keys(workspace, current.bytes) - contents.keys(workspace, after)
    return Step(
        id=note.dream_id,
        kind="dream",
        time=moment,
        summary=f"dream: {count} {'change' if count == 1 else 'changes'}",
        changes=dreamt.staged.changes,
        made_dirs=planned.made_dirs,
        keys=(*dreamt.staged.evidence, *sorted(gone)),
    )


def _settled(dreamt: Dreamt, done: Dream, gone: tuple[str, ...]) -> Settlement:
    return Settlement(
        workspace=done.workspace,
        reads=dreamt.finished.reads,
        rows=dreamt.finished.rows,
        evidence=dreamt.staged.evidence,
        keys=dreamt.staged.keys(),
        lifted=dreamt.lifted,
        forgotten=gone,
        dream=done,
    )


def _proposed(dreamt: Dreamt, done: Dream) -> Settlement:
    """The sessions count as read, and nothing of what they said as kept."""
    return Settlement(
        workspace=done.workspace,
        reads=dreamt.finished.reads,
        rows=dreamt.finished.rows,
        lifted=dreamt.lifted,
        proposed=dreamt.operations,
        dream=done,
    )
