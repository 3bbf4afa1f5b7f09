"""Shows other commands that a daemon runs, and keeps a second one from running."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import filelock
import msgspec

from dreamd import clock, files, lock
from dreamd.errors import LockHeld, StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places

LIMIT = 64 * 1024
PATIENCE_SECONDS = 1.0


class Presence(Record, frozen=True):
    """What a daemon lets others know."""

    pid: int
    since: str
    """ISO 8601, UTC."""
    version: str
    doing: str = ""
    """A sentence."""
    attention: tuple[str, ...] = ()
    """What needs a person, a sentence each."""


def _file(places: Places) -> Path:
    return places.state / "daemon.json"


@contextmanager
def alone(places: Places) -> Iterator[None]:
    """Be the only daemon of these places; what it let others know goes at the end.

    Raises:
        LockHeld: there is one already.
        StoreError: our own directory cannot be used.
    """
    ours = _lock(places)
    try:
        files.make_private(places.locks)
        ours.acquire(timeout=PATIENCE_SECONDS)  # who looks whether one runs holds it for an instant
    except filelock.Timeout:
        other = read(places)
        which = f", process {other.pid}, since {other.since[:16].replace('T', ' ')} UTC" if other and other.pid else ""
        raise LockHeld(f"a daemon of yours runs already{which}", "See what it does with: dreamd status") from None
    except (OSError, NotImplementedError) as error:
        raise StoreError(f"cannot lock {places.locks}: {error}", "Check that it is a writable directory.") from error
    try:
        _sweep(places.state)
        yield
    finally:
        with suppress(OSError):
            _file(places).unlink(missing_ok=True)
        ours.release()


def show(places: Places, presence: Presence) -> None:
    """Let others know; a full disk is no reason to stop."""
    with suppress(OSError):
        files.write_atomic(_file(places), msgspec.json.encode(presence))


def read(places: Places) -> Presence | None:
    """What the daemon that runs now lets others know; ``None`` where there is none."""
    if not _runs(places):
        return None
    try:
        return msgspec.json.decode(files.read_regular(_file(places), LIMIT) or b"", type=Presence)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Presence(pid=0, since="", version="", doing=f"what it does cannot be read in {_file(places)}")


def _sweep(state: Path) -> None:
    """Remove what a killed daemon was about to write."""
    for path in state.glob(f"{files.TEMPORARY}*"):
        if lock.left_behind(path.name):
            path.unlink(missing_ok=True)


def _runs(places: Places) -> bool:
    """Whether somebody holds the lock; a file alone may be what a crash left."""
    if not (places.locks / "daemon").exists():
        return False
    ours = _lock(places)
    try:
        ours.acquire()
    except filelock.Timeout:
        return True
    except (OSError, NotImplementedError):
        return False
    ours.release()
    return False


def _lock(places: Places) -> filelock.BaseFileLock:
    return filelock.FileLock(
        places.locks / "daemon",
        timeout=0,
        mode=files.PRIVATE_FILE,
        thread_local=False,
        fallback_to_soft=False,
        preserve_lock_file=True,
    )


def first(version: str, now_ns: int) -> Presence:
    """The presence of a daemon that has just begun."""
    return Presence(pid=os.getpid(), since=clock.iso(now_ns), version=version, doing="starting")
