"""One attempt to dream: gates, lock, journal, worker, checks, publish, stamp.

Read from ``attempt`` downward. Whatever fails before the decision in ``publication`` leaves memory and lock file as
they were; whatever fails after it is completed by the next command.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import attempt as attempts
from dreamd import clock, gates, instructions, intake, ledger, lock, log, publication, recovery, slugs, state, steps
from dreamd.digest import Reading
from dreamd.errors import ConfigError, DreamdError, LockHeld, StoreError
from dreamd.evidence import Witness
from dreamd.lock import Stamp
from dreamd.memory import edits, store
from dreamd.proposals import judge
from dreamd.publication import Dreamt
from dreamd.records import Dream, Learned, Mark, Record
from dreamd.worker import process
from dreamd.worker.protocol import DreamJob

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.intake import Scanned
    from dreamd.memory.layout import Workspace
    from dreamd.records import Operation, Outcome
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

    def ends(self, outcome: Outcome, reason: str, message: str = "") -> Dream:
        """The outcome of an attempt that changed nothing."""
        return msgspec.structs.replace(self.empty, outcome=outcome, reason=reason, message=message)


def attempt(setting: Setting, workspace: Workspace, scanned: Scanned, options: Options) -> Dream:
    """Dream once over one workspace, if its gates and locks let us.

    Raises:
        ConfigError: git is missing.
        BaseException: an interruption or a bug passes through after everything was put back.
    """
    started = setting.now()
    empty = Dream(
        workspace=workspace.name,
        outcome="skipped",
        dream_id=setting.new_id(),
        engine=options.engine,
        sandbox="none",
    )
    this = Try(setting, workspace, scanned, options, empty)
    try:
        result = _tried(this)
    except ConfigError:
        raise
    except (DreamdError, OSError) as error:
        result = attempts.failed(empty, error)
        if not options.dry_run:  # it changes nothing, so it may fail without consequences too
            attempts.record(setting, result)
    ended = msgspec.structs.replace(result, seconds=round((setting.now() - started) / clock.SECOND, 3))
    if ended.outcome != "skipped" or _is_news(this, ended.reason):
        log.finished(setting.places.log, ended, setting.now())
    return ended


def _tried(this: Try) -> Dream:
    """The attempt, where neither a gate nor another process keeps us from it."""
    try:
        if this.options.gated and (reason := _closed(this)):
            return this.ends("skipped", reason)
        with lock.held(this.setting.places.locks, this.workspace.memory, "dream"):
            return _alone(this)
    except LockHeld as error:
        return this.ends("skipped", "locked", error.message)


def _is_news(this: Try, reason: str) -> bool:
    """Whether the workspace waits for another reason than at the last tick; each is told once and not every minute."""
    path, name = this.setting.places.database, this.workspace.name
    with suppress(StoreError):
        with state.database(path, look=True) as db:
            if ledger.last_skip(db, name) == reason:
                return False
        with state.database(path) as db:
            ledger.note_skip(db, name, reason)
    return True


def _closed(this: Try) -> str:
    """The slug of the first closed gate, cheapest first; empty when all are open."""
    now, config = this.setting.now(), this.setting.config
    if not gates.time(config.gates, lock.read(this.workspace.lock).mtime_ns, now).open:
        return "time"
    with state.database(this.setting.places.database) as db:
        backoff = ledger.backoff(db, this.workspace.name)
        sessions = state.sessions(db, this.workspace.name)
    if not gates.backoff(backoff.retry_ns, backoff.paused, now).open:
        return "paused" if backoff.paused else "backoff"
    waiting = intake.waiting(sessions, config, now, live=False)
    oldest = min((item.first_ns for item in waiting), default=None)
    return "" if gates.sessions(config.gates, len(waiting), oldest, now).open else "sessions"


def _alone(this: Try) -> Dream:
    """The attempt under the ``dream`` lock: put old crashes right, look at the gates again, choose sessions."""
    setting, workspace = this.setting, this.workspace
    repository = steps.repository(setting.places, workspace, setting.search)
    for line in recovery.recover(setting.places, workspace, setting.search, setting.now()):
        setting.say(line)
    if this.options.gated and (reason := _closed(this)):
        return this.ends("skipped", reason)
    prior = _prior(this)
    chosen = _chosen(this)
    if not chosen:
        return this.ends("nothing_new", "no_sessions")
    if this.options.dry_run:
        return msgspec.structs.replace(_told(this, _dream(this, chosen)), outcome="planned", reason="dry_run")
    ours = Stamp(mtime_ns=setting.now(), body=str(os.getpid()).encode(), mode=prior.mode)
    note = attempts.noted(workspace, this.empty.dream_id, prior, ours)
    try:
        attempts.begin(setting, workspace, note)
        dreamt = _dream(this, chosen)
        if not dreamt.finished.reads:  # none of them could be read
            attempts.put_back(setting, workspace, note)
            return this.ends("nothing_new", "no_sessions")
        under_way = attempts.Attempt(setting, workspace, note, repository)
        return publication.publish_dream(under_way, _told(this, dreamt), dreamt)
    except BaseException:
        attempts.put_back(setting, workspace, note)
        raise


def _prior(this: Try) -> Stamp:
    """The lock file before the attempt; a time in the future counts as never, and is told to the log.

    Raises:
        LockHeld: another program consolidates here now.
    """
    setting, workspace, now = this.setting, this.workspace, this.setting.now()
    prior = lock.read(workspace.lock)
    holder = lock.foreign_holder(prior, now, own_pid=0)
    if holder is not None:
        raise LockHeld(f"process {holder} holds {workspace.lock}")
    if prior.mtime_ns is not None and prior.mtime_ns > now:
        message = f"the time of {workspace.lock} lies in the future ({clock.iso(prior.mtime_ns)}) and counts as never"
        log.write(setting.places.log, slugs.WATERMARK_FUTURE, now, workspace.name, message=message)
    return prior


def _chosen(this: Try) -> list[Reading]:
    """What to read: sessions that count and whose files are there, from where the last dream stopped."""
    config, now, options = this.setting.config, this.setting.now(), this.options
    with state.database(this.setting.places.database) as db:
        sessions = state.sessions(db, this.workspace.name)
    if options.again:
        counted = [item for item in sessions if intake.standing(item, config, now, live=True).state != "skipped"]
        recent = [item for item in counted if (clock.parse(item.last) or 0) >= options.since_ns]
        wanted = [msgspec.structs.replace(item, mark=Mark(), tail=()) for item in recent]
    else:
        wanted = intake.waiting(sessions, config, now, live=not options.gated)
    found = [(item, this.scanned.found.get((item.source, item.session))) for item in wanted]
    return [Reading(transcript=file, mark=item.mark, tail=item.tail) for item, file in found if file is not None]


def _dream(this: Try, chosen: list[Reading]) -> Dreamt:
    """Let the worker read and propose; apply to a staged copy what stands."""
    setting, name, again = this.setting, this.workspace.name, this.options.again
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, name)
        rejected = ledger.rejections(db, name)
        rests = ledger.all_evidence(db, name)
        rows = [] if again else state.known_rows(db, name)
    snapshot = store.read(this.workspace)
    today = clock.date(setting.now())
    taken = frozenset(hazard.name for hazard in snapshot.hazards)
    told = instructions.read(this.workspace.project, setting.places)
    staged = edits.Staged(this.workspace, snapshot.bytes, own, today, taken, rests, told=told)
    witness = Witness({(item.transcript.source, item.transcript.session): item.transcript for item in chosen})
    job = DreamJob(
        engine=this.options.engine,
        readings=tuple(chosen),
        known_rows=tuple(rows),
        memory=staged.views(),
        today=today,
        full=staged.full(),
    )
    propose = judge(staged, witness, () if again else rejected, today, partial(_refused, this))
    finished = process.dream(job, propose, partial(_lost, this), setting.told, setting.config.dream.minutes)
    lifted = tuple(item.key for item in rejected) if again else ()
    return Dreamt(staged, staged.finish(), finished, snapshot, own, lifted)


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


def _told(this: Try, dreamt: Dreamt) -> Dream:
    """The outcome's figures and entries."""
    changes = dreamt.staged.changes
    entries = tuple(Learned(op=c.op, topic=c.topic, text=c.text, source=c.source) for c in changes)
    count = {op: sum(change.op == op for change in changes) for op in ("add", "update", "confirm", "retire")}
    left = _left(this, dreamt)
    return msgspec.structs.replace(
        this.empty,
        sessions=len(dreamt.finished.reads),
        turns=dreamt.finished.turns,
        sessions_left=len(left),
        turns_left=sum(session.human for session in left),
        added=count["add"],
        updated=count["update"] + count["confirm"],
        retired=count["retire"],
        entries=entries,
    )


def _left(this: Try, dreamt: Dreamt) -> list[Session]:
    """Sessions that have something new to say and that this dream did not read."""
    with state.database(this.setting.places.database, look=True) as db:
        sessions = state.sessions(db, this.workspace.name)
    read = {(item.source, item.session) for item in dreamt.finished.reads}
    waiting = intake.waiting(sessions, this.setting.config, this.setting.now(), live=True)
    return [item for item in waiting if (item.source, item.session) not in read]
