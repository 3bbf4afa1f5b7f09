"""Skills between which agents cannot choose, or that name a tool which does not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.faults import Fault
from dreamd.governance import Check
from dreamd.skills import lint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot

NAME = "skills"
TELLING = frozenset({"overlap", "tools"})
"""Of all that the lint of skills says, what makes agents fail."""


def run(seen: Snapshot) -> Iterator[Fault]:
    """Ask the lint of skills (``dreamd skills check`` tells the rest)."""
    if seen.tools is None:
        return
    for found in lint.findings(seen.pages, seen.tools):
        if found.check in TELLING and found.severity == "blocking":
            yield Fault(
                check=NAME,
                severity="warning",
                file=found.file,
                text=found.text,
                line=found.line,
                proposal=found.proposal.rstrip("."),
            )


CHECK = Check(name=NAME, title="Skills", run=run)
