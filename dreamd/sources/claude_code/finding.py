"""Finds the sessions' files by stat alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import directories
from dreamd.records import Transcript
from dreamd.sources.claude_code.thread import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from dreamd.sources import Damaged

SUFFIX = ".jsonl"
AGENT = "agent-"
"""Subagents' files stood beside the sessions until 2.1.1x; now they have folders of their own."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``CLAUDE_CONFIG_DIR`` may name several directories, with commas between."""
    chosen = places.environment.get("CLAUDE_CONFIG_DIR")
    if not chosen:
        config = Path(places.environment.get("XDG_CONFIG_HOME") or places.home / ".config")
        return [places.home / ".claude" / "projects", config / "claude" / "projects"]
    return [part / "projects" for part in directories.chosen(places.home, chosen)]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Links are followed one by one; what is met by two ways is given once."""
    met: set[tuple[int, int]] = set()
    for root in roots(places):
        for project in directories.entries(root, damaged):
            if directories.first_met(project, (directories.DIRECTORY,), met, damaged):
                for entry in directories.entries(Path(project.path), damaged):
                    transcript = _transcript(entry, met, damaged)
                    if transcript:
                        yield transcript


def _transcript(entry: os.DirEntry[str], met: set[tuple[int, int]], damaged: list[Damaged]) -> Transcript | None:
    if not entry.name.endswith(SUFFIX) or entry.name.startswith(AGENT):
        return None
    path = Path(os.path.realpath(entry.path))
    status = directories.first_met(entry, (directories.FILE,), met, damaged)
    if status is None or path.name.startswith(AGENT):
        return None
    return Transcript(
        source=NAME,
        session=entry.name.removesuffix(SUFFIX),
        path=path,
        size=status.st_size,
        inode=status.st_ino,
        mtime_ns=status.st_mtime_ns,
    )
