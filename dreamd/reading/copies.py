"""Keeps a copy of each session as lines in our own directory, and no copy of one that its owner deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import files

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

LONGEST = 128
"""Characters of an id that names a file."""


def place(folder: Path, session: str) -> Path:
    """Where the session's copy lies; ids are names of files only where they are plain, and not too long for one."""
    usable = len(session) <= LONGEST and session.isascii() and session.replace("_", "").isalnum()
    plain = session if usable else files.sha256(session.encode())
    return folder / f"{plain}.jsonl"


def lay(folder: Path, session: str, data: bytes) -> Path:
    """Make the copy hold the data: what is new is put behind what stands, so that its reader finds its place again.

    Raises:
        OSError: it could not be written.
    """
    path = place(folder, session)
    old = path.read_bytes() if path.exists() else None
    if old is None or not data.startswith(old):
        files.write_atomic(path, data)
    elif len(data) > len(old):
        with path.open("ab") as handle:
            handle.write(data[len(old) :])
    return path


def prune(folder: Path, kept: Container[Path]) -> None:
    """Remove the copies of sessions that are gone.

    Raises:
        OSError: one could not be removed.
    """
    for path in folder.glob("*.jsonl"):
        if path not in kept:
            path.unlink()
