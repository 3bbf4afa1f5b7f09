"""Completes publishes in children that die at their Nth change of the file system; driven over a pipe by the tests.

Reads lines of JSON ``[root, dream, nth]``; for each it forks, and answers with the child's exit status. A child that
finishes before its nth change exits 0; one that dies is killed by SIGKILL just before that change.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.memory import publish
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

CHANGES = frozenset(
    {"os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.utime", "os.truncate"}
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def arm(nth: int) -> None:
    """Kill this process at its nth change from now on."""
    left = nth

    def change() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        opened = event == "open" and isinstance(arguments[2], int) and bool(arguments[2] & WRITING)
        if event in CHANGES or opened:
            change()

    sync = os.fsync

    def counted_sync(fd: FileDescriptorLike) -> None:
        change()
        sync(fd)

    os.fsync = counted_sync
    sys.addaudithook(hook)


def main() -> None:
    """Answer until the pipe closes."""
    for line in sys.stdin:
        root, dream, nth = json.loads(line)
        child = os.fork()
        if child == 0:
            arm(nth)
            path = Path(root)
            publish.complete(Workspace(name="w", root=path, layout="claude-code", project=path), dream)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
