"""Forbidden things that a confined worker tries, so that its confinement is proved and not believed.

Each would come through for any user of any system, and would change nothing.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FOR_ALL = Path("/etc")
"""No worker may read here, and everybody else may."""
ONE_FOR_ALL = FOR_ALL / ("passwd" if sys.platform == "linux" else "hosts")
ROOT = Path("/")
NOTHING = Path("/dev/null")
STDERR = 2
"""A pipe of this process's own."""
HELD = frozenset({errno.EPERM, errno.EACCES})
"""How a confinement refuses. Another error would come without one too."""


def tried() -> tuple[dict[str, str], dict[str, str]]:
    """Try everything that is forbidden.

    Returns:
        What was refused, and what was not; each with the name of the error, empty where there was none.
    """
    held: dict[str, str] = {}
    free: dict[str, str] = {}
    for name, attempt in _attempts().items():
        try:
            attempt()
        except OSError as error:
            (held if error.errno in HELD else free)[name] = errno.errorcode.get(error.errno or 0, "unknown")
        else:
            free[name] = ""
    return held, free


def _attempts() -> dict[str, Callable[[], object]]:
    attempts: dict[str, Callable[[], object]] = {
        "read": lambda: _open(ONE_FOR_ALL, os.O_RDONLY),
        "list": lambda: _open(FOR_ALL, os.O_RDONLY | os.O_DIRECTORY),
        "write": lambda: _open(NOTHING, os.O_WRONLY),
        "network": _bind,
        "fork": _fork,
        "signal": lambda: os.kill(os.getppid(), 0),
    }
    return attempts | (_linux() if sys.platform == "linux" else {})


def _linux() -> dict[str, Callable[[], object]]:
    """What a filter refuses before anybody looks whether it could come through; the others look first."""
    return {
        "parent": lambda: _open(Path(f"/proc/{os.getppid()}/environ"), os.O_RDONLY),
        "create": lambda: ROOT.mkdir(0o700),
        "link": lambda: ROOT.symlink_to(NOTHING),
        "remove": ROOT.rmdir,
        "times": lambda: os.utime(STDERR),
        "mode": lambda: os.fchmod(STDERR, 0o600),
        "locks": lambda: fcntl.flock(STDERR, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "sockets": lambda: socket.socket(socket.AF_UNIX).close(),
        "exec": lambda: os.execv(NOTHING / "nothing", ["nothing"]),  # noqa: S606 (there is no such program)
    }


def _open(path: Path, flags: int) -> None:
    os.close(os.open(path, flags))


def _bind() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))


def _fork() -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
