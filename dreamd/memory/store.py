"""Reads a memory as it lies on disk: plain Markdown files whole, everything else reported and left alone."""

from __future__ import annotations

import errno
import os
import stat
import sys
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.errors import StoreError
from dreamd.memory.layout import ARCHIVE, FILE_BYTES, STAGING
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.memory.layout import Workspace

MAX_FILES = 4_000
MAX_NAMES = 20_000
"""Names of any kind in one directory."""
MAX_BYTES = 64 * 1024 * 1024
"""Bytes of all files together."""

Reason: TypeAlias = Literal["symlink", "hard_link", "special", "too_large", "unreadable", "odd_name"]
Inodes: TypeAlias = frozenset[tuple[int, int]]
"""Pairs of device and inode."""

INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that a file name must not hold: they hide or break the line that shows it."""


class Held(Record, frozen=True):
    """One file: its bytes and what undo must put back with them."""

    data: bytes
    mode: int
    """Permission bits, e.g. ``0o600``."""
    mtime_ns: int


class Hazard(Record, frozen=True):
    """A file that dreamd neither reads nor follows nor replaces."""

    name: str
    """Relative to the workspace's root, with invisible characters made visible."""
    reason: Reason


class Snapshot(Record, frozen=True):
    """A memory at one moment."""

    files: dict[str, Held]
    """Name relative to the workspace's root -> file."""
    hazards: tuple[Hazard, ...] = ()
    missing: tuple[str, ...] = ()
    """Directories of the layout that do not exist, outermost first, relative to the root (``.`` is the root itself)."""

    @property
    def bytes(self) -> dict[str, bytes]:
        """The files' bytes alone."""
        return {name: held.data for name, held in self.files.items()}


def read(workspace: Workspace, *, bounded: bool = True) -> Snapshot:
    """Read the index, the topics, the archive, and in layout ``workspace`` the people's files beside the memory.

    The memory directory itself may be a symlink; nothing inside it is followed.

    Args:
        workspace: whose memory.
        bounded: not for an undo, which must work whatever the memory has become.

    Raises:
        StoreError: a directory cannot be listed, or the memory passes ``MAX_FILES``, ``MAX_NAMES`` or ``MAX_BYTES``.
    """
    try:
        return _read(workspace, bounded=bounded)
    except OSError as error:
        raise _unreadable(workspace, error) from error


def _unreadable(workspace: Workspace, error: OSError) -> StoreError:
    return StoreError(
        f"the memory directory {workspace.memory} cannot be read: {error.strerror}",
        f"Make it a directory that you may read and enter: ls -ld {workspace.memory}",
    )


def _read(workspace: Workspace, *, bounded: bool) -> Snapshot:
    found: dict[str, Held] = {}
    hazards: list[Hazard] = []
    ours, tops = twins(workspace), _tops(workspace)
    for name in _names(workspace, hazards, MAX_NAMES if bounded else sys.maxsize):
        held = "odd_name" if _odd(name) else hold(_placed(workspace, name, tops), ours)
        if held == "hard_link":  # perhaps a publish that began after we looked for its links
            held = hold(_placed(workspace, name, tops), twins(workspace))
        if isinstance(held, Held):
            found[name] = held
        elif held:
            hazards.append(Hazard(name=visible(name), reason=held))
    if bounded and (len(found) > MAX_FILES or sum(len(held.data) for held in found.values()) > MAX_BYTES):
        raise StoreError(
            f"the memory {workspace.memory} is too large: more than {MAX_FILES} files or {MAX_BYTES} bytes",
            "Take the step back that made it so (dreamd history), or move files that are no memory out of there.",
        )
    missing = tuple(name for name in directories(workspace) if not os.path.lexists(place(workspace, name)))
    return Snapshot(files=found, hazards=tuple(hazards), missing=missing)


def listed(workspace: Workspace) -> list[str]:
    """Names of the index, the topics and the people's files; of the archive's none.

    Raises:
        StoreError: a directory cannot be listed.
    """
    try:
        found = [*_markdown(workspace.memory.resolve(), workspace.prefix, MAX_NAMES)]
    except OSError as error:
        raise _unreadable(workspace, error) from error
    beside = [name for name in workspace.people if workspace.prefix and os.path.lexists(workspace.root / name)]
    return [name for name in (*found, *beside) if not _odd(name)]


def directories(workspace: Workspace) -> tuple[str, ...]:
    """The layout's directories, outermost first, relative to the root."""
    memory = (workspace.prefix.rstrip("/"),) if workspace.prefix else ()
    return (".", *memory, f"{workspace.prefix}{ARCHIVE}")


def place(workspace: Workspace, name: str) -> Path:
    """Where the named file lies, with the memory directory's own symlink resolved."""
    return _placed(workspace, name, _tops(workspace))


def _tops(workspace: Workspace) -> tuple[Path, Path]:
    """Root and memory directory, resolved: that asks the system about each folder above, so a read does it once."""
    return workspace.root.resolve(), workspace.memory.resolve()


def _placed(workspace: Workspace, name: str, tops: tuple[Path, Path]) -> Path:
    root, memory = tops
    inner = name.removeprefix(workspace.prefix)
    return root / name if workspace.prefix and inner == name else memory / inner


def staging(workspace: Workspace) -> Path:
    """The directory that holds publishes under way; on the memory's own file system."""
    return workspace.memory.resolve() / STAGING


def twins(workspace: Workspace) -> Inodes:
    """Inodes of the files that a publish holds aside: a hard link to one of these is dreamd's own."""
    top = staging(workspace)
    if top.is_symlink():
        return frozenset()
    found = set()
    with suppress(FileNotFoundError):  # a publish ends while we look; its links are gone then
        for path in top.glob("*/*/*"):
            status = path.lstat()
            found.add((status.st_dev, status.st_ino))
    return frozenset(found)


SCARCE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})


def hold(path: Path, ours: Inodes) -> Held | Reason | None:
    """Read one plain file; the reason where it must be left alone; ``None`` where there is none.

    Raises:
        OSError: the machine is out of descriptors or memory at this moment, which says nothing of the file.
    """
    try:
        return look(path, ours)
    except OSError as error:
        if error.errno in SCARCE:
            raise
        return "unreadable"


def look(path: Path, ours: Inodes) -> Held | Reason | None:
    """As ``hold``, for who must know why a file cannot be read.

    Raises:
        OSError: nobody may read it, or nothing can be read at this moment.
    """
    try:
        listed = path.lstat()
        kind = _kind(listed, ours)
        if kind:
            return kind
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(fd, "rb", closefd=True) as handle:  # noqa: PTH123 (a descriptor, not a path)
            status = os.fstat(handle.fileno())
            data = handle.read(FILE_BYTES + 1)
    except FileNotFoundError:
        return None
    changed = _kind(status, ours) or ("too_large" if len(data) > FILE_BYTES else None)
    return changed or Held(data=data, mode=stat.S_IMODE(status.st_mode), mtime_ns=status.st_mtime_ns)


def visible(name: str) -> str:
    """The name with every invisible or undecodable character as an escape."""
    return "".join(f"\\u{ord(sign):04x}" if unicodedata.category(sign) in INVISIBLE else sign for sign in name)


def _kind(status: os.stat_result, ours: Inodes) -> Reason | None:
    if stat.S_ISLNK(status.st_mode):
        return "symlink"
    if not stat.S_ISREG(status.st_mode):
        return "special"
    if status.st_nlink > 1 and (status.st_dev, status.st_ino) not in ours:
        return "hard_link"
    return "too_large" if status.st_size > FILE_BYTES else None


def _odd(name: str) -> bool:
    return not (name.isascii() and name.isprintable()) and visible(name) != name


def _names(workspace: Workspace, hazards: list[Hazard], most: int) -> Iterator[str]:
    """Names of the Markdown files, sorted; a directory of the layout that is none becomes a hazard."""
    yield from _markdown(workspace.memory.resolve(), workspace.prefix, most)
    archive = f"{workspace.prefix}{ARCHIVE}"
    path = place(workspace, archive)
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        hazards.append(Hazard(name=archive, reason="symlink" if path.is_symlink() else "special"))
    else:
        yield from _markdown(path, f"{archive}/", most)
    if workspace.prefix:
        yield from (name for name in workspace.people if os.path.lexists(workspace.root / name))


def _markdown(directory: Path, prefix: str, most: int) -> Iterator[str]:
    """``*.md`` as a shell means it: hidden names, and so our own temporary files, are no part of a memory."""
    try:
        names = os.listdir(directory)  # noqa: PTH208 (names alone; Path.iterdir would make 20,000 paths)
    except FileNotFoundError:
        return
    if len(names) > most:
        raise StoreError(
            f"{directory} holds {len(names)} names, more than {most}",
            "Move files that are no memory out of that directory.",
        )
    yield from (f"{prefix}{name}" for name in sorted(names) if name.endswith(".md") and not name.startswith("."))
