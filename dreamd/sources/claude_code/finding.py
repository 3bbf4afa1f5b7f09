"""Finds the sessions' files by stat alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.records import Transcript
from dreamd.sources import Damaged
from dreamd.sources.claude_code.thread import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places

SUFFIX = ".jsonl"
AGENT = "agent-"
"""Subagents' files stood beside the sessions until 2.1.1x; now they have folders of their own."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``CLAUDE_CONFIG_DIR`` may name several directories, with commas between."""
    chosen = places.environment.get("CLAUDE_CONFIG_DIR")
    if not chosen:
        config = Path(places.environment.get("XDG_CONFIG_HOME") or places.home / ".config")
        return [places.home / ".claude" / "projects", config / "claude" / "projects"]
    whole = Path(places.home, chosen)
    parts = (
        [whole] if whole.is_dir() else [Path(places.home, part.strip()) for part in chosen.split(",") if part.strip()]
    )
    return [part / "projects" for part in parts]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Links are followed one by one; what is met by two ways is given once."""
    met: set[tuple[int, int]] = set()
    for root in roots(places):
        for project in _entries(root, damaged):
            if _first_met(project, stat.S_IFDIR, met, damaged):
                for entry in _entries(Path(project.path), damaged):
                    transcript = _transcript(entry, met, damaged)
                    if transcript:
                        yield transcript


def _transcript(entry: os.DirEntry[str], met: set[tuple[int, int]], damaged: list[Damaged]) -> Transcript | None:
    if not entry.name.endswith(SUFFIX) or entry.name.startswith(AGENT):
        return None
    path = Path(os.path.realpath(entry.path))
    status = _first_met(entry, stat.S_IFREG, met, damaged)
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


def _entries(directory: Path, damaged: list[Damaged]) -> list[os.DirEntry[str]]:
    """What lies in the directory, by name; nothing where it is missing or cannot be read."""
    try:
        with os.scandir(directory) as found:
            return sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        damaged.append(Damaged(directory, error.strerror or str(error)))
        return []


def _first_met(
    entry: os.DirEntry[str], kind: int, met: set[tuple[int, int]], damaged: list[Damaged]
) -> os.stat_result | None:
    """The status of what the entry leads to, where it is of the kind and new here."""
    try:
        status = entry.stat()
        entry.name.encode()
    except FileNotFoundError:
        return None
    except UnicodeEncodeError:
        damaged.append(Damaged(Path(entry.path).parent, f"a name in it is not UTF-8: {entry.name!a}"))
        return None
    except OSError as error:
        damaged.append(Damaged(Path(entry.path), error.strerror or str(error)))
        return None
    identity = (status.st_dev, status.st_ino)
    if stat.S_IFMT(status.st_mode) != kind or identity in met:
        return None
    met.add(identity)
    return status
