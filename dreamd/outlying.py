"""Finds files that hold purged statements and that a purge does not change: agents' parts, skills, their copies."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import expunging, skills
from dreamd.instructions import NAMES
from dreamd.memory import store
from dreamd.memory.layout import LOCK_NAME, STAGING
from dreamd.skills import FOLDER, homes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.purged import Finder

HOMES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME")
"""Where an agent's settings lie, if its person chose."""


def holding(places: Places, spaces: Iterable[Workspace], finder: Finder) -> list[str]:
    """Every such file in which they stand, whatever stands between the words.

    Looked into are: all that lies beside a memory (what single agents are told, skills, pages of other kinds), the
    shelves of skills and the copies that agents have of them, the files of instructions, and our settings.
    """
    chosen = list(spaces)
    looked = dict.fromkeys((*_beside(places, chosen), *_skills(places, chosen), *_told(places, chosen), places.config))
    return [str(path) for path in looked if _holds(finder, path)]


def _beside(places: Places, spaces: Iterable[Workspace]) -> Iterator[Path]:
    """What lies in a memory's directories and is no part of what is read of it, and so was not cleaned."""
    cleaned = {store.place(space, name) for space in spaces for name in store.read(space).files}
    for top in dict.fromkeys((*(space.root for space in spaces), places.workspaces)):
        yield from (path for path in _below(top) if path not in cleaned and path.name != LOCK_NAME)


def _skills(places: Places, spaces: Iterable[Workspace]) -> Iterator[Path]:
    shelves = [homes.place(home, places) for home in homes.HOMES]
    for space in spaces:
        shelves += [skills.personal(places, space), space.project / ".claude" / FOLDER]
    for shelf in dict.fromkeys(path for path in shelves if path.is_absolute()):
        yield from _below(shelf)


def _told(places: Places, spaces: Iterable[Workspace]) -> Iterator[Path]:
    """What agents are told anyway."""
    chosen = (Path(named) for name in HOMES if (named := places.environment.get(name)))
    agents = ((places.home / home.mark, homes.place(home, places).parent) for home in homes.HOMES)
    projects = (space.project for space in spaces if space.project.is_absolute())
    for folder in (*projects, *(path for pair in agents for path in pair), *chosen):
        yield from (folder / name for name in NAMES)


def _below(top: Path) -> Iterator[Path]:
    """The files below a directory; links inside are not followed."""
    for place, folders, names in os.walk(top.resolve()):
        folders[:] = sorted(set(folders) - {STAGING})
        yield from (Path(place) / name for name in sorted(names))


def _holds(finder: Finder, path: Path) -> bool:
    with suppress(OSError):
        return path.is_file() and expunging.holds(finder, path)
    return False
