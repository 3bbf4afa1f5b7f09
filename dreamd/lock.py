"""Who may dream: our two private locks for a memory, and the lock file whose mtime is the watermark.

The private locks (filelock) lie in our own directory and are never deleted. The lock file in the memory directory is
only ever read and replaced as a whole, never acquired: acquiring could move its mtime (reliability.md C1).
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

import filelock

from dreamd import clock, figures, files, patience
from dreamd.errors import LockHeld, StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WRITE_WAIT_SECONDS = 10.0
STALE_NS = clock.HOUR
COARSE_NS = 2 * clock.SECOND
BODY_BYTES = 4_096


class Stamp(Record, frozen=True):
    """What the lock file holds; ``mtime_ns`` is ``None`` where there is no file."""

    mtime_ns: int | None = None
    body: bytes = b""
    mode: int = files.PRIVATE_FILE

    @property
    def pid(self) -> int | None:
        """The process the body names, if it names one."""
        text = self.body.strip()
        return int(text) if text.isdigit() and len(text) < 10 else None  # noqa: PLR2004 (no PID has ten digits)


@contextmanager
def held(locks: Path, memory: Path, kind: Literal["dream", "write"]) -> Iterator[None]:
    """Hold one of the memory's private locks.

    ``dream`` never waits; ``write`` waits up to ten seconds, while our patience lasts. The lock goes when the process
    ends, however it ends.

    Args:
        locks: our lock directory.
        memory: the memory directory; two names of one directory share their locks.
        kind: which lock.

    Raises:
        LockHeld: another process holds it.
        StoreError: the lock directory cannot be used.
    """
    name = files.sha256(os.fsencode(os.path.realpath(memory)))[:16]
    try:
        files.make_private(locks)
        lock = filelock.FileLock(
            locks / f"{name}.{kind}",
            timeout=0 if kind == "dream" else WRITE_WAIT_SECONDS,
            mode=files.PRIVATE_FILE,
            thread_local=False,
            fallback_to_soft=False,
            preserve_lock_file=True,
        )
        lock.acquire(cancel_check=patience.over)
    except filelock.Timeout:
        raise LockHeld(
            f"another dreamd process is {'dreaming over' if kind == 'dream' else 'writing to'} {memory}",
            "Wait until it has ended, then try again; see: dreamd status",
        ) from None
    except (OSError, NotImplementedError) as error:
        raise StoreError(
            f"cannot lock {memory}: {error}", f"Check that {locks} is a writable local directory."
        ) from error
    try:
        yield
    finally:
        lock.release()


def read(path: Path) -> Stamp:
    """The lock file's state.

    Raises:
        StoreError: it is a link, a directory, a special file or longer than any lock file, or cannot be read.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return Stamp()
    except NotADirectoryError as error:
        raise StoreError(f"{path.parent} is not a directory", "Move it away and try again.") from error
    except OSError as error:
        fix = "Check its rights." if isinstance(error, PermissionError) else "Move it away and try again."
        raise StoreError(f"cannot read the lock file {path}: {error.strerror}", fix) from error
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise StoreError(f"the lock file {path} is not a plain file", "Move it away and try again.")
        body = os.read(fd, BODY_BYTES + 1)
        if len(body) > BODY_BYTES:  # what is not held whole could not be put back
            raise StoreError(f"the lock file {path} is too long to be one", "Move it away and try again.")
        return Stamp(mtime_ns=status.st_mtime_ns, body=body, mode=stat.S_IMODE(status.st_mode))
    finally:
        os.close(fd)


def watermark(path: Path | str) -> int | None:
    """The lock file's mtime by one ``stat``, for the time gate alone; ``None`` where there is no such file.

    Raises:
        OSError: it cannot be looked at.
    """
    try:
        return os.lstat(path).st_mtime_ns
    except FileNotFoundError:
        return None


def write(path: Path, stamp: Stamp, over: Stamp | None = None) -> bool:
    """Make the lock file hold exactly the stamp, in one step: a reader sees the old state or the new one.

    Args:
        path: the lock file.
        stamp: what it shall hold.
        over: only over this; a program that takes the file at this very moment keeps it.

    Returns:
        Whether it holds the stamp now; always where ``over`` is ``None``.

    Raises:
        StoreError: it could not be written; the old state stands.
    """
    if over is not None and not same(read(path), over):
        return False
    temporary, aside = (path.with_name(f"{files.TEMPORARY}{os.getpid()}-lock{end}") for end in ("", "-aside"))
    try:
        for own in (temporary, aside):
            own.unlink(missing_ok=True)
        if stamp.mtime_ns is not None:
            files.write_new(temporary, stamp.body)
            temporary.chmod(stamp.mode)
            os.utime(temporary, ns=(stamp.mtime_ns, stamp.mtime_ns))
        kept = _swap(path, temporary, aside, over)
        files.sync_directory(path.parent)
    except OSError as error:
        verb = "remove" if stamp.mtime_ns is None else "write"
        raise StoreError(
            f"cannot {verb} the lock file {path}: {error.strerror}", "Check the disk and its rights."
        ) from error
    finally:
        for own in (temporary, aside) * 2:  # once more, since what is left lies in the memory until the next step
            with suppress(OSError):
                own.unlink()
    return kept


def _swap(path: Path, new: Path, aside: Path, over: Stamp | None) -> bool:
    """Put ``new`` (nothing, where there is no such file) into the lock file's place; what is not ``over`` goes back.

    Whoever else takes the file writes into it and then reads once more what it holds (Claude Code does). If that comes
    before our rename, we find it aside; if it comes after, we are gone from the file when we look before publishing.
    """
    if over is not None and over.mtime_ns is None:
        try:
            if not _linked(new, path):
                new.replace(path)
        except FileExistsError:
            return False
        return True
    with suppress(FileNotFoundError):
        _linked(path, aside)
    if new.exists():
        new.replace(path)
    else:
        path.unlink(missing_ok=True)
    if over is None or not aside.exists() or same(read(aside), over):
        return True
    aside.replace(path)
    return False


def _linked(path: Path, second: Path) -> bool:
    """Give the file a second name; whether the file system has such."""
    try:
        os.link(path, second, follow_symlinks=False)
    except OSError as error:
        if error.errno not in files.NO_LINKS:
            raise
        return False
    return True


def same(one: Stamp, other: Stamp) -> bool:
    """Whether two stamps are of one write; some file systems keep mtimes only to two seconds."""
    if one.mtime_ns is None or other.mtime_ns is None:
        return one.mtime_ns is other.mtime_ns
    return one.body == other.body and abs(one.mtime_ns - other.mtime_ns) <= COARSE_NS


def foreign_holder(stamp: Stamp, now_ns: int, own_pid: int) -> int | None:
    """The process of another program that consolidates here now: it lives, and took the lock less than an hour ago.

    One that took it after ``now_ns`` took it since our caller looked at the clock. Only an hour ahead is a wrong clock.
    """
    if stamp.mtime_ns is None or stamp.pid is None or stamp.pid == own_pid:
        return None
    if not -STALE_NS < now_ns - stamp.mtime_ns < STALE_NS:
        return None
    return stamp.pid if alive(stamp.pid) else None


def alive(pid: int) -> bool:
    """Whether a process with this id exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def left_behind(name: str) -> bool:
    """Whether a file or folder of this name is the temporary one of a process that is gone."""
    owner = figures.whole(name.removeprefix(files.TEMPORARY).partition("-")[0])
    return name.startswith(files.TEMPORARY) and owner is not None and not alive(owner)
