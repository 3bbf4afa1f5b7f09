"""Finds files below a directory by stat alone."""

from __future__ import annotations

import fnmatch
import os
import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

import msgspec

from dreamd.records import Transcript
from dreamd.sources import Damaged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.paths import Places

NAME = attrgetter("name")


@dataclass(slots=True)
class Walk:
    """What one search met, so that what is reached by two ways is given once."""

    damaged: list[Damaged]
    """Places that could not be read; each stands here once."""
    met: dict[tuple[int, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """Device and way -> inodes."""


class Found(msgspec.Struct, frozen=True, gc=False):
    """A plain file."""

    name: str
    """As its directory has it; a link's own."""
    location: str
    """With all links resolved."""
    status: os.stat_result

    @property
    def own_name(self) -> str:
        """As its own directory has it, where ``name`` may be a link's."""
        return self.location.rpartition("/")[2]

    @property
    def path(self) -> Path:
        """The same; made when it is asked for, since most files of a look are known and unchanged."""
        return Path(self.location)


def below(root: Path, pattern: str, walk: Walk) -> Iterator[Found]:
    """The files below the root that a pattern such as ``*/chats/*.jsonl`` leads to, by name.

    A missing root has none. Links are followed one by one, and a loop ends.
    """
    return _below(os.path.realpath(root), pattern, walk)


def _below(directory: str, pattern: str, walk: Walk) -> Iterator[Found]:
    part, _, rest = pattern.partition("/")
    entries = _entries(directory, part, walk)
    while entries:
        entry = entries.pop()
        if not rest:
            if status := _first_met(entry, "", walk):
                yield Found(entry.name, os.path.realpath(entry.path) if entry.is_symlink() else entry.path, status)
        elif _first_met(entry, pattern, walk):
            yield from _below(_resolved(entry), rest, walk)


def anywhere(root: Path, pattern: str, walk: Walk) -> Iterator[Found]:
    """The files of such a name in the root and in all the folders below it, see ``below``."""
    with suppress(OSError):  # a link below it may lead back
        status = root.stat()
        walk.met[status.st_dev, pattern].add(status.st_ino)
    yield from _anywhere(os.path.realpath(root), pattern, walk)


def _anywhere(directory: str, pattern: str, walk: Walk) -> Iterator[Found]:
    named, entries = _named(pattern), _entries(directory, "*", walk)
    while entries:
        entry = entries.pop()
        status = _first_met(entry, "", walk) if named(entry.name) else None
        if status:
            yield Found(entry.name, _resolved(entry), status)
        elif (entry.is_symlink() or entry.is_dir()) and _first_met(entry, pattern, walk):
            yield from _anywhere(_resolved(entry), pattern, walk)


def chosen(home: Path, setting: str) -> list[Path]:
    """The directories that a variable names: one, or several with commas between; relative ones lie below the home."""
    whole = Path(home, setting)
    return [whole] if whole.is_dir() else [Path(home, part.strip()) for part in setting.split(",") if part.strip()]


def place(places: Places, variable: str, otherwise: str) -> Path:
    """The directory that the variable names, below the home where it is relative; else that one of the home."""
    named = places.environment.get(variable, "").strip()
    return places.home / (named.removeprefix("~/") or otherwise)


def transcript(source: str, session: str, found: Found, cwd: str = "") -> Transcript:
    """The file as a session of the source."""
    status = found.status
    return Transcript(
        source=source,
        session=session,
        location=found.location,
        size=status.st_size,
        inode=status.st_ino,
        mtime_ns=status.st_mtime_ns,
        cwd=cwd,
    )


@cache
def _named(pattern: str) -> Callable[[str], object]:
    tail = pattern.removeprefix("*")
    if len(tail) < len(pattern) and not set(tail) & set("*?["):
        return lambda name: name.endswith(tail)
    return re.compile(fnmatch.translate(pattern)).match


def _resolved(entry: os.DirEntry[str]) -> str:
    """With all links resolved: those of its directory are, so one that is no link has nothing more to resolve."""
    return os.path.realpath(entry.path) if entry.is_symlink() else entry.path


def _entries(directory: str, pattern: str, walk: Walk) -> list[os.DirEntry[str]]:
    """What lies in the directory under such a name, the last name first; nothing where it is missing or unreadable.

    To be taken from its end, and let go of: each entry keeps its status, and there may be very many.
    """
    named = _named(pattern)
    try:
        with os.scandir(directory) as found:
            return sorted([entry for entry in found if named(entry.name)], key=NAME, reverse=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        _note(walk, Path(directory), error.strerror or str(error))
        return []


def _first_met(entry: os.DirEntry[str], way: str, walk: Walk) -> os.stat_result | None:
    """The status of what the entry leads to, where it is new here: a directory that leads on, or a plain file."""
    try:
        status, name = entry.stat(), entry.name
        if not name.isascii():
            name.encode()
    except FileNotFoundError:
        return None
    except UnicodeEncodeError:
        _note(walk, Path(entry.path).parent, f"a name in it is not UTF-8: {entry.name!a}")
        return None
    except OSError as error:
        _note(walk, Path(entry.path), error.strerror or str(error))
        return None
    if not (S_ISDIR if way else S_ISREG)(status.st_mode):
        return None
    met, inode = walk.met[status.st_dev, way], status.st_ino
    if inode in met:
        return None
    met.add(inode)
    return status


def _note(walk: Walk, path: Path, reason: str) -> None:
    item = Damaged(path, reason)
    if item not in walk.damaged:
        walk.damaged.append(item)
