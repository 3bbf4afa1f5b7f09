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

NAME = "pi"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``PI_CODING_AGENT_SESSION_DIR`` moves the sessions, ``PI_CODING_AGENT_DIR`` all of pi's."""
    if places.environment.get("PI_CODING_AGENT_SESSION_DIR"):
        return [walking.place(places, "PI_CODING_AGENT_SESSION_DIR", "")]
    return [walking.place(places, "PI_CODING_AGENT_DIR", ".pi/agent") / "sessions"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. In a directory of the person's choice the files may lie side by side."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        for pattern in ("*/*.jsonl", "*.jsonl"):
            for found in walking.below(root, pattern, walk):
                # <time>_<id>: the id comes first in references, and its beginning is what they keep
                yield walking.transcript(NAME, found.name.removesuffix(".jsonl").rpartition("_")[2], found)
