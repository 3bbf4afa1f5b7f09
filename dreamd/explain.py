"""Leads from an entry back to the very words it rests on, also when their transcript is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import ledger, redact
from dreamd.memory import contents
from dreamd.memory import entry as entries
from dreamd.records import Quote, Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot
    from dreamd.records import Entry


ODD = "surrogateescape"


class Explained(Record, frozen=True):
    """One entry with its evidence; the fields are the JSON keys of ``why`` (cli.md)."""

    workspace: str
    topic: str
    text: str
    evidence: tuple[Quote, ...]
    archived: str = ""
    """Date it was retired; empty while it stands."""


def matching(db: sqlite3.Connection, workspace: Workspace, snapshot: Snapshot, query: str) -> list[Explained]:
    """Entries, standing and archived, that hold every word of the query, whatever the case; no secret is shown."""
    words = entries.fold(query).split()
    return [
        Explained(
            workspace=workspace.name,
            topic=stem,
            text=entry.text,
            evidence=ledger.evidence(db, workspace.name, entries.key(entry)),
            archived=entry.archived,
        )
        for stem, entry in _all(workspace, snapshot)
        if all(word in entries.fold(f"{entry.text} {entry.why} {entry.how}") for word in words)
    ]


def _all(workspace: Workspace, snapshot: Snapshot) -> Iterator[tuple[str, Entry]]:
    files = {
        name: redact.redact(data.decode("utf-8", ODD)).encode("utf-8", ODD) for name, data in snapshot.bytes.items()
    }
    for held in (contents.topics(workspace, files), contents.archives(workspace, files)):
        yield from ((one.name, item) for one in held.values() for item in one.entries)
