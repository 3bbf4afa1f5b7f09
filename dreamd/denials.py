"""Proposals that a person denied: they are not made again. They stand among the rejections, without their words."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from dreamd.ledger import DENIED, Rejection
from dreamd.memory.entry import fold

if TYPE_CHECKING:
    import sqlite3


def key(kind: str, text: str) -> str:
    """What such a proposal is known by: its kind, and a hash of the statement, spelling aside."""
    return f"{kind}:{hashlib.blake2b(fold(text).encode(), digest_size=8).hexdigest()}"


def rejection(kind: str, text: str, now_ns: int) -> Rejection:
    """The record of a denial, as a settlement takes it."""
    return Rejection(key=key(kind, text), text="", source=DENIED, session=kind, since_ns=now_ns)


def keys(db: sqlite3.Connection, workspace: str) -> frozenset[str]:
    """Keys of all that was denied here."""
    rows = db.execute("SELECT key FROM rejected WHERE workspace = ? AND source = ?", (workspace, DENIED))
    return frozenset(str(row[0]) for row in rows)
