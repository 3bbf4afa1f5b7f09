"""Becomes another program that ends when its parent does: ``python -m dreamd.tied PROGRAM ARGUMENTS``."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(command: list[str]) -> None:
    """Tie this process to its parent, and become the program; on other systems than Linux only the latter."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            sys.exit(1)  # it ended meanwhile
    os.execv(command[0], command)  # noqa: S606 (no shell is wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
