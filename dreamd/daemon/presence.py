"""Shows other commands that a daemon runs, and keeps a second one from running."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

import filelock
import msgspec

from dreamd import clock, files, leavings
from dreamd.errors import LockHeld, StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places

LIMIT = 64 * 1024
PATIENCE_SECONDS = 1.0
NAME = "daemon"
"""Of the lock file."""


class Identity(NamedTuple):
    """Which file, or directory, a path leads to; none where there is none."""

    device: int = 0
    inode: int = 0


class Presence(Record, frozen=True):
    """What a daemon lets others know."""

    pid: int
    since: str
    """ISO 8601, UTC."""
    version: str
    doing: str = ""
    """A sentence."""
    looks: str = ""
    """When it looks for new sessions, a clause."""
    attention: tuple[str, ...] = ()
    """What needs a person, a sentence each."""


def _file(places: Places) -> Path:
    return places.state / "daemon.json"


class Post:
    """The place of the only daemon, held while it runs.

    Args:
        places: whose daemon.
    """

    def __init__(self, places: Places) -> None:
        self._places = places
        self._lock = _lock(places)
        self._file = self._folder = Identity()

    def take(self, patience: float) -> None:
        """Be the only daemon.

        Args:
            patience: seconds to wait for whoever holds it.

        Raises:
            LockHeld: there is one already.
            StoreError: our own directory cannot be used.
        """
        places = self._places
        try:
            files.make_private(places.locks)
            self._lock.acquire(timeout=patience)
            self._file, self._folder = _identity(places.locks / NAME), _identity(places.state)
        except filelock.Timeout:
            raise LockHeld(
                f"a daemon of yours runs already{_which(places)}", "See what it does with: dreamd status"
            ) from None
        except (OSError, NotImplementedError) as error:
            fix = "Check that it is a writable directory."
            raise StoreError(f"cannot lock {places.locks}: {error}", fix) from error

    def hold(self) -> bool:
        """See that no other daemon can run beside this one, at the price of one ``stat``.

        Returns:
            Whether all is as it was; not so where the lock file had been removed, and was taken again.

        Raises:
            LockHeld: another daemon runs already.
            StoreError: our own directory is another than before, or cannot be used.
        """
        if self.ours():
            return True
        if _identity(self._places.state) != self._folder:
            raise StoreError(
                f"{self._places.state} was moved, removed or replaced while the daemon ran",
                "Start the daemon anew, with DREAMD_HOME where its directory is now.",
            )
        self._lock.release()
        self._lock = _lock(self._places)
        self.take(0)
        return False

    def ours(self) -> bool:
        """Whether the lock file at its path is the one that we hold."""
        return self._file == _identity(self._places.locks / NAME) != Identity()

    def leave(self) -> None:
        """Let another be the daemon; what we let others know goes, unless it is another's by now."""
        if self.ours():
            with suppress(OSError):
                _file(self._places).unlink(missing_ok=True)
        self._lock.release()


@contextmanager
def alone(places: Places) -> Iterator[Post]:
    """Be the only daemon of these places; what it let others know goes at the end.

    Raises:
        LockHeld: there is one already.
        StoreError: our own directory cannot be used.
    """
    post = Post(places)
    post.take(PATIENCE_SECONDS)  # who looks whether one runs holds it for an instant
    try:
        leavings.sweep(places.state)
        yield post
    finally:
        post.leave()


def _which(places: Places) -> str:
    other = read(places)
    return f", process {other.pid}, since {other.since[:16].replace('T', ' ')} UTC" if other and other.pid else ""


def _identity(path: Path) -> Identity:
    try:
        status = path.stat()
    except OSError:
        return Identity()
    return Identity(status.st_dev, status.st_ino)


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


def _runs(places: Places) -> bool:
    """Whether somebody holds the lock; a file alone may be what a crash left."""
    if not (places.locks / NAME).exists():
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
        places.locks / NAME,
        timeout=0,
        mode=files.PRIVATE_FILE,
        thread_local=False,
        fallback_to_soft=False,
        preserve_lock_file=True,
    )


def first(version: str, now_ns: int) -> Presence:
    """The presence of a daemon that has just begun."""
    return Presence(pid=os.getpid(), since=clock.iso(now_ns), version=version, doing="starting")
