"""Durable and careful file work: whole files or nothing, links never followed.

An error of a directory's fsync means "unknown": the caller reads again. fsync is never retried on the same descriptor
(pages are marked clean after a failure); a new temporary file is written instead. Source: reliability.md D2, D3.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRIVATE_FILE = 0o600
PRIVATE_DIR = 0o700
TEMPORARY = ".dreamd-tmp-"
NO_LINKS = frozenset({errno.EPERM, errno.EXDEV, errno.EMLINK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
"""How a file system says that it has no hard links, or none here."""


def sha256(data: bytes) -> str:
    """Hex digest of the bytes."""
    return hashlib.sha256(data).hexdigest()


def make_private(directory: Path) -> None:
    """Make the directory and its parents, 0700 where they are new, durably."""
    missing = []
    step = directory
    while not step.exists():
        missing.append(step)
        step = step.parent
    for path in reversed(missing):
        path.mkdir(mode=PRIVATE_DIR, exist_ok=True)
        sync_directory(path.parent)


@contextmanager
def directory_fd(directory: Path) -> Iterator[int]:
    """A descriptor of the directory, for fsync and ``dir_fd``."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)


def sync_directory(directory: Path) -> None:
    """Make renames and new names in the directory durable."""
    with directory_fd(directory) as fd:
        os.fsync(fd)


def write_new(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Write a file that must not exist yet, and fsync it (not its directory).

    Raises:
        FileExistsError: it exists.
        OSError: nothing usable was written; the partial file is removed.
    """
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        with open(fd, "wb", closefd=True) as handle:  # noqa: PTH123 (a descriptor, not a path)
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def write_atomic(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Replace the file as a whole and durably: a reader sees the old bytes or the new ones, also after a power cut.

    Raises:
        OSError: the old file still stands, unless only the directory's fsync failed.
    """
    temporary = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
    with suppress(FileNotFoundError):
        temporary.unlink()
    write_new(temporary, data, mode)
    try:
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_directory(path.parent)


def read_regular(path: Path, limit: int) -> bytes | None:
    """The bytes of a plain file, or ``None`` where it is a link, a hard link's twin, special, or larger than ``limit``.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: it cannot be read.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            return None
        raise
    with open(fd, "rb", closefd=True) as handle:  # noqa: PTH123 (a descriptor, not a path)
        status = os.fstat(handle.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1 or status.st_size > limit:
            return None
        data = handle.read(limit + 1)
    return data if len(data) <= limit else None


def remove_empty(directories: tuple[Path, ...]) -> None:
    """Remove directories that we made and nobody has used since, innermost first; those in use stay."""
    for directory in reversed(directories):
        with suppress(OSError):
            directory.rmdir()
