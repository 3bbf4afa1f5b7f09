"""Looks over a memory with all that is known of it: the one place of governance that reads anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from dreamd import clock, governance, ledger, registry, state
from dreamd.memory import store

if TYPE_CHECKING:
    from dreamd.faults import Fault
    from dreamd.governance import Check, Snapshot
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places


def findings(places: Places, workspace: Workspace, search: str, now_ns: int) -> tuple[Fault, ...]:
    """All that is wrong with a memory, gravest first; what a person settled is left out. Nothing is changed.

    Args:
        places: our own.
        workspace: whose memory.
        search: PATH, to find git.
        now_ns: now.

    Raises:
        StoreError: the memory or our own state cannot be read.
    """
    return judged(snapshot(places, workspace, search, now_ns), frozenset())


def judged(seen: Snapshot, settled: frozenset[str]) -> tuple[Fault, ...]:
    """What the whole shelf finds."""
    return governance.findings(cast("list[Check]", registry.entries(governance, "CHECK")), seen, settled)


def snapshot(places: Places, workspace: Workspace, search: str, now_ns: int) -> Snapshot:
    """The memory as it is now, with what is known of it.

    Raises:
        StoreError: the memory or our own state cannot be read.
    """
    held = store.read(workspace)
    with state.database(places.database, look=True) as db:
        own, rests = ledger.statements(db, workspace.name), ledger.all_evidence(db, workspace.name)
    return governance.snapshot(workspace, held.bytes, clock.date(now_ns), own=own, evidence=rests)
