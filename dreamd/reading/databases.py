"""Reads a database, from a copy of it that is our own."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TRIES = 3
TAILS = ("", "-wal")
DIGITS = 18
"""What has more is no time of anybody's; Python makes no number of some thousands."""


def stamp(database: Path) -> str:
    """What changes when somebody writes to the database: size and time of its file, and of its log's.

    Raises:
        OSError: there is no such file.
    """
    found = [database.stat(), *[path.stat() for path in [_beside(database, "-wal")] if path.exists()]]
    return " ".join(f"{status.st_ino}:{status.st_size}:{status.st_mtime_ns}" for status in found)


def copied(database: Path, copy: Path) -> None:
    """Make a copy of the database and its log, as both were at one moment.

    The log holds what was written last. The owner's files are read as bytes: opening them as a database would write
    beside them.

    Raises:
        OSError: a file cannot be read or written, or the database changes all the time.
    """
    for _ in range(TRIES):
        before = stamp(database)
        remove(copy)
        for tail in TAILS:
            if _beside(database, tail).exists():
                shutil.copyfile(_beside(database, tail), _beside(copy, tail))
                _beside(copy, tail).chmod(0o600)
        if stamp(database) == before:
            return
    raise OSError(errno.EBUSY, "it is being written all the time")


def remove(copy: Path) -> None:
    """Leave nothing of the copy."""
    for tail in (*TAILS, "-shm"):
        _beside(copy, tail).unlink(missing_ok=True)


@contextmanager
def opened(copy: Path) -> Iterator[sqlite3.Connection]:
    """The copy, which nothing in it makes do more than be read.

    Raises:
        OSError: it is no database, or another one.
    """
    try:
        with closing(sqlite3.connect(copy)) as db:
            db.row_factory = sqlite3.Row
            db.text_factory = lambda data: data.decode("utf-8", "replace")
            for setting in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
                db.execute(f"PRAGMA {setting}")
            yield db
    except sqlite3.Error as error:
        raise OSError(errno.EINVAL, str(error)) from error


def tables(db: sqlite3.Connection) -> set[str]:
    """The names of its tables."""
    return {row["name"] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def field(row: sqlite3.Row, name: str) -> str:
    """A column as text; empty where this version has none."""
    return str(row[name] or "") if name in row.keys() else ""  # noqa: SIM118 (a row is no mapping)


def whole(row: sqlite3.Row, name: str) -> int:
    """A column as a whole number; zero where it is none, or one too long."""
    text = field(row, name)
    return int(text) if text.isdecimal() and len(text) <= DIGITS else 0


def _beside(database: Path, tail: str) -> Path:
    return database.with_name(database.name + tail)
