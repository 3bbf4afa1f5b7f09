"""One file of an agent, read and replaced where a link to it leads, as a whole, with its mode and owner."""

from __future__ import annotations

import glob
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from dreamd import files, lock
from dreamd.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 64 << 20


class Held(NamedTuple):
    """A file as it is now."""

    path: Path
    """With all links resolved."""
    data: bytes | None
    """``None``: there is none."""
    mode: int = files.PRIVATE_FILE
    owner: tuple[int, int] = (-1, -1)

    @property
    def text(self) -> str:
        """What it holds; bytes that are no UTF-8 survive the way back."""
        return (self.data or b"").decode("utf-8", "surrogateescape")


def read(path: Path) -> Held:
    """The file that the path leads to.

    Raises:
        ConfigError: it is none that can be replaced as a whole.
        StoreError: it cannot be read.
    """
    try:
        real = path.resolve()
        if not real.exists():
            return _absent(path, real)
        status = real.stat()
        data = files.read_regular(real, LARGEST)
    except (OSError, RuntimeError) as error:
        told = error.strerror if isinstance(error, OSError) else "its links go round in a circle"
        raise StoreError(f"cannot read {path}: {told}", "Check its rights, and where it leads.") from error
    if data is None:
        several = stat.S_ISREG(status.st_mode) and status.st_nlink > 1
        told = "has a second name (a hard link), which would keep the old text" if several else "is no plain file"
        raise ConfigError(f"{real} {told}", "Make it a plain file, or a symbolic link to one.")
    if b"\0" in data:
        raise ConfigError(f"{real} is no UTF-8 text", "Save it as UTF-8.")
    return Held(real, data, stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid))


def _absent(path: Path, real: Path) -> Held:
    if not real.parent.is_dir():
        raise ConfigError(f"{path} leads to {real}, whose directory is not there", "Mend the link, or remove it.")
    return Held(real, None)


def write(held: Held, data: bytes | None) -> None:
    """Put these bytes in its place (``None``: none), unless somebody has changed it since it was read.

    Raises:
        StoreError: somebody has, or the system refuses; the file is as it was.
    """
    for left in held.path.parent.glob(f"{files.TEMPORARY}*-{glob.escape(held.path.name)}"):
        if lock.left_behind(left.name):  # of a process that was killed here
            with suppress(OSError):
                left.unlink()
    temporary = held.path.with_name(f"{files.TEMPORARY}{os.getpid()}-{held.path.name}")
    try:
        if data is not None:
            _lay(temporary, held, data)
        if _now(held.path) != held.data:
            raise StoreError(f"{held.path} was changed meanwhile; it stays as it is now", "Run the command again.")
        if data is None:
            held.path.unlink(missing_ok=True)
        else:
            temporary.replace(held.path)
        files.sync_directory(held.path.parent)
    except OSError as error:
        told = f"cannot change {held.path}: {error.strerror}"
        raise StoreError(told, "Check its rights and those of its directory.") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _lay(temporary: Path, held: Held, data: bytes) -> None:
    """Write what will take the file's place, with its mode and owner."""
    with suppress(FileNotFoundError):
        temporary.unlink()
    files.write_new(temporary, data)
    status = temporary.stat()
    if held.data is not None and held.owner != (status.st_uid, status.st_gid):
        os.chown(temporary, *held.owner)
    temporary.chmod(held.mode)


def _now(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
