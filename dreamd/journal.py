"""The note that lets a crash be put right: what was there before, and how far the attempt came."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from dreamd import codec, files, lock, recording
from dreamd.errors import StoreError
from dreamd.lock import Stamp
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "journal.json"


class Journal(Record, frozen=True):
    """One attempt in flight."""

    dream_id: str
    workspace: str
    lock: Path
    """The lock file that was moved."""
    prior: Stamp
    """The lock file before."""
    ours: Stamp
    """The lock file while the attempt runs; the same as ``prior`` for a step that is no dream."""
    made: tuple[Path, ...] = ()
    """Directories that were made for the lock file, outermost first."""
    phase: Literal["started", "commit"] = "started"
    rest: msgspec.Raw = msgspec.Raw(b"null")
    """From ``commit`` on: all that remains to be done (``commit.Rest``)."""


DECODER = codec.decoder(Journal)


def write(runs: Path, journal: Journal) -> None:
    """Make the journal durable; replaces the attempt's earlier phase as a whole.

    Raises:
        StoreError: it could not be written; nothing was moved yet.
    """
    folder, new = runs / journal.dream_id, runs / f"{files.TEMPORARY}{os.getpid()}-{journal.dream_id}"
    try:
        if folder.exists():
            files.write_atomic(folder / NAME, codec.encode(journal))
        else:
            # The folder appears with its journal in it, so an empty folder is always one that is over.
            files.make_private(new)
            files.write_new(new / NAME, codec.encode(journal))
            files.sync_directory(new)
            new.rename(folder)
        files.sync_directory(runs)
    except OSError as error:
        raise StoreError(
            f"cannot write the journal in {folder}: {error.strerror}", "Check the disk and its rights."
        ) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def close(runs: Path, dream_id: str) -> None:
    """The attempt is over, one way or the other; a journal that a power cut brings back is closed once more.

    Raises:
        StoreError: it could not be removed; the next command closes it.
    """
    path = runs / dream_id / NAME
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot remove the journal {path}: {error.strerror}", "Check the disk and its rights."
        ) from error
    with suppress(OSError):
        files.sync_directory(path.parent)


def drop(runs: Path, dream_id: str) -> None:
    """Remove an attempt's folder, but for its record, which goes in its own time (``recording.prune``)."""
    folder = runs / dream_id
    for path in folder.glob("*"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != recording.NAME:
            with suppress(OSError):
                path.unlink()
    files.remove_empty((folder,))


def sweep(runs: Path) -> None:
    """Remove what killed processes left here: folders they were making, and folders that are over."""
    for folder in runs.glob("*"):
        if not folder.name.startswith(files.TEMPORARY):
            files.remove_empty((folder,))
        elif lock.left_behind(folder.name):
            shutil.rmtree(folder, ignore_errors=True)


def pending(runs: Path, workspace: str) -> Iterator[Journal]:
    """Journals of this workspace that nobody closed, oldest first.

    Raises:
        StoreError: one of them is not readable.
    """
    for path in sorted(runs.glob(f"*/{NAME}")):
        if path.parent.name.startswith(files.TEMPORARY):
            continue
        try:
            journal = DECODER.decode(path.read_bytes())
        except FileNotFoundError:
            continue
        except (OSError, msgspec.DecodeError) as error:
            raise StoreError(
                f"cannot read the journal {path}: {error}", f"Move {path.parent} away and try again."
            ) from error
        if journal.workspace == workspace:
            yield journal
