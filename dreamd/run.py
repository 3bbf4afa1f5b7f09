"""One attempt to dream: gates, lock, journal, worker, checks, publish, stamp.

Read from ``attempt`` downward. Whatever fails before the decision in ``publication`` leaves memory and lock file as they
were; whatever fails after it is completed by the next command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import attempt as attempts
from dreamd import clock, commit, gates, intake, journal, ledger, lock, publication, recovery, state, steps
from dreamd.digest import Reading
from dreamd.errors import DreamdError, LockHeld
from dreamd.evidence import Witness
from dreamd.memory import edits, store
from dreamd.proposals import judge
from dreamd.publication import Dreamt
from dreamd.records import Dream, Learned, Record, Transcript
from dreamd.worker import process
from dreamd.worker.protocol import DreamJob

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.intake import Scanned
    from dreamd.journal import Journal
    from dreamd.memory.history import Repository
    from dreamd.memory.layout import Workspace
    from dreamd.state import Session


class Options(Record, frozen=True):
    """How the attempt was asked for."""

    gated: bool = False
    """Respect the time and session gates; leave live sessions alone."""
    dry_run: bool = False
    """Show what would be learned, write nothing."""
    again: bool = False
    """Read sessions once more from their beginning."""
    engine: str = "embedded"


def attempt(setting: Setting, workspace: Workspace, scanned: Scanned, options: Options) -> Dream:
    """Dream once over one workspace, if its gates and locks let us.

    Raises:
        ConfigError: git is missing.
        BaseException: an interruption or a bug passes through after everything was put back.
    """
    started = setting.now()
    name, dream_id = workspace.name, setting.new_id()
    empty = Dream(workspace=name, outcome="skipped", dream_id=dream_id, engine=options.engine, sandbox="none")
    try:
        if options.gated and (reason := _closed(setting, workspace, options)):
            return msgspec.structs.replace(empty, reason=reason)
        with lock.held(setting.places.locks, workspace.memory, "dream"):
            result = _alone(setting, workspace, scanned, options, empty)
    except LockHeld as error:
        return msgspec.structs.replace(empty, reason="locked", message=error.message)
    ended = msgspec.structs.replace(result, seconds=round((setting.now() - started) / clock.SECOND, 3))
    attempts.tell(setting, ended)
    return ended


def _closed(setting: Setting, workspace: Workspace, options: Options) -> str:
    """The slug of the first closed gate, cheapest first; empty when all are open."""
    now, config = setting.now(), setting.config
    stamp = lock.read(workspace.lock)
    if not gates.time(config.gates, stamp.mtime_ns, now).open:
        return "time"
    with state.database(setting.places.database) as db:
        backoff = ledger.backoff(db, workspace.name)
        sessions = state.sessions(db, workspace.name)
    if not gates.backoff(backoff.retry_ns, backoff.paused, now).open:
        return "paused" if backoff.paused else "backoff"
    waiting = intake.waiting(sessions, config, now, live=not options.gated)
    oldest = min((item.first_ns for item in waiting), default=None)
    return "" if gates.sessions(config.gates, len(waiting), oldest, now).open else "sessions"


def _alone(setting: Setting, workspace: Workspace, scanned: Scanned, options: Options, empty: Dream) -> Dream:
    """The attempt under the ``dream`` lock: put old crashes right, look at the gates again, choose sessions."""
    repository = steps.repository(setting.places, workspace, setting.search)
    recovery.recover(setting.places, workspace, setting.search, setting.now())
    if options.gated and (reason := _closed(setting, workspace, options)):
        return msgspec.structs.replace(empty, reason=reason)
    prior = lock.read(workspace.lock)
    holder = lock.foreign_holder(prior, setting.now(), 0)
    if holder is not None:
        return msgspec.structs.replace(empty, reason="locked", message=f"process {holder} holds {workspace.lock}")
    chosen = _chosen(setting, workspace, scanned, options)
    if not chosen:
        return msgspec.structs.replace(empty, outcome="nothing_new", reason="no_sessions")
    if options.dry_run:
        return _planned(setting, workspace, chosen, empty)
    return _journaled(setting, workspace, chosen, empty, prior, repository)


def _chosen(setting: Setting, workspace: Workspace, scanned: Scanned, options: Options) -> list[Reading]:
    """What to read: sessions that count and whose files are there, from where the last dream stopped."""
    with state.database(setting.places.database) as db:
        sessions = state.sessions(db, workspace.name)
    if options.again:
        wanted = [item for item in sessions if item.dreamed or item.human]
        return [Reading(transcript=t) for item in wanted if (t := _file(scanned, item))]
    wanted = intake.waiting(sessions, setting.config, setting.now(), live=not options.gated)
    return [Reading(transcript=t, mark=s.mark, tail=s.tail) for s in wanted if (t := _file(scanned, s))]


def _file(scanned: Scanned, session: Session) -> Transcript | None:
    return scanned.found.get((session.source, session.session))


def _planned(setting: Setting, workspace: Workspace, chosen: list[Reading], empty: Dream) -> Dream:
    """Dream and show what would be learned; nothing is written."""
    try:
        dreamt = _dream(setting, workspace, chosen, empty.engine)
    except (DreamdError, OSError) as error:
        return msgspec.structs.replace(empty, outcome="failed", reason=attempts.slug(error), message=str(error))
    return msgspec.structs.replace(_told(empty, dreamt), outcome="planned", reason="dry_run")


def _journaled(
    setting: Setting, workspace: Workspace, chosen: list[Reading], empty: Dream, prior: lock.Stamp, repository: Repository
) -> Dream:
    """The attempt from its journal on: published, or taken back as a whole."""
    note = None
    try:
        note = attempts.begin(setting, workspace, empty.dream_id, prior)
        dreamt = _dream(setting, workspace, chosen, empty.engine)
        return publication.publish_dream(setting, workspace, note, _told(empty, dreamt), dreamt, repository)
    except (DreamdError, OSError) as error:
        _undo_begun(setting, workspace, note)
        return attempts.failed(setting, workspace, empty, error)
    except BaseException:
        _undo_begun(setting, workspace, note)
        raise


def _undo_begun(setting: Setting, workspace: Workspace, note: Journal | None) -> None:
    """Put back what was begun. Past the point of no return nothing is: the next command completes the step."""
    pending = journal.pending(setting.places.runs, workspace.name)
    if note is not None and any(item.dream_id == note.dream_id and item.phase == "started" for item in pending):
        commit.take_back(setting.places, workspace, note)
        journal.drop(setting.places.runs, note.dream_id)


def _dream(setting: Setting, workspace: Workspace, chosen: list[Reading], engine: str) -> Dreamt:
    """Let the worker read and propose; apply to a staged copy what stands."""
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, workspace.name)
        rejections = ledger.rejections(db, workspace.name)
        rows = state.known_rows(db, workspace.name)
    snapshot = store.read(workspace)
    today = clock.date(setting.now())
    staged = edits.Staged(workspace, snapshot.bytes, own, today)
    witness = Witness({(item.transcript.source, item.transcript.session): item.transcript for item in chosen})
    job = DreamJob(
        engine=engine,
        readings=tuple(chosen),
        known_rows=tuple(rows),
        memory=staged.views(),
        today=today,
        full=staged.full,
    )
    propose = judge(staged, witness, rejections, today)
    finished = process.dream(job, propose, setting.told, setting.config.dream.minutes)
    return Dreamt(staged=staged, after=staged.finish(), finished=finished, snapshot=snapshot, own=own)


def _told(empty: Dream, dreamt: Dreamt) -> Dream:
    """The outcome's figures and entries."""
    changes = dreamt.staged.changes
    entries = tuple(Learned(op=c.op, topic=c.topic, text=c.text, source=c.source) for c in changes)
    count = {op: sum(change.op == op for change in changes) for op in ("add", "update", "confirm", "retire")}
    return msgspec.structs.replace(
        empty,
        sessions=len(dreamt.finished.reads),
        turns=dreamt.finished.turns,
        added=count["add"],
        updated=count["update"] + count["confirm"],
        retired=count["retire"],
        entries=entries,
    )
