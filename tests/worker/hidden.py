"""Run by tests: starts a program under a filter from outside that answers Landlock's first call with an error.

hidden.py ERRNO PROGRAM ARGUMENT...
"""

from __future__ import annotations

import errno
import os
import struct
import sys

from dreamd.worker import landlock, seccomp


def main() -> None:
    answer = 0x00050000 | getattr(errno, sys.argv[1])
    code = [
        (seccomp.LOAD, 0, 0, seccomp.NUMBER),
        (seccomp.EQUAL, 0, 1, landlock.CREATE_RULESET),
        (seccomp.RETURN, 0, 0, answer),
        (seccomp.RETURN, 0, 0, seccomp.ALLOW),
    ]
    seccomp.load(b"".join(struct.pack("<HBBI", *instruction) for instruction in code))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 (the program is the test's own)


if __name__ == "__main__":
    main()
