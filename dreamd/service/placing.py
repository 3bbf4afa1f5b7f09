"""Service files in their place: what would change, whose they are, how they get there and go."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from dreamd import difference, files
from dreamd.errors import ServiceError
from dreamd.records import Record
from dreamd.service import marking
from dreamd.service.marking import Whose

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

LARGEST = 1 << 20
MODE = 0o644
"""Supervisors read them; nothing in them is secret."""


class Change(Record, frozen=True):
    """One file that is not as it would be."""

    name: str
    """Below the directory of services."""
    old: bytes | None
    """``None``: there is none, or it is no plain file."""
    new: bytes | None
    """``None``: it goes."""
    whose: Whose


def compare(folder: Path, wanted: Mapping[str, str], possible: Iterable[str]) -> list[Change]:
    """What an installation of these files would change.

    Args:
        folder: the directory of services.
        wanted: what should lie there.
        possible: names of files of ours that should not be there unless they are wanted; one that is somebody
            else's is no concern of ours.

    Raises:
        ServiceError: a file cannot be read.
    """
    found = [_compared(folder, name, text.encode()) for name, text in wanted.items()]
    found += [_compared(folder, name, None) for name in possible if name not in wanted]
    return [change for change in found if change is not None]


def _compared(folder: Path, name: str, new: bytes | None) -> Change | None:
    path = folder / name
    try:
        old = files.read_regular(path, LARGEST)
    except FileNotFoundError:
        return None if new is None else Change(name=name, old=None, new=new, whose="ours")
    except OSError as error:
        raise ServiceError(f"cannot read {path}: {error.strerror}", "Check its rights.") from error
    whose: Whose = "foreign" if old is None else marking.whose(old)
    if old == new or (new is None and whose == "foreign"):
        return None
    return Change(name=name, old=old, new=new, whose=whose)


def told(changes: Iterable[Change]) -> list[str]:
    """The changes as the lines of a unified diff, without our mark, which differs whenever anything does."""
    changes = list(changes)
    before = {change.name: marking.unmarked(change.old) for change in changes if change.old is not None}
    after = {change.name: marking.unmarked(change.new) for change in changes if change.new is not None}
    return [line for lines in difference.between(before, after).values() for line in lines]


def apply(folder: Path, changes: Iterable[Change]) -> list[Path]:
    """Write and remove files, each as a whole. What is not as we wrote it is kept beside its place.

    Returns:
        Where it is kept.

    Raises:
        ServiceError: a file cannot be written or removed; those before it are.
    """
    kept = []
    for change in changes:
        path = folder / change.name
        try:
            files.make_private(path.parent)
            if change.whose != "ours":
                aside = _free(path)
                path.rename(aside)
                kept.append(aside)
            if change.new is not None:
                files.write_atomic(path, change.new, MODE)
            else:
                path.unlink(missing_ok=True)
                _leave(folder, path)
        except OSError as error:
            raise ServiceError(
                f"cannot change {path}: {error.strerror}", "Check the rights of its directory."
            ) from error
    return kept


def _leave(folder: Path, path: Path) -> None:
    """The drop-in's own directory goes with it, unless drop-ins of others lie there."""
    if path.parent != folder:
        with suppress(OSError):
            path.parent.rmdir()


def _free(path: Path) -> Path:
    """A name beside it that no supervisor reads and nobody uses."""
    names = (path.with_name(f"{path.name}.bak{number or ''}") for number in range(1_000))
    return next(name for name in names if not name.exists() and not name.is_symlink())
