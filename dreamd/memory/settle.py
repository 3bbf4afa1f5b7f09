"""Puts one staged file in its place without losing what somebody wrote there meanwhile.

The file that stood there is linked aside before the rename and looked at afterwards. Were it not what we had read, both
are merged and the merged file takes the same way. A staged file that is gone from the staging directory was put in its
place: this is how a publish that was killed is picked up.
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.errors import StoreError
from dreamd.files import NO_LINKS, PRIVATE_FILE, TEMPORARY, write_new
from dreamd.memory import merge, store
from dreamd.memory.store import Held
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.memory.store import Inodes, Reason

ROUNDS = 8
MADE_SO = frozenset({errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENXIO})
"""Why a file cannot be read that somebody made so. Whatever else the system says may be over in a moment."""


class Conflict(Record, frozen=True):
    """A file that was left as somebody else made it."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} is left as somebody else made it: {self.reason}"


@dataclass(frozen=True, slots=True)
class Spot:
    """One file of a publish: what it was, what it shall be, and where both lie."""

    name: str
    target: Path
    staged: Path
    aside: Path
    old: bytes | None
    """``None`` where there was no file."""
    new: bytes | None
    """``None`` where there shall be none."""
    mode: int
    index: bool
    ours: Inodes


def stage(path: Path, data: bytes, mode: int, mtime_ns: int | None = None) -> None:
    """Write a staged file with everything it shall have in its place, durably."""
    write_new(path, data)
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fchmod(fd, mode)
        if mtime_ns is not None:
            os.utime(fd, ns=(mtime_ns, mtime_ns))
        os.fsync(fd)
    finally:
        os.close(fd)


def settle(spot: Spot) -> Conflict | None:
    """Bring the file into the state that the publish asks for; safe to call again at any time.

    Returns:
        A conflict where the file, or a part of what we wanted of it, was left as somebody else made it.

    Raises:
        StoreError: a link or special file took its place in this very moment.
        OSError: the disk is full or failing; the file is whole, calling again goes on.
    """
    if spot.target.parent.is_symlink():
        return Conflict(name=spot.name, reason="its directory became a symlink")
    there = _hold(spot.target, spot.ours)
    if isinstance(there, str):
        return Conflict(name=spot.name, reason=f"it became a file that is left alone ({there})")
    expected = there.data if there else None
    placed = spot.aside.exists() if spot.new is None else not spot.staged.exists()
    wanted, lost = (_wanted_again if placed else _wanted)(spot, expected)
    for number in range(ROUNDS):
        if wanted == expected:
            break
        found = _swap(spot, wanted, f".{number}" if placed or number else "")
        if found == expected:
            break
        expected, (wanted, clash) = wanted, _combined(spot, expected, wanted, found)
        if number == ROUNDS - 2:
            # Somebody writes as fast as we do: theirs goes back, whole.
            wanted, clash = found, True
        lost = lost or clash
    return Conflict(name=spot.name, reason="it was changed at the same time in the same place") if lost else None


def _hold(path: Path, ours: Inodes) -> Held | Reason | None:
    """What is there; a file for which there is no descriptor, or a disk that fails, is none that somebody else made.

    Raises:
        OSError: it cannot be told now; what was decided waits until it can.
    """
    try:
        return store.look(path, ours)
    except OSError as error:
        if error.errno not in MADE_SO:
            raise
        return "unreadable"


def _wanted(spot: Spot, there: bytes | None) -> tuple[bytes | None, bool]:
    return _combined(spot, spot.old, spot.new, there)


def _wanted_again(spot: Spot, there: bytes | None) -> tuple[bytes | None, bool]:
    """What the file shall be where ours was put there before: changed only if the one aside was not the one we knew."""
    aside = _hold(spot.aside, spot.ours)
    if not isinstance(aside, Held):
        return there, False
    meant, lost = _combined(spot, spot.old, spot.new, aside.data)
    wanted, clash = _combined(spot, spot.new, meant, there)
    return wanted, lost or clash


def _combined(spot: Spot, base: bytes | None, ours: bytes | None, theirs: bytes | None) -> tuple[bytes | None, bool]:
    """Both sides' changes since ``base``; theirs alone, and true, where they do not go together."""
    if theirs == base:
        return ours, False
    if ours in (base, theirs):
        return theirs, False
    if base is None or ours is None or theirs is None:
        return theirs, True
    merged = merge.index(base, ours, theirs) if spot.index else merge.topic(base, ours, theirs)
    return (theirs, True) if merged is None else (merged, False)


def _swap(spot: Spot, wanted: bytes | None, suffix: str) -> bytes | None:
    """Put the bytes in place (``None``: nothing) and return what really stood there."""
    aside = spot.aside.with_name(spot.aside.name + suffix)
    staged = spot.staged.with_name(spot.staged.name + suffix)
    aside.unlink(missing_ok=True)
    if wanted is None:
        return _take(spot, aside)
    held = store.hold(staged, frozenset())
    if not isinstance(held, Held) or held.data != wanted:
        _restage(staged, wanted, spot.mode)
    try:
        _link(spot.target, aside)
    except FileNotFoundError:
        _appear(staged, spot.target)
        return None
    _rename(staged, spot.target)
    return _look(spot, aside)


def _look(spot: Spot, aside: Path) -> bytes:
    """What was displaced; anything but a plain file goes back."""
    found = _hold(aside, spot.ours)
    if isinstance(found, Held):
        return found.data
    aside.rename(spot.target)
    raise StoreError(f"{spot.target} became a file that is left alone ({found})", "Look at it and run dreamd again.")


def _restage(staged: Path, data: bytes, mode: int) -> None:
    new = staged.with_name(f"{staged.name}.new")
    new.unlink(missing_ok=True)
    stage(new, data, mode)
    new.replace(staged)


def _take(spot: Spot, aside: Path) -> bytes | None:
    """Move the file aside; remove it where aside is another file system."""
    try:
        spot.target.rename(aside)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        data = spot.target.read_bytes()
        spot.target.unlink()
        return data
    return _look(spot, aside)


def _link(target: Path, aside: Path) -> None:
    """Keep the file under a second name; as a copy where the file system has no links."""
    try:
        os.link(target, aside, follow_symlinks=False)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        write_new(aside, target.read_bytes(), PRIVATE_FILE)


def _appear(staged: Path, target: Path) -> None:
    """Put the file where none is; a link, unlike a rename, replaces nothing that appears at this moment.

    Raises:
        FileExistsError: something appeared.
    """
    try:
        os.link(staged, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _rename(staged, target)
    else:
        staged.unlink()


def _rename(staged: Path, target: Path) -> None:
    """Rename over the target; by a copy beside it where it lies on another file system."""
    try:
        staged.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        beside = target.with_name(f"{TEMPORARY}{os.getpid()}-{target.name}")
        beside.unlink(missing_ok=True)
        status = staged.stat()
        stage(beside, staged.read_bytes(), status.st_mode & 0o7777, status.st_mtime_ns)
        beside.replace(target)
        staged.unlink()
