"""Walks the directories of transcripts entry by entry, so that what cannot be read costs nothing else."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.sources import Damaged

if TYPE_CHECKING:
    from collections.abc import Container

FILE, DIRECTORY = stat.S_IFREG, stat.S_IFDIR


def chosen(home: Path, setting: str) -> list[Path]:
    """The directories that a variable names: one, or several with commas between; relative ones lie below the home."""
    whole = Path(home, setting)
    return [whole] if whole.is_dir() else [Path(home, part.strip()) for part in setting.split(",") if part.strip()]


def entries(directory: Path, damaged: list[Damaged]) -> list[os.DirEntry[str]]:
    """What lies in the directory, by name; nothing where it is missing or cannot be read."""
    try:
        with os.scandir(directory) as found:
            return sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        damaged.append(Damaged(directory, error.strerror or str(error)))
        return []


def first_met(
    entry: os.DirEntry[str], kinds: Container[int], met: set[tuple[int, int]], damaged: list[Damaged]
) -> os.stat_result | None:
    """The status of what the entry leads to, where it is of these kinds and new here.

    Args:
        entry: a file, a directory, or a link to one.
        kinds: of ``FILE`` and ``DIRECTORY``.
        met: device and inode of what was met before; filled in.
        damaged: told of what cannot be looked at.
    """
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
    if stat.S_IFMT(status.st_mode) not in kinds or identity in met:
        return None
    met.add(identity)
    return status
