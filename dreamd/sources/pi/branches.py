"""Tells which entries of a session lie on the branch that the person stayed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.sources.pi.row import Row


def followed(rows: Iterable[Row]) -> set[str] | None:
    """The ids from the last entry back to the first; ``None`` where all entries count.

    Each entry names the one it follows. Whoever goes back goes on from an earlier entry, and leaves a branch behind.
    Where nothing branches, or the chain is broken, all count.
    """
    parents: dict[str, str | None] = {}
    header = last = None
    for row in rows:
        if row.type == "session":
            header = row.id
        elif row.id:  # some name the header as the first entry's parent
            parents[row.id], last = None if row.parent_id == header else row.parent_id, row.id
    ends = parents.keys() - set(parents.values())
    if len(ends) <= 1:
        return None
    found: set[str] = set()
    while last is not None:
        if last not in parents or last in found:
            return None
        found.add(last)
        last = parents[last]
    return found
