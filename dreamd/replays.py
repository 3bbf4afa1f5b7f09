"""The records of dreams that are kept, newest first: whose they are, how they ended, what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import recording, spending
from dreamd.errors import ConfigError
from dreamd.recording import Answered, Ended
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

NAMED = 10
"""Ids in one line."""


class Kept(Record, frozen=True):
    """One record."""

    id: str
    time: str
    """Of the first prompt."""
    workspace: str
    """Empty where the dream came to no end."""
    outcome: str
    reason: str
    usd: float
    """Of an interrupted dream, what was set aside for its prompts under way too."""
    answered: bool
    """At least one prompt was."""


def folders(runs: Path) -> list[Path]:
    """The folders that hold a record, newest first."""
    found = [(path.lstat().st_mtime_ns, path.parent) for path in runs.glob(f"*/{recording.NAME}")]
    return [folder for _, folder in sorted(found, reverse=True)]


def kept(db: sqlite3.Connection, folder: Path) -> Kept:
    """What a record tells in short.

    Raises:
        OSError: it cannot be read.
    """
    entries = list(recording.read(folder))
    time = entries[0].time if entries else ""
    usd, answered = spending.of(db, folder.name), any(isinstance(entry, Answered) for entry in entries)
    last = entries[-1] if entries else None
    dream = last.dream if isinstance(last, Ended) else None
    return Kept(
        id=folder.name,
        time=time,
        workspace=dream.workspace if dream else "",
        outcome=dream.outcome if dream else "interrupted",
        reason=dream.reason if dream else "",
        usd=usd,
        answered=answered,
    )


def find(runs: Path, wanted: str) -> Path:
    """The folder of the record whose id is, or alone starts with, ``wanted``.

    Raises:
        ConfigError: there is none, or several could be meant.
    """
    every = folders(runs)
    found = [folder for folder in every if folder.name.startswith(wanted)]
    exact = [folder for folder in found if folder.name == wanted]
    if len(exact or found) == 1:
        return (exact or found)[0]
    named = ", ".join(folder.name for folder in (found or every)[:NAMED])
    if found:
        raise ConfigError(f"{len(found)} records of dreams start with {wanted!r}", f"Newest first: {named}.")
    known = f"Newest first: {named}." if named else "There are none yet; dreams without a model have none."
    raise ConfigError(f"no record of a dream starts with {wanted!r}", known)
