"""Puts a backup in the place of dreamd's own state; what stood there is moved aside, and nothing is deleted.

All is unpacked and looked at beside the present state first. Then ``READY`` is the decision: a crash before it leaves
the state as it was, after it the next command goes on (``settle``).
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from dreamd import archives, backups, clock, files, lock, paths, steps
from dreamd.errors import LockHeld, StoreError
from dreamd.memory import history, store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

READY = "ready"
"""Stands in it when all of it is there; holds the name of the directory that keeps the rest."""


def restore(places: Places, path: Path, now_ns: int, search: str) -> tuple[Path, ...]:
    """Restore the backup. The caller sees to it that nothing of dreamd's writes.

    Returns:
        The directories that hold what stood there.

    Raises:
        LockHeld: another restore is under way.
        StoreError: it is damaged, or cannot be unpacked; then nothing has changed.
    """
    with lock.held(places.locks, places.restoring, "dream"):  # other commands may look for what a crash left
        return _restore(places, path, now_ns, search)


def ahead(places: Places, spaces: Iterable[Workspace], search: str) -> dict[str, tuple[str, ...]]:
    """Workspace -> files that its history has otherwise or not at all: they are newer than what was restored.

    A memory that cannot be read is left out: the restore is done.
    """
    found: dict[str, tuple[str, ...]] = {}
    for workspace in spaces:
        with suppress(StoreError):
            place = steps.repository(places, workspace, search)
            known = {name: held.data for name, held in history.read(place, history.head(place)).items()}
            now = store.read(workspace, bounded=False).bytes
            names = tuple(name for name in sorted({*known, *now}) if known.get(name) != now.get(name))
            found |= {workspace.name: names} if names else {}
    return found


def settle(places: Places) -> None:
    """Put right what a restore left that a crash cut short; one that is under way is let be.

    Raises:
        StoreError: as ``_finish``.
    """
    with suppress(LockHeld), lock.held(places.locks, places.restoring, "dream"):
        _finish(places)


def _restore(places: Places, path: Path, now_ns: int, search: str) -> tuple[Path, ...]:
    files.make_private(places.state)
    coming = places.restoring
    shutil.rmtree(coming, ignore_errors=True)
    try:
        with archives.opened(path, "backup") as archive:
            backups.unpacked(archive, coming)
        backups.sound(coming, search)
        memories = coming / backups.MEMORIES
        if memories.exists() and places.workspaces.parent != places.state:
            files.make_private(places.data)
            shutil.rmtree(places.data / paths.RESTORING, ignore_errors=True)
            shutil.copytree(memories, places.data / paths.RESTORING)  # to the file system where it belongs
    except BaseException:
        _clear(places)
        raise
    aside = _unused(places, f"{backups.ASIDE}{clock.iso(now_ns)[:19].replace(':', '')}")
    files.write_atomic(coming / READY, aside.encode())
    return _finish(places)


def _unused(places: Places, name: str) -> str:
    """The name, with a number behind it where a restore of the same second has it already."""
    taken = {path.name for top in (places.state, places.data) for path in top.glob(f"{backups.ASIDE}*")}
    return next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in taken)


def _finish(places: Places) -> tuple[Path, ...]:
    """Go on with a restore that was decided; what was begun and not decided is removed.

    Returns:
        As ``restore``; nothing where there was nothing to do.

    Raises:
        StoreError: something cannot be moved; calling again goes on.
    """
    coming = places.restoring
    if not coming.exists():
        return ()
    try:
        aside = (coming / READY).read_text("utf-8")
    except FileNotFoundError:
        _clear(places)
        return ()
    moved = []
    try:
        for source, target in _moves(places, coming):
            kept = target.parent / aside
            if target.exists() and not (kept / target.name).exists():
                files.make_private(kept)
                target.rename(kept / target.name)
            source.rename(target)
            moved.append(kept)
            files.sync_directory(target.parent)
    except OSError as error:
        fix = f"Mend it and run dreamd again; what stood there is in {aside} beside it."
        raise StoreError(f"cannot put the restored state in its place: {error}", fix) from error
    (coming / READY).unlink()  # first: what is left without it is only swept
    _clear(places)
    return tuple(kept for kept in dict.fromkeys(moved) if kept.exists())


def _moves(places: Places, coming: Path) -> Iterator[tuple[Path, Path]]:
    """What comes -> its place, ``state.db`` last: it speaks for the rest."""
    own = coming / backups.OWN
    names = sorted((path.name for path in own.iterdir()), key=lambda name: (name == places.database.name, name))
    beside = (
        places.data / paths.RESTORING
        if (places.data / paths.RESTORING).is_dir() and places.data != places.state
        else None
    )
    memories = beside or coming / backups.MEMORIES
    if memories.exists():
        yield memories, places.workspaces
    for name in names:
        yield own / name, places.log.parent if name == "log" else places.state / name
    settings = coming / backups.SETTINGS
    if settings.exists() and not places.config.exists():
        files.make_private(places.config.parent)
        yield settings, places.config


def _clear(places: Places) -> None:
    for folder in {places.state, places.data}:
        with suppress(OSError):
            shutil.rmtree(folder / paths.RESTORING)
