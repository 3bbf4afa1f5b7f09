"""The filter of system calls under which a worker lives: what it has no use for is refused, for all its threads."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

from dreamd.worker import syscalls

NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Offsets into what a filter looks at; both machines are little-endian."""
LOAD, RETURN = 0x20, 0x06
EQUAL, ABOVE, ANY_BIT = 0x15, 0x25, 0x45

ALLOW, KILL = 0x7FFF0000, 0x80000000
REFUSE, UNKNOWN = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
X32 = 0x40000000

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | 0o20000000
"""With O_TMPFILE's own bit, which the flag of that name mixes with O_DIRECTORY."""
CLONE_THREAD = 0x10000
CLONE_NEW = 0x7E020000
"""Any new namespace."""
IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX: what Python asks of a file or socket."""
FCNTLS = (0, 1, 2, 3, 4, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; no locks, leases, signals."""
PRCTLS = (3, 15, 16, 39, 0x53564D41)
"""PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, PR_SET_VMA: none loosens what holds."""


def apply() -> None:
    """Refuse, from now on and for every thread to come, what ``program`` refuses.

    Raises:
        OSError: the kernel takes no filter, or there is none for this machine; the text says which.
    """
    machine = platform.machine()
    if machine not in syscalls.MACHINES or sys.maxsize < 1 << 32:
        raise OSError(errno.ENOTSUP, f"no table of system calls for {machine}")
    load(program(machine, os.getpid()))


def load(code: bytes) -> None:
    """Put a filter in force, for good.

    Raises:
        OSError: the kernel does not take it.
    """
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    pointer = ctypes.create_string_buffer(header, len(header))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    for option, first, second in ((PR_SET_NO_NEW_PRIVS, 1, 0), (PR_SET_SECCOMP, FILTER, ctypes.addressof(pointer))):
        if libc.prctl(option, first, second, 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, f"the kernel takes none ({os.strerror(number)})")


def program(machine: str, pid: int) -> bytes:
    """The filter's code, eight bytes an instruction.

    Args:
        machine: ``x86_64`` or ``aarch64``.
        pid: the process that the filter is for; its threads may signal each other, as ``abort`` does.
    """
    code = [
        *_load(ARCHITECTURE),
        *_unless(EQUAL, syscalls.MACHINES[machine], KILL),
        *_load(NUMBER),
        *(_when(ANY_BIT, X32, KILL) if machine == "x86_64" else []),
        *_when(ABOVE, syscalls.LAST, UNKNOWN),
    ]
    for rows in syscalls.DENIED.values():
        for number in syscalls.numbers(rows, machine).values():
            code += _when(EQUAL, number, REFUSE)
    judged = _judgements(pid)
    for name, number in syscalls.numbers(syscalls.JUDGED, machine).items():
        judgement = judged[name]
        code += [(EQUAL, 0, len(judgement), number), *judgement]
    code += [_answer(ALLOW)]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


Instruction = tuple[int, int, int, int]
"""Code, instructions to skip where a test holds, where it does not, operand."""


def _judgements(pid: int) -> dict[str, list[Instruction]]:
    """What is asked of a call's arguments; each ends in an answer."""
    return {
        "open": [*_argument(1), *_when(ANY_BIT, WRITES, REFUSE), _answer(ALLOW)],
        "openat": [*_argument(2), *_when(ANY_BIT, WRITES, REFUSE), _answer(ALLOW)],
        "clone": [
            *_argument(0),
            *_when(ANY_BIT, CLONE_NEW, REFUSE),
            *_when(ANY_BIT, CLONE_THREAD, ALLOW),
            _answer(REFUSE),
        ],
        "ioctl": _one_of(1, IOCTLS),
        "fcntl": _one_of(1, FCNTLS),
        "prctl": _one_of(0, PRCTLS),
        "prlimit64": [  # reading one's own limits
            *_argument(0),
            *_unless(EQUAL, 0, REFUSE),
            *_argument(2),
            *_unless(EQUAL, 0, REFUSE),
            *_load(ARGUMENTS + 8 * 2 + 4),
            *_unless(EQUAL, 0, REFUSE),
            _answer(ALLOW),
        ],
        "tgkill": _one_of(0, (pid,)),
        # Their arguments lie in memory, where no filter sees them. The C library then uses the older call.
        "openat2": [_answer(UNKNOWN)],
        "clone3": [_answer(UNKNOWN)],
    }


def _load(offset: int) -> list[Instruction]:
    return [(LOAD, 0, 0, offset)]


def _argument(index: int) -> list[Instruction]:
    """Its lower half: the kernel looks at no more of a flag, a command or a process number."""
    return _load(ARGUMENTS + 8 * index)


def _answer(value: int) -> Instruction:
    return RETURN, 0, 0, value


def _when(test: int, operand: int, answer: int) -> list[Instruction]:
    return [(test, 0, 1, operand), _answer(answer)]


def _unless(test: int, operand: int, answer: int) -> list[Instruction]:
    return [(test, 1, 0, operand), _answer(answer)]


def _one_of(index: int, values: tuple[int, ...]) -> list[Instruction]:
    tests = [instruction for value in values for instruction in _when(EQUAL, value, ALLOW)]
    return [*_argument(index), *tests, _answer(REFUSE)]
