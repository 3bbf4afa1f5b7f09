"""One attempt to dream: gates, lock, journal, worker, checks, publish, stamp.

Read from ``attempt`` downward. Whatever fails before the decision in ``_publish`` leaves memory and lock file as they
were; whatever fails after it is completed by the next command.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import attempt as attempts
from dreamd import checks, clock, commit, gates, intake, journal, ledger, lock, recovery, registry, slugs, state
from dreamd.checks import Candidate, Check
from dreamd.digest import Reading
from dreamd.errors import DreamdError, LockHeld, StoreError
from dreamd.evidence import Witness
from dreamd.ledger import Settlement
from dreamd.memory import edits, history, merge, publish, store
from dreamd.memory.history import Step
from dreamd.proposals import judge
from dreamd.records import Dream, Learned, Record
from dreamd.worker import process
from dreamd.worker.protocol import DreamJob, Finished

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.intake import Scanned
    from dreamd.journal import Journal
    from dreamd.memory.edits import Staged
    from dreamd.memory.history import Repository
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.records import Finding
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


@dataclass(frozen=True, slots=True)
class Dreamt:
    """What the worker made, not yet published."""

    staged: Staged
    after: dict[str, bytes]
    finished: Finished
    snapshot: Snapshot
    own: frozenset[str]


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
    repository = history.require(setting.places.history / f"{workspace.name}.git", setting.search)
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


def _file(scanned: Scanned, session: Session) -> intake.Transcript | None:
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
        findings = _blocking(dreamt, dreamt.snapshot, dreamt.after)
        told = _told(empty, dreamt)
        if findings:
            return _rejected(setting, workspace, note, told, dreamt, "checks", findings)
        return _publish(setting, workspace, note, told, dreamt, repository)
    except (DreamdError, OSError) as error:
        if note is not None and not _decided(setting, note):
            commit.take_back(setting.places, workspace, note)
            journal.drop(setting.places.runs, note.dream_id)
        return attempts.failed(setting, workspace, empty, error)
    except BaseException:
        if note is not None and not _decided(setting, note):
            commit.take_back(setting.places, workspace, note)
            journal.drop(setting.places.runs, note.dream_id)
        raise


def _decided(setting: Setting, note: Journal) -> bool:
    """Whether the point of no return is passed; then the next command completes the step."""
    return any(item.dream_id == note.dream_id and item.phase == "commit" for item in journal.pending(setting.places.runs, note.workspace))


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


def _blocking(dreamt: Dreamt, current: Snapshot, after: dict[str, bytes]) -> tuple[Finding, ...]:
    """What the checks hold against publishing ``after`` over ``current``."""
    candidate = Candidate(
        workspace=dreamt.staged.workspace,
        before=current.bytes,
        after=after,
        own=dreamt.own,
        evidence=dreamt.staged.evidence,
    )
    shelf = cast("list[Check]", registry.entries(checks, "CHECK"))
    findings = (finding for check in shelf for finding in check.run(candidate))
    return tuple(finding for finding in findings if finding.severity == "blocking")


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


def _rejected(
    setting: Setting, workspace: Workspace, note: Journal, told: Dream, dreamt: Dreamt, reason: str, findings: tuple[Finding, ...]
) -> Dream:
    commit.take_back(setting.places, workspace, note)
    attempts.keep_for_a_look(setting.places.runs, note.dream_id, dreamt.after, findings)
    first = f": {findings[0].file}: {findings[0].text}" if findings else ""
    place = setting.places.runs / note.dream_id
    message = f"{slugs.REASONS[reason]}{first} (kept in {place})"
    bare = msgspec.structs.replace(told, added=0, updated=0, retired=0, entries=())
    return attempts.rejected(setting, workspace, bare, reason, message)


def _publish(
    setting: Setting, workspace: Workspace, note: Journal, told: Dream, dreamt: Dreamt, repository: Repository
) -> Dream:
    """Decide, and carry out: under ``write``, over the files as they are now."""
    with lock.held(setting.places.locks, workspace.memory, "write"):
        current = store.read(workspace)
        after = _merged(dreamt, current)
        if after is None or _blocking(dreamt, current, after):
            return _rejected(setting, workspace, note, told, dreamt, "memory_changed", ())
        if lock.read(workspace.lock) != note.ours:
            raise StoreError("another program took the lock file during the dream", "The next dream tries again.")
        outcome = "dreamed" if dreamt.staged.changes else "nothing_new"
        done = msgspec.structs.replace(told, outcome=outcome, reason="" if dreamt.staged.changes else "nothing_kept")
        rest = commit.Rest(
            settlement=Settlement(
                workspace=workspace.name,
                reads=dreamt.finished.reads,
                rows=dreamt.finished.rows,
                evidence=dreamt.staged.evidence,
                keys=dreamt.staged.keys,
                dream=done,
            ),
            watermark_ns=note.ours.mtime_ns,
        )
        if dreamt.staged.changes:
            rest = _with_files(setting, workspace, note, dreamt, current, after, repository, rest)
        decided = commit.decide(setting.places, note, rest)
        commit.complete(setting.places, workspace, decided, repository, setting.now())
        journal.drop(setting.places.runs, note.dream_id)
    return done


def _merged(dreamt: Dreamt, current: Snapshot) -> dict[str, bytes] | None:
    """The staged files over what a live session or a person changed meanwhile; ``None`` where they contradict."""
    before, now, after = dreamt.snapshot.bytes, current.bytes, dict(dreamt.after)
    for name in before.keys() | now.keys():
        if before.get(name) == now.get(name):
            continue
        if after.get(name) == before.get(name):
            merged = now.get(name)
        else:
            merged = merge.merge(name, before.get(name), after.get(name), now.get(name))
            if merged is None:
                return None
        if merged is None:
            after.pop(name, None)
        else:
            after[name] = merged
    return after


def _with_files(
    setting: Setting,
    workspace: Workspace,
    note: Journal,
    dreamt: Dreamt,
    current: Snapshot,
    after: dict[str, bytes],
    repository: Repository,
    rest: commit.Rest,
) -> commit.Rest:
    """Commit the files as they are to the history, and stage the new ones beside the memory."""
    moment = clock.iso(setting.now())
    found = Step(id=f"{note.dream_id}-found", kind="found", time=moment, summary="the files as they were")
    history.record_found(repository, current.files, found)
    plan = publish.plan(workspace, note.dream_id, current, after)
    publish.prepare(workspace, plan, after)
    count = len(dreamt.staged.changes)
    step = Step(
        id=note.dream_id,
        kind="dream",
        time=moment,
        summary=f"dream: {count} {'change' if count == 1 else 'changes'}",
        changes=dreamt.staged.changes,
        made_dirs=plan.made_dirs,
        keys=dreamt.staged.keys,
    )
    return msgspec.structs.replace(rest, plan=plan, step=step)
