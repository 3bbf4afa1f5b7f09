"""Forbidden things that a confined worker tries, so that its confinement is proved and not believed."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BAIT = "bait"
HELD = frozenset({errno.EPERM, errno.EACCES})
"""How a confinement refuses. Another error would come without one too."""


@contextmanager
def laid() -> Iterator[Path]:
    """A directory of this user's, with a file in it that he may read, change and run.

    Raises:
        OSError: it cannot be made.
    """
    with tempfile.TemporaryDirectory(prefix="dreamd-canary-") as name:
        bait = Path(name) / BAIT
        bait.write_bytes(b"\0")
        bait.chmod(0o700)
        yield Path(name)


def tried(outside: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Try everything that is forbidden.

    Args:
        outside: what ``laid`` made, out of what the worker may read.

    Returns:
        What was refused, and what was not; each with the name of the error, empty where there was none.
    """
    held: dict[str, str] = {}
    free: dict[str, str] = {}
    for name, attempt in _attempts(outside, outside / BAIT).items():
        try:
            attempt()
        except OSError as error:
            (held if error.errno in HELD else free)[name] = errno.errorcode.get(error.errno or 0, "unknown")
        else:
            free[name] = ""
    return held, free


def _attempts(outside: Path, bait: Path) -> dict[str, Callable[[], object]]:
    attempts: dict[str, Callable[[], object]] = {
        "read": lambda: os.close(os.open(bait, os.O_RDONLY)),
        "list": lambda: os.close(os.open(outside, os.O_RDONLY | os.O_DIRECTORY)),
        "write": lambda: os.close(os.open(bait, os.O_WRONLY)),
        "create": lambda: os.close(os.open(outside / "new", os.O_WRONLY | os.O_CREAT, 0o600)),
        "times": lambda: os.utime(bait),
        "mode": lambda: bait.chmod(0o700),
        "network": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
        "sockets": lambda: socket.socket(socket.AF_UNIX).close(),
        "fork": _fork,
        "exec": lambda: os.execv(bait, [BAIT]),  # noqa: S606 (the bait is no program)
        "signal": lambda: os.kill(os.getppid(), 0),
        "link": lambda: (outside / "link").symlink_to(bait),
        "rename": lambda: bait.rename(outside / "renamed"),
    }
    if sys.platform == "linux":
        attempts["locks"] = lambda: fcntl.flock(2, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return attempts


def _fork() -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
