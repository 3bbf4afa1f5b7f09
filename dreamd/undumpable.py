"""Keeps what this process holds from other processes of the same user, and out of core dumps."""

from __future__ import annotations

import ctypes
import os
import resource
import sys

PR_SET_DUMPABLE = 4


def become() -> None:
    """Be no window into memory: neither a debugger nor ``/proc/<pid>/environ`` shows anything to anybody but root.

    Raises:
        OSError: the kernel does not do it.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(PR_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
