"""Keeps dreamd's own state in one archive: what it knows, every history, the memories that lie with it, the settings.

Memories that lie with an agent (Claude Code's) are its own; of those the histories hold every state.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import tempfile
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd import admitting, archives, clock, codec, files, lock, paths, state
from dreamd.errors import StoreError
from dreamd.memory import history
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.archives import Add, Archive
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

FOLDER = "backups"
ASIDE = "before-restore-"
"""How the directory begins that keeps what stood there before a restore."""
LAST = "backup.json"
DATABASE = ".db"
PASSED_OVER = frozenset(
    {FOLDER, LAST, paths.RESTORING, "locks", "copies", "copybooks", "runs", "recent.json", "daemon.json", "daemon.toml"}
)
"""Names in the state directory that are made again, are in use, or are no state."""
OWN, MEMORIES, SETTINGS = "state/", "workspaces/", "config.toml"
"""How the names in the archive begin."""


class Last(Record, frozen=True):
    """The last backup that was made and rehearsed."""

    path: Path
    time: str
    """ISO 8601, UTC."""
    sha256: str


class Kept(Record, frozen=True):
    """What was kept; the fields are the JSON keys of ``backup``."""

    path: Path
    files: int
    bytes: int
    sha256: str


def usual(places: Places, now_ns: int) -> Path:
    """Where a backup goes that nobody gave a name."""
    return places.state / FOLDER / f"dreamd-{clock.iso(now_ns)[:19].replace(':', '')}.zip"


def last(places: Places) -> Last | None:
    """The last one; ``None`` where none was made."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(
            (places.state / LAST).read_bytes(), type=Last, dec_hook=lambda kind, text: kind(text)
        )
    return None


def aside(places: Places) -> list[Path]:
    """Every backup that we know of, and what restores moved aside: copies of what the state was."""
    known = last(places)
    elsewhere = [known.path] if known and known.path.exists() and known.path.parent != places.state / FOLDER else []
    folders = [path for top in dict.fromkeys((places.state, places.data)) for path in sorted(top.glob(f"{ASIDE}*"))]
    return [*sorted((places.state / FOLDER).glob("*.zip")), *elsewhere, *folders]


def keep(places: Places, workspaces: list[Workspace], path: Path, now_ns: int, search: str) -> Kept:
    """Write a new backup, rehearse its restoring, and note it.

    Nobody writes to any memory meanwhile, so that state and histories are of one moment.

    Raises:
        LockHeld: somebody has been writing for ten seconds.
        StoreError: it cannot be written, or cannot be restored; then it is removed.
    """
    files.make_private(places.state)
    files.make_private(path.parent)
    with ExitStack() as held:
        for workspace in workspaces:
            held.enter_context(lock.held(places.locks, workspace.memory, "write"))
        with archives.written(path, "backup", clock.iso(now_ns), {}) as add:
            _own(places, add)
            _tree(places.workspaces, MEMORIES, add)
            _file(places.config, SETTINGS, add)
    try:
        count = rehearse(path, search)
    except StoreError:
        path.unlink()
        raise
    kept = Kept(path=path, files=count, bytes=path.stat().st_size, sha256=archives.checksum(path))
    noted = Last(path=path, time=clock.iso(now_ns), sha256=kept.sha256)
    files.write_atomic(places.state / LAST, codec.encode(noted))
    return kept


def _own(places: Places, add: Add) -> None:
    beside = {path.resolve() for path in (places.workspaces, places.config, places.log.parent)}
    for entry in sorted(places.state.iterdir()):
        if entry.name in PASSED_OVER or entry.name.startswith((".", ASIDE)) or entry.resolve() in beside:
            continue
        if entry.suffix == DATABASE and entry.is_file():
            _database(entry, f"{OWN}{entry.name}", add)
        elif entry.is_dir() and not entry.is_symlink():
            _tree(entry, f"{OWN}{entry.name}/", add)
        elif not _beside_a_database(entry):
            _file(entry, f"{OWN}{entry.name}", add)
    _tree(places.log.parent, f"{OWN}log/", add)


def _beside_a_database(entry: Path) -> bool:
    """Whether SQLite keeps it beside a database that is open; the copy holds what is in it."""
    return any(entry.name.endswith(f"{DATABASE}-{tail}") for tail in ("wal", "shm", "journal"))


def _database(path: Path, name: str, add: Add) -> None:
    """A copy as of one moment, also while others write."""
    status = path.stat()
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=files.TEMPORARY) as scratch:
        copy = Path(scratch, "copy")
        try:
            with closing(sqlite3.connect(path, timeout=state.WAIT_SECONDS)) as source:
                source.execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error as error:
            raise StoreError(f"cannot copy {path}: {error}", "See: dreamd doctor") from error
        with copy.open("rb") as handle:
            add(name, handle, stat.S_IMODE(status.st_mode), status.st_mtime_ns)


def _tree(top: Path, name: str, add: Add) -> None:
    for path in _plain(top):
        _file(path, f"{name}{path.relative_to(top).as_posix()}", add)


def _plain(top: Path) -> Iterator[Path]:
    """The plain files below it, sorted; links are not followed."""
    for folder, folders, names in os.walk(top):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if not name.startswith(files.TEMPORARY))


def _file(path: Path, name: str, add: Add) -> None:
    with suppress(FileNotFoundError):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode):
            with path.open("rb") as handle:
                add(name, handle, stat.S_IMODE(status.st_mode), status.st_mtime_ns)


def rehearse(path: Path, search: str) -> int:
    """Restore a backup into a scratch directory beside it, and look whether all of it is sound.

    Returns:
        How many files it holds.

    Raises:
        StoreError: it is damaged.
    """
    with (
        archives.opened(path, "backup") as archive,
        tempfile.TemporaryDirectory(dir=_beside(path), prefix=files.TEMPORARY) as scratch,
    ):
        unpacked(archive, Path(scratch))
        sound(Path(scratch), search)
        return len(archive.manifest.files)


def _beside(path: Path) -> Path | None:
    """Where to unpack a backup: beside it, where there was room for it; elsewhere if nobody may write there."""
    return path.parent if os.access(path.parent, os.W_OK) else None


def unpacked(archive: Archive, target: Path) -> None:
    """Lay every file of the archive below the target.

    Raises:
        StoreError: one is damaged, or cannot be written; it is no backup of dreamd's; there is too little room.
    """
    files.make_private(target)
    admitting.sorts(archive.manifest, (OWN, MEMORIES, SETTINGS), f"{OWN}state.db", PASSED_OVER, target)
    try:
        for member in filter(admitting.laid, archive.manifest.files):
            place = target / member.name
            place.parent.mkdir(mode=files.PRIVATE_DIR, parents=True, exist_ok=True)
            with open(place, "xb", opener=_private) as handle:
                archives.copied(archive, member, handle)
                handle.flush()
                os.fsync(handle.fileno())
            place.chmod(member.mode & 0o700)
            os.utime(place, ns=(member.mtime_ns, member.mtime_ns))
        admitting.configure(target)
    except OSError as error:
        raise StoreError(f"cannot unpack below {target}: {error.strerror}", "Free some space.") from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, files.PRIVATE_FILE)


def sound(top: Path, search: str) -> None:
    """See that the databases and the histories in an unpacked backup are whole.

    Raises:
        StoreError: one is not.
    """
    for path in sorted(top.glob(f"{OWN}*{DATABASE}")):
        try:
            with closing(sqlite3.connect(path)) as db:
                told = str(db.execute("PRAGMA integrity_check").fetchone()[0])
        except sqlite3.Error as error:
            told = str(error)
        if told != "ok":
            raise StoreError(f"{path.name} in the backup is damaged: {told}", "Take another backup.")
    for path in sorted(top.glob(f"{OWN}history/*.git")):
        history.verify(history.require(path, search))
