"""One attempt to dream: gates, lock, journal, worker, checks, publish, stamp.

Read from ``attempt`` downward. Whatever fails before the decision in ``publication`` leaves memory and lock file as
they were; whatever fails after it is completed by the next command.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import attempt as attempts
from dreamd import (
    clock,
    gates,
    governing,
    intake,
    ledger,
    lock,
    log,
    models,
    prices,
    promoting,
    publication,
    recording,
    recovery,
    slugs,
    state,
    steps,
)
from dreamd.digest import Reading
from dreamd.dreaming import Try, dream, planned, told
from dreamd.errors import ConfigError, DreamdError, EngineError, LimitReached, LockHeld, ModelFailed, StoreError
from dreamd.lock import Stamp
from dreamd.models import Chosen
from dreamd.reckoning import too_dear
from dreamd.records import Dream, Learned, Mark

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.dreaming import Options
    from dreamd.intake import Scanned
    from dreamd.memory.layout import Workspace


MODELS_LIMITS = frozenset({"limit_turns", "limit_tokens"})
"""Reasons for which it was the model that came to no end."""


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
    )
    recording.prune(setting.places.runs, setting.now())
    asking = models.asking(setting, options.engine, empty.dream_id)
    this = Try(setting, workspace, scanned, options, empty, asking)
    try:
        result = _tried(this)
    except ConfigError:
        raise
    except (DreamdError, OSError) as error:
        result = _instead(this, error) or _failed(this, error)
    except BaseException:
        _say_spent(this)
        raise
    if result.outcome in {"dreamed", "nothing_new"} and result.sessions:
        result = _promoted(this, result)
    ended = msgspec.structs.replace(result, seconds=round((setting.now() - started) / clock.SECOND, 3))
    models.end(asking, ended)
    if ended.outcome != "skipped" or _is_news(this, ended.reason):
        log.finished(setting.places.log, ended, setting.now())
    if not options.dry_run:
        governing.keep_watch(setting.places, workspace, setting.search, setting.now(), anew=ended.outcome == "dreamed")
    return ended


def _promoted(this: Try, result: Dream) -> Dream:
    """The outcome with what is read at every start from now on, since it was said so often."""
    taken = promoting.after_dream(this.setting, this.workspace)
    told = tuple(Learned(op=item.op, topic=item.topic, text=item.text, source=item.source) for item in taken.changes)
    return msgspec.structs.replace(result, promoted=taken.step, entries=(*result.entries, *told))


def _failed(this: Try, error: DreamdError | OSError) -> Dream:
    """The outcome of an attempt that went wrong, recorded; a dry run goes wrong without consequences."""
    result = attempts.failed(models.billed(this.empty, this.asking), error)
    if not this.options.dry_run:
        wait = error.retry_after if isinstance(error, ModelFailed) else None
        attempts.record(this.setting, result, wait or 0.0)
    return result


def _say_spent(this: Try) -> None:
    """Tell whoever interrupts a dream with a model what that has cost."""
    with suppress(StoreError):
        if this.asking and (spent := models.spent(this.setting, this.empty.dream_id)):
            line = f"at most {prices.told(spent)} dollars were spent, the prompt under way counted in full"
            this.setting.say(line)


def _instead(this: Try, error: DreamdError | OSError) -> Dream | None:
    """What the embedded engine makes of it after the model failed, where the settings say so; told in the outcome."""
    beyond = isinstance(error, LimitReached) and error.reason in MODELS_LIMITS
    if this.setting.config.dream.fallback != "embedded" or not (isinstance(error, EngineError) or beyond):
        return None
    options = msgspec.structs.replace(this.options, engine="embedded")
    empty = msgspec.structs.replace(models.billed(this.empty, this.asking), engine="embedded")
    again = Try(this.setting, this.workspace, this.scanned, options, empty, None)
    message = f"the model failed ({error}), so the embedded engine read instead".replace("\n", " ")
    try:
        result = _tried(again)
    except ConfigError:
        raise
    except (DreamdError, OSError) as second:
        return _failed(again, second)
    return msgspec.structs.replace(result, message=f"{message}. {result.message}".strip(" ."))


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
    if dear := too_dear(setting, this.options.engine, chosen):
        return this.ends("skipped", "cost", dear)
    readings = [item.reading for item in chosen]
    if this.options.dry_run:
        return planned(this, dream(this, readings))
    ours = Stamp(mtime_ns=setting.now(), body=str(os.getpid()).encode(), mode=prior.mode)
    note = attempts.noted(workspace, this.empty.dream_id, prior, ours)
    try:
        attempts.begin(setting, workspace, note)
        dreamt = dream(this, readings)
        if not dreamt.finished.reads:  # none of them could be read
            attempts.put_back(setting, workspace, note)
            return this.ends("nothing_new", "no_sessions")
        under_way = attempts.Attempt(setting, workspace, note, repository)
        return publication.publish_dream(under_way, told(this, dreamt), dreamt)
    except BaseException:
        attempts.put_back(setting, workspace, note)
        raise


def _prior(this: Try) -> Stamp:
    """The lock file before the attempt; a time in the future counts as never, and is told to the log.

    Raises:
        LockHeld: another program consolidates here now.
    """
    setting, workspace = this.setting, this.workspace
    prior = lock.read(workspace.lock)
    now = setting.now()  # not before: who took it meanwhile would have done so in the future
    holder = lock.foreign_holder(prior, now, own_pid=os.getpid())
    if holder is not None:
        raise LockHeld(f"process {holder} holds {workspace.lock}")
    if prior.mtime_ns is not None and prior.mtime_ns > now:
        when = clock.iso(prior.mtime_ns)[:16].replace("T", " ")
        message = f"the last dream bears a time in the future ({when} UTC, {workspace.lock}), which counts as never"
        log.write(setting.places.log, slugs.WATERMARK_FUTURE, now, workspace.name, message=message)
    return prior


def _chosen(this: Try) -> list[Chosen]:
    """What to read: sessions that count and whose files are there, from where the last dream stopped."""
    config, now, options = this.setting.config, this.setting.now(), this.options
    with state.database(this.setting.places.database) as db:
        sessions = state.sessions(db, this.workspace.name)
    if options.again:
        counted = intake.counted(sessions, config, now, options.since_ns)
        wanted = [msgspec.structs.replace(item, mark=Mark(), tail=()) for item in counted]
    else:
        wanted = intake.waiting(sessions, config, now, live=not options.gated)
    found = [(item, this.scanned.found.get((item.source, item.session))) for item in wanted]
    return [
        Chosen(Reading(transcript=file, mark=item.mark, tail=item.tail), item.tokens)
        for item, file in found
        if file is not None
    ]
