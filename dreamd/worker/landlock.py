"""Landlock: from now on this process can read what is named and nothing else, and can change nothing."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""The same on every machine."""
VERSION = 1
PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38

READ_FILE, READ_DIR = 1 << 2, 1 << 3
FILES = {1: 13, 2: 14, 3: 15, 5: 16, 9: 17}
"""ABI -> how many rights on files it knows; they are bits from 0 on."""
PORTS = {4: 2, 10: 4}
"""ABI -> how many rights on ports."""
SCOPES = {6: 2}
"""ABI -> how many scopes: abstract sockets, signals."""

REASONS = {
    errno.ENOSYS: "this kernel has none (Linux 5.13 is the first)",
    errno.EOPNOTSUPP: "it is switched off in this kernel (lsm= when it starts)",
    errno.EPERM: "it is blocked by a filter from outside (a unit's SystemCallFilter, a container's seccomp profile)",
}


def known() -> int:
    """The ABI of this kernel's Landlock.

    Raises:
        OSError: it is not to be had; the text says why.
    """
    return _call(_library(), CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)


def restrict(readable: Iterable[Path]) -> int:
    """Give up every right that this kernel's Landlock knows, but reading below these paths.

    Args:
        readable: files and directories; one that is not there is left out.

    Returns:
        The ABI in force.

    Raises:
        OSError: Landlock is not to be had; the text says why.
    """
    libc, abi = _library(), known()
    attributes = struct.pack("=QQQ", rights(FILES, abi), rights(PORTS, abi), rights(SCOPES, abi))
    size = 24 if abi >= min(SCOPES) else 16 if abi >= min(PORTS) else 8
    ruleset = _call(libc, CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    try:
        for path in readable:
            _allow(libc, ruleset, path)
        libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call(libc, RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return abi


def _library() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    return libc


def rights(known: dict[int, int], abi: int) -> int:
    """All bits that this ABI knows."""
    return (1 << max((count for first, count in known.items() if first <= abi), default=0)) - 1


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # whoever wants to read it hears the same
    try:
        rights = READ_FILE | READ_DIR if stat.S_ISDIR(os.fstat(handle).st_mode) else READ_FILE
        _call(libc, ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
    finally:
        os.close(handle)


def _call(libc: ctypes.CDLL, number: int, *arguments: object) -> int:
    result: int = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, REASONS.get(code, os.strerror(code)))
    return result
