"""Makes a dream's result: the worker reads and proposes, the model answers it, the staged copy takes what stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import (
    clock,
    difference,
    instructions,
    intake,
    ledger,
    log,
    models,
    proposals,
    purged,
    slugs,
    state,
)
from dreamd.engines import no_model
from dreamd.evidence import Witness
from dreamd.memory import edits, heads, store
from dreamd.publication import Dreamt
from dreamd.records import Dream, Learned, Operation, Record
from dreamd.worker import process, vetting
from dreamd.worker.answering import Serving
from dreamd.worker.protocol import DreamJob

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.digest import Reading
    from dreamd.intake import Scanned
    from dreamd.memory.layout import Workspace
    from dreamd.models import Asking
    from dreamd.records import Outcome
    from dreamd.state import Session
    from dreamd.worker.protocol import Unreadable


class Options(Record, frozen=True):
    """How the attempt was asked for."""

    gated: bool = False
    """Respect the time and session gates; leave live sessions alone."""
    dry_run: bool = False
    """Show what would be learned, write nothing."""
    again: bool = False
    """Read sessions once more from their beginning."""
    since_ns: int = 0
    """With ``again``: only sessions whose newest row is not before this time."""
    engine: str = "embedded"


@dataclass(frozen=True, slots=True)
class Try:
    """One attempt: what it is given, and the outcome it starts from."""

    setting: Setting
    workspace: Workspace
    scanned: Scanned
    options: Options
    empty: Dream
    asking: Asking | None
    """The model; ``None`` for an engine without one."""

    def ends(self, outcome: Outcome, reason: str, message: str = "") -> Dream:
        """The outcome of an attempt that changed nothing."""
        spent = models.billed(self.empty, self.asking)
        return msgspec.structs.replace(spent, outcome=outcome, reason=reason, message=message)


def dream(this: Try, readings: list[Reading]) -> Dreamt:
    """Let the worker read and propose; apply to a staged copy what stands.

    Raises:
        WorkerLost: it ended without a result, or could not be confined as it must be.
        ModelFailed: the model gave no usable answer.
        LimitReached: the dream's minutes or dollars ran out.
        StoreError: the memory or our own state cannot be read.
    """
    setting, name, again = this.setting, this.workspace.name, this.options.again
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, name)
        rejected = ledger.rejections(db, name)
        rests = ledger.all_evidence(db, name)
        rows = [] if again else state.known_rows(db, name)
    gone = purged.read(setting.places.purged)
    snapshot = store.read(this.workspace)
    today = clock.date(setting.now())
    taken = frozenset(hazard.name for hazard in snapshot.hazards)
    said = instructions.read(this.workspace.project, setting.places)
    staged = edits.Staged(this.workspace, snapshot.bytes, own, today, taken, rests, told=said)
    witness = Witness({(item.transcript.source, item.transcript.session): item.transcript for item in readings})
    job = DreamJob(
        engine=this.options.engine,
        readings=tuple(readings),
        known_rows=tuple(rows),
        memory=staged.views(),
        today=today,
        full=staged.full(),
        purged=gone,
    )
    told = partial(_refused, this)
    rejections, model, made = () if again else rejected, this.asking is not None, list[Operation]()
    found = purged.finder(gone)
    propose = proposals.judge(staged, witness, rejections, today, told, model=model, applied=made.append, gone=found)
    if this.asking:
        propose = this.asking.recorded(propose)
    complete = this.asking.broker.complete if this.asking else no_model
    serving = Serving(propose, complete, partial(_lost, this), setting.told)
    sandbox = vetting.policy(setting.config.dream.sandbox, model=model)
    finished = process.dream(job, serving, setting.config.dream.minutes, sandbox)
    if finished.purged:
        told(Operation(op="add", topic=""), f"{proposals.PURGED}; turns that were read without it: {finished.purged}")
    lifted = tuple(item.key for item in rejected) if again else ()
    return Dreamt(staged, staged.finish(), finished, snapshot, own, lifted, tuple(made))


def _lost(this: Try, report: Unreadable) -> None:
    """A session that became unreadable since the scan keeps its mark, and waits for the next dream."""
    this.setting.say(f"cannot read {report.transcript.path}: {report.reason}")


def _refused(this: Try, operation: Operation, reason: str) -> None:
    """Leave every refusal in the log, with its reason."""
    log.write(
        this.setting.places.log,
        slugs.ENTRY_REFUSED,
        this.setting.now(),
        this.workspace.name,
        dream_id=this.empty.dream_id,
        op=operation.op,
        topic=operation.topic,
        text=operation.text or operation.entry,
        message=reason,
    )


def told(this: Try, dreamt: Dreamt) -> Dream:
    """The outcome's figures and entries."""
    changes = dreamt.staged.changes
    entries = tuple(Learned(op=c.op, topic=c.topic, text=c.text, source=c.source) for c in changes)
    count = {op: sum(change.op == op for change in changes) for op in ("add", "update", "confirm", "retire")}
    left = _left(this, dreamt)
    return msgspec.structs.replace(
        models.billed(this.empty, this.asking),
        coverage=dreamt.finished.coverage,
        sessions=len(dreamt.finished.reads),
        turns=dreamt.finished.turns,
        sessions_left=len(left),
        turns_left=sum(session.human for session in left),
        added=count["add"],
        updated=count["update"] + count["confirm"],
        retired=count["retire"],
        entries=entries,
        topics=heads.changed(this.workspace, dreamt.snapshot.bytes, dreamt.after),
        sandbox=dreamt.finished.sandbox,
    )


def planned(this: Try, dreamt: Dreamt) -> Dream:
    """The outcome of a dry run, with what it would have changed in the files."""
    diffs = difference.between(dreamt.snapshot.bytes, dreamt.after)
    lines = tuple(line for diff in diffs.values() for line in diff)
    return msgspec.structs.replace(told(this, dreamt), outcome="planned", reason="dry_run", diff=lines)


def _left(this: Try, dreamt: Dreamt) -> list[Session]:
    """Sessions that have something new to say and that this dream did not read."""
    with state.database(this.setting.places.database, look=True) as db:
        sessions = state.sessions(db, this.workspace.name)
    read = {(item.source, item.session) for item in dreamt.finished.reads}
    waiting = intake.waiting(sessions, this.setting.config, this.setting.now(), live=True)
    return [item for item in waiting if (item.source, item.session) not in read]
