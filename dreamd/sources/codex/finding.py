"""Finds the rollouts by stat alone, each session once: an archived or compressed copy gives way to the one in use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.reading import walking
from dreamd.sources import Damaged
from dreamd.sources.codex import packing
from dreamd.sources.codex.thread import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript

ACTIVE, ARCHIVED = "sessions", "archived_sessions"
ROLLOUT = re.compile(r"(rollout-.+)\.jsonl(?:\.zst)?")
IDENTITY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
"""How a rollout's name ends, as a rule."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``CODEX_HOME`` may name several directories, with commas between."""
    chosen = walking.chosen(places.home, places.environment.get("CODEX_HOME") or ".codex")
    return [part / name for name in (ACTIVE, ARCHIVED) for part in chosen]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A compressed session that cannot be read here is reported as damage."""
    found: dict[str, list[tuple[tuple[bool, bool], Transcript]]] = {}
    walk = walking.Walk(damaged)
    for root in roots(places):
        for transcript in _rollouts(root, walk):
            rank = (root.name == ARCHIVED, packing.packed(transcript.path))
            found.setdefault(transcript.session, []).append((rank, transcript))
    for copies in found.values():
        best = min(rank for rank, _ in copies)
        for transcript in [transcript for rank, transcript in copies if rank == best]:
            if packing.packed(transcript.path) and packing.library() is None:
                damaged.append(Damaged(transcript.path, packing.MISSING))
            else:
                yield transcript


def _rollouts(root: Path, walk: walking.Walk) -> Iterator[Transcript]:
    """Those below the root: in folders of years, months and days, or flat."""
    for found in walking.anywhere(root, "rollout-*", walk):
        if named := ROLLOUT.fullmatch(found.name):
            identity = IDENTITY.search(named[1])
            yield walking.transcript(NAME, identity[0] if identity else named[1], found)
