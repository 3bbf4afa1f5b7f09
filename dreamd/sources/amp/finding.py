"""Finds the threads' files by stat alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import walking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged

NAME = "amp"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``."""
    return [walking.place(places, "XDG_DATA_HOME", ".local/share") / "amp" / "threads"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        for found in walking.anywhere(root, "T-*.json", walk):
            yield walking.transcript(NAME, found.name.removesuffix(".json"), found)
