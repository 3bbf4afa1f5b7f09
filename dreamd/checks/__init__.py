"""The shelf of checks: what must hold of a memory before it is published, each pure over snapshots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.records import Finding, Quote


@dataclass(frozen=True, slots=True)
class Candidate:
    """A staged copy that asks to be published."""

    workspace: Workspace
    before: Mapping[str, bytes]
    """File name -> bytes, as read."""
    after: Mapping[str, bytes]
    own: frozenset[str]
    """Keys of the entries (``memory.entry.key``) and index lines (``memory.index.key``) that dreamd wrote before."""
    evidence: Mapping[str, tuple[Quote, ...]]
    """Key of each new or changed entry -> what it rests on, already found in its row by the run."""
    by_hand: bool = False
    """A person makes the step: it may begin people's files and add to them."""
    named: frozenset[str] = frozenset()
    """Keys of the entries that this person named: they may go, whoever wrote them."""
    split: str = ""
    """The file that this person has split: what stood there may stand in other files, word for word."""


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of publishing."""

    name: str
    run: Callable[[Candidate], Iterable[Finding]]
