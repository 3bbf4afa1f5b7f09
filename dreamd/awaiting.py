"""What dreams in review mode proposed, and no person has decided yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import codec
from dreamd.memory.entry import fold
from dreamd.records import Operation, Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable


class Proposal(Record, frozen=True):
    """One operation that waits."""

    workspace: str
    dream: str
    """Id of the dream that proposes it."""
    number: int
    """From 1, within that dream."""
    operation: Operation
    since_ns: int

    @property
    def id(self) -> str:
        """What people call it by: ``3f2a9c01.2``."""
        return f"{self.dream}.{self.number}"


def add(db: sqlite3.Connection, workspace: str, dream: str, operations: Iterable[Operation], now_ns: int) -> None:
    """Have the operations wait, in the caller's transaction; doing so twice is doing it once.

    What waits already, by an earlier dream, gets the new evidence and waits once.
    """
    pending = {_same(item.operation): item for item in waiting(db, workspace) if item.dream != dream}
    for number, operation in enumerate(operations, 1):
        known = pending.get(_same(operation))
        if known:
            quotes = tuple(dict.fromkeys((*known.operation.evidence, *operation.evidence)))
            _put(db, msgspec.structs.replace(known, operation=msgspec.structs.replace(operation, evidence=quotes)))
        else:
            _put(db, Proposal(workspace=workspace, dream=dream, number=number, operation=operation, since_ns=now_ns))


def _same(operation: Operation) -> tuple[object, ...]:
    words = (fold(operation.entry), fold(operation.text), operation.title, *operation.entries)
    return (operation.op, operation.topic, operation.into, *words)


def _put(db: sqlite3.Connection, proposal: Proposal) -> None:
    operation = codec.encode(proposal.operation).decode()
    row = (proposal.workspace, proposal.dream, proposal.number, operation, proposal.since_ns)
    db.execute("INSERT OR REPLACE INTO proposals VALUES (?, ?, ?, ?, ?)", row)


def waiting(db: sqlite3.Connection, workspace: str) -> list[Proposal]:
    """All that waits here, oldest first, in the order in which each dream made them."""
    query = "SELECT * FROM proposals WHERE workspace = ? ORDER BY since_ns, dream, number"
    rows = [dict(row) for row in db.execute(query, (workspace,))]
    return [codec.convert(row | {"operation": msgspec.json.decode(row["operation"])}, Proposal) for row in rows]


def drop(db: sqlite3.Connection, workspace: str, decided: Iterable[tuple[str, int]]) -> None:
    """Have these wait no longer, in the caller's transaction."""
    query = "DELETE FROM proposals WHERE workspace = ? AND dream = ? AND number = ?"
    db.executemany(query, [(workspace, dream, number) for dream, number in decided])
