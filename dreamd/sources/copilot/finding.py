"""Finds the sessions' files by stat alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import walking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged

NAME = "copilot"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``COPILOT_HOME`` takes the place of ``~/.copilot``."""
    return [walking.place(places, "COPILOT_HOME", ".copilot") / "session-state"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A flat file (before 1.0.11) that became a directory is left out."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        moved = set()
        for found in walking.below(root, "*/events.jsonl", walk):
            moved.add(found.path.parent.name)
            yield walking.transcript(NAME, found.path.parent.name, found)
        for found in walking.below(root, "*.jsonl", walk):
            session = found.name.removesuffix(".jsonl")
            if session not in moved:
                yield walking.transcript(NAME, session, found)
