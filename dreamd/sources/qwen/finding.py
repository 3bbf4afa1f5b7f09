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

NAME = "qwen"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``QWEN_RUNTIME_DIR`` moves what is written at work, ``QWEN_HOME`` all of Qwen Code's."""
    moved = "QWEN_RUNTIME_DIR" if places.environment.get("QWEN_RUNTIME_DIR") else "QWEN_HOME"
    return [walking.place(places, moved, ".qwen") / "projects"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Of a session that is archived and taken up again, the archived file is left out."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        active = set()
        for pattern in ("*/chats/*.jsonl", "*/chats/archive/*.jsonl"):
            for found in walking.below(root, pattern, walk):
                if found.own_name not in active:
                    active.add(found.own_name)
                    yield walking.transcript(NAME, found.name.removesuffix(".jsonl"), found)
