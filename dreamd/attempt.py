"""One attempt's bookkeeping: begins it with journal and lock file, and ends it in each of its outcomes."""

from __future__ import annotations

import errno
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, codec, commit, files, journal, ledger, lock, log, slugs, state
from dreamd.errors import (
    DreamdError,
    EngineError,
    LimitReached,
    LockHeld,
    ModelFailed,
    StoreError,
    TopicInvalid,
    Unconfined,
    WorkerLost,
)
from dreamd.journal import Journal
from dreamd.memory import topic
from dreamd.recording import unheard

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from dreamd.config import Config
    from dreamd.lock import Stamp
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
    from dreamd.paths import Places
    from dreamd.recording import Entry
    from dreamd.records import Dream, Finding
    from dreamd.worker.answering import Told

FULL = re.compile(r"No space left on device|Disk quota exceeded|disk is full")
"""How git and SQLite, which have no errno for us, say that the disk is full."""
KEPT_RUNS = 10
"""Folders of rejected dreams that are kept for a look."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What an attempt needs from outside: places, settings, time, names, an ear."""

    places: Places
    config: Config
    search: str
    """PATH, to find git."""
    now: Callable[[], int]
    environment: dict[str, str] = field(repr=False)
    """The person's; a model's key may stand in it."""
    new_id: Callable[[], str]
    """A fresh step id: eight hexadecimal digits."""
    told: Told
    say: Callable[[str], None]
    """Tells the person one line."""
    heard: Callable[[Entry], None] = unheard
    """Hears what a model is asked and answers, as it is recorded."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt under way; ``note`` is its journal."""

    setting: Setting
    workspace: Workspace
    note: Journal
    repository: Repository


def noted(workspace: Workspace, step_id: str, prior: Stamp, ours: Stamp) -> Journal:
    """The journal of a step that is about to begin.

    Args:
        workspace: whose memory.
        step_id: the step's.
        prior: the lock file as it is.
        ours: the lock file while the step runs; the same for one that is no dream.
    """
    made: list[Path] = []
    step = workspace.memory
    while not step.exists():
        made.insert(0, step)
        step = step.parent
    return Journal(
        dream_id=step_id,
        workspace=workspace.name,
        lock=workspace.lock,
        prior=prior,
        ours=ours,
        made=tuple(made),
    )


def begin(setting: Setting, workspace: Workspace, note: Journal) -> None:
    """Write the journal, then take the lock file; the caller holds the ``dream`` lock and puts back on any error.

    Raises:
        LockHeld: another program took the lock file at this very moment.
        StoreError: either could not be written.
    """
    journal.write(setting.places.runs, note)
    try:
        files.make_private(workspace.memory)
    except OSError as error:
        nowhere = workspace.memory.is_symlink()
        fix = "It is a link that leads nowhere." if nowhere else f"Check that {workspace.memory.parent} is writable."
        raise StoreError(f"cannot make {workspace.memory}: {error.strerror}", fix) from error
    if not lock.write(workspace.lock, note.ours, over=note.prior):
        raise LockHeld(f"another program took {workspace.lock} just now")
    log.write(setting.places.log, slugs.DREAM_STARTED, setting.now(), workspace.name, dream_id=note.dream_id)


def failed(dream: Dream, error: DreamdError | OSError) -> Dream:
    """The outcome of an attempt that went wrong."""
    message = str(error).replace("\n", ". ")
    return msgspec.structs.replace(dream, outcome="failed", reason=slug(error), message=message)


def record(setting: Setting, dream: Dream, retry_after: float = 0.0) -> None:
    """Keep how a failed or rejected dream ended, with its back-off; a changed memory is nobody's fault.

    Where the state cannot be written either, the outcome is still told to the person and to the log.

    Args:
        setting: ours.
        dream: its outcome.
        retry_after: seconds for which a server asked to be left alone.
    """
    with suppress(StoreError), state.database(setting.places.database) as db:
        ledger.record_outcome(db, dream, setting.now())
        if dream.reason != "memory_changed":
            least = int(min(retry_after * clock.SECOND, ledger.BACKOFF_MOST_NS))
            ledger.grow_backoff(db, dream.workspace, slugs.REASONS[dream.reason], setting.now(), least)


def slug(error: DreamdError | OSError) -> str:
    """The reason slug of an error."""
    if isinstance(error, ModelFailed | LimitReached):
        return error.reason
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    full = isinstance(cause, OSError) and cause.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    if full or FULL.search(str(error)):
        return "disk_full"
    if isinstance(error, OSError):
        return "io"
    kinds = (
        (LockHeld, "locked"),
        (Unconfined, "sandbox"),
        (WorkerLost, "worker_lost"),
        (EngineError, "engine"),
    )
    return next((name for kind, name in kinds if isinstance(error, kind)), "store")


def keep_for_a_look(runs: Path, dream_id: str, staged: Mapping[str, bytes], findings: tuple[Finding, ...]) -> None:
    """Leave a rejected dream's staged copy and findings in its folder, and drop the oldest such folders."""
    folder = runs / dream_id
    for name, data in staged.items():
        target = folder / "staged" / name
        files.make_private(target.parent)
        # The folder is fresh, and a temporary name would be too long where theirs takes all that a name may.
        files.write_new(target, data)
    files.write_new(folder / "findings.json", codec.encode(findings))
    others = sorted(runs.glob("*/findings.json"), key=lambda path: path.stat().st_mtime_ns)
    for path in others[:-KEPT_RUNS]:
        journal.drop(runs, path.parent.name)


def put_back(setting: Setting, workspace: Workspace, note: Journal) -> None:
    """Put back what was begun. Past the point of no return nothing is: the next command completes the step."""
    pending = journal.pending(setting.places.runs, workspace.name)
    if any(item.dream_id == note.dream_id and item.phase == "started" for item in pending):
        commit.take_back(setting.places, workspace, note)
        journal.drop(setting.places.runs, note.dream_id)


def topic_mtimes(workspace: Workspace, texts: Mapping[str, bytes]) -> dict[str, int]:
    """A topic's mtime is its newest ``updated``: agents judge freshness by it."""
    times: dict[str, int] = {}
    for name, data in texts.items():
        try:
            date = topic.newest(topic.parse(stem, data)) if (stem := workspace.stem(name)) else ""
        except TopicInvalid:
            continue
        moment = clock.parse(date) if date else None
        times |= {} if moment is None else {name: moment}
    return times
