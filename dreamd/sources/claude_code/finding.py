"""Finds the sessions' files by stat alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.reading import walking
from dreamd.sources.claude_code.thread import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged

AGENT = "agent-"
"""Subagents' files stood beside the sessions until 2.1.1x; now they have folders of their own."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``CLAUDE_CONFIG_DIR`` may name several directories, with commas between."""
    chosen = places.environment.get("CLAUDE_CONFIG_DIR")
    if not chosen:
        config = Path(places.environment.get("XDG_CONFIG_HOME") or places.home / ".config")
        return [places.home / ".claude" / "projects", config / "claude" / "projects"]
    return [part / "projects" for part in walking.chosen(places.home, chosen)]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Links are followed one by one; what is met by two ways is given once."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        for found in walking.below(root, "*/*.jsonl", walk):
            subagent = AGENT in found.location and found.own_name.startswith(AGENT)
            if not subagent and not found.name.startswith(AGENT):
                yield walking.transcript(NAME, found.name.removesuffix(".jsonl"), found)
