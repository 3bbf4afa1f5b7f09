"""Puts a skill's folder on a shelf, or takes it away, as a whole and durably."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from dreamd import files, lock
from dreamd.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


def put(shelf: Path, name: str, contents: Mapping[str, bytes], step: str) -> Path:
    """Put it there.

    Args:
        shelf: its directory; made where it is missing.
        name: the folder's.
        contents: names relative to the folder -> bytes.
        step: makes the temporary folder's name its own.

    Raises:
        FileExistsError: something of that name stands there.
        StoreError: it cannot be written.
    """
    try:
        files.make_private(shelf)
        place = shelf.resolve()
        _put(place, name, contents, place / f"{files.TEMPORARY}{os.getpid()}-{step}")
    except FileExistsError:
        raise
    except OSError as error:
        if os.path.lexists(shelf / name):
            raise FileExistsError(name) from error  # somebody was faster
        raise StoreError(f"{shelf} cannot be written: {error.strerror}", f"Look at it: ls -ld {shelf}") from error
    return place / name


def _put(place: Path, name: str, contents: Mapping[str, bytes], staged: Path) -> None:
    if os.path.lexists(place / name) or os.path.lexists(place / f"{name}.md"):
        raise FileExistsError(name)
    try:
        for inner, data in contents.items():
            files.make_private((staged / inner).parent)
            files.write_new(staged / inner, data)
            files.sync_directory((staged / inner).parent)
        staged.rename(place / name)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    files.sync_directory(place)


def aside(place: Path, name: str, step: str, ours: Callable[[Path], bool]) -> Path | None:
    """Move a folder out of sight; where it is not ``ours`` after all, it is where it was, and ``None`` is returned.

    Args:
        place: the shelf, no link.
        name: the folder's.
        step: makes the name of the folder that is out of sight its own.
        ours: looked at once nobody can change it there any more.

    Raises:
        OSError: it cannot be moved.
    """
    gone = place / f"{files.TEMPORARY}{step}.{name}"
    (place / name).rename(gone)
    if ours(gone):
        return gone
    gone.rename(place / name)
    return None


def settle(place: Path, ours: Callable[[Path], bool]) -> None:
    """Finish what a killed process began.

    What it was writing goes; of what it had moved out of sight, what is ours goes, and what is not comes back.

    Raises:
        OSError: it cannot be moved or removed.
    """
    for half in place.glob(f"{files.TEMPORARY}*-*"):
        if lock.left_behind(half.name) and not half.is_symlink():
            shutil.rmtree(half)
    for gone in place.glob(f"{files.TEMPORARY}*.*"):
        name = gone.name.removeprefix(files.TEMPORARY).partition(".")[2]
        if not gone.is_dir() or gone.is_symlink():
            continue
        if ours(gone):
            shutil.rmtree(gone)
        elif name and not os.path.lexists(place / name):
            gone.rename(place / name)
