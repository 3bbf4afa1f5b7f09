"""Run by e2e/test_service inside the unit and outside of it: tries what the unit forbids, writes down what came of it.

held.py OUT PROJECT
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
CLONE_NEWUSER = 0x10000000
LINUX32 = 8
PERF_EVENT_OPEN = 298 if X86 else 241


def checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def written(folder: Path) -> None:
    path = folder / f"dreamd-held-{os.getpid()}"
    path.write_text("x")
    path.unlink()


def made(family: int, kind: int) -> None:
    socket.socket(family, kind).close()


def setuid_file(folder: Path) -> None:
    path = folder / f"dreamd-held-{os.getpid()}"
    path.touch()
    try:
        path.chmod(0o4755)
    finally:
        path.unlink()


def foreign_call() -> None:
    """A 32-bit system call from 64-bit code, in a process that it may end: getpid by ``int 0x80``."""
    pid = os.fork()
    if not pid:
        LIBC.mmap.restype = ctypes.c_void_p
        page = LIBC.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, ctypes.c_long(0))
        ctypes.memmove(page, b"\xb8\x14\x00\x00\x00\xcd\x80\xc3", 8)
        os._exit(ctypes.CFUNCTYPE(ctypes.c_int)(page)() <= 0)
    if os.waitpid(pid, 0)[1]:
        raise OSError(errno.EPERM, "it was refused")


def attempts(home: Path, project: Path) -> dict[str, Callable[[], object]]:
    state = home / ".local" / "state" / "dreamd"
    return {
        "write a memory": lambda: written(home / ".claude" / "projects"),
        "write our state": lambda: written(state),
        "write a temporary file": lambda: written(Path(os.environ.get("TMPDIR", str(state)))),
        "read the home": lambda: list(home.iterdir()),
        "see a project": lambda: list(project.iterdir()),
        "talk over TCP": lambda: made(socket.AF_INET, socket.SOCK_STREAM),
        "write the home": lambda: written(home),
        "write a project": lambda: written(project),
        "write units": lambda: written(home / ".config"),
        "write /tmp": lambda: written(Path("/tmp")),  # noqa: S108 (the attempt)
        "read keys": (home / ".ssh" / "id").read_text,
        "list keys": lambda: list((home / ".ssh").iterdir()),
        "new namespace": lambda: checked(LIBC.unshare(CLONE_NEWUSER)),
        "performance events": lambda: checked(LIBC.syscall(PERF_EVENT_OPEN, None, 0, -1, -1, 0)),
        "virtual sockets": lambda: made(socket.AF_VSOCK, socket.SOCK_STREAM),
        "setuid file": lambda: setuid_file(state),
        "other domain": lambda: checked(LIBC.personality(LINUX32)),
        **({"32-bit call": foreign_call} if X86 else {}),
    }


def outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def worker() -> str:
    """How a worker is confined that is started from here, as doctor tells it."""
    command = [sys.executable, "-I", "-m", "dreamd", "doctor", "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    (detail,) = (row["detail"] for row in json.loads(done.stdout)["checks"] if row["name"] == "worker")
    return str(detail)


def main() -> None:
    out, project = map(Path, sys.argv[1:])
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
    report = {
        "worker": worker(),
        "environment": dict(os.environ),
        "nice": os.nice(0),
        "umask": status["Umask"],
        "new privileges": status["NoNewPrivs"],
        "filter": status["Seccomp"],
        "score": Path("/proc/self/oom_score_adj").read_text().strip(),
        "attempts": {name: outcome(attempt) for name, attempt in attempts(Path.home(), project).items()},
    }
    out.write_text(json.dumps(report))


if __name__ == "__main__":
    main()
