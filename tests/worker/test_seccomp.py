"""The filter's code, run here by hand for both machines: a real kernel runs only its own."""

from __future__ import annotations

import errno
import os
import re
import struct
from pathlib import Path

import pytest

from dreamd.worker import seccomp, syscalls
from dreamd.worker.seccomp import ALLOW, KILL, REFUSE, UNKNOWN

PID = 4242
MACHINES = list(syscalls.MACHINES)
NEEDED = (
    "read:0:63 write:1:64 close:3:57 lseek:8:62 fstat:5:80 newfstatat:262:79 statx:332:291 readlinkat:267:78"
    " getdents64:217:61 pread64:17:67 mmap:9:222 munmap:11:215 mprotect:10:226 mremap:25:216 brk:12:214 madvise:28:233"
    " futex:202:98 rt_sigaction:13:134 rt_sigprocmask:14:135 sigaltstack:131:132 sched_yield:24:124 rseq:334:293"
    " set_robust_list:273:99 set_tid_address:218:96 clock_nanosleep:230:115 clock_gettime:228:113 getrandom:318:278"
    " sendto:44:206 recvfrom:45:207 getsockname:51:204 poll:7:- ppoll:271:73 getpid:39:172 gettid:186:178"
    " exit:60:93 exit_group:231:94 dup:32:23 pipe2:293:59"
)
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


def answer(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    """What the filter says to this call."""
    given = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("<iIQ6Q", number, syscalls.MACHINES[machine] if arch is None else arch, 0, *given)
    code = list(struct.iter_unpack("<HBBI", seccomp.program(machine, PID)))
    at, loaded = 0, 0
    while True:
        kind, met, unmet, operand = code[at]
        if kind == seccomp.RETURN:
            return int(operand)
        if kind == seccomp.LOAD:
            (loaded,) = struct.unpack_from("<I", data, operand)
        else:
            holds = {
                seccomp.EQUAL: loaded == operand,
                seccomp.ABOVE: loaded > operand,
                seccomp.ANY_BIT: bool(loaded & operand),
            }[kind]
            at += met if holds else unmet
        at += 1


def numbered(machine: str, name: str) -> int:
    return syscalls.numbers(syscalls.JUDGED, machine)[name]


@pytest.mark.parametrize("machine", MACHINES)
def test_every_call_of_the_table_is_refused_and_what_python_needs_is_not(machine: str) -> None:
    for rows in syscalls.DENIED.values():
        for name, number in syscalls.numbers(rows, machine).items():
            assert answer(machine, number) == REFUSE, name
    for name, number in syscalls.numbers(NEEDED, machine).items():
        assert answer(machine, number) == ALLOW, name


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_kind_kill_and_calls_of_later_kernels_are_unknown(machine: str) -> None:
    for arch in {0x40000003, 0x40000028, *syscalls.MACHINES.values()} - {syscalls.MACHINES[machine]}:
        assert answer(machine, 0, arch=arch) == KILL
    assert answer(machine, syscalls.LAST) == ALLOW
    assert answer(machine, syscalls.LAST + 1) == UNKNOWN
    assert answer(machine, numbered(machine, "clone3")) == UNKNOWN
    assert answer(machine, numbered(machine, "openat2")) == UNKNOWN
    if machine == "x86_64":
        assert answer(machine, seccomp.X32 | 39) == KILL


@pytest.mark.parametrize("machine", MACHINES)
def test_files_open_to_be_read_only(machine: str) -> None:
    call = numbered(machine, "openat")
    for flags in (os.O_RDONLY, os.O_RDONLY | os.O_CLOEXEC, os.O_DIRECTORY | os.O_NONBLOCK | os.O_NOFOLLOW):
        assert answer(machine, call, 0, 0, flags) == ALLOW
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_TMPFILE, 3, os.O_RDWR | 1 << 40):
        assert answer(machine, call, 0, 0, flags) == REFUSE
    if machine == "x86_64":
        assert answer(machine, numbered(machine, "open"), 0, os.O_RDONLY) == ALLOW
        assert answer(machine, numbered(machine, "open"), 0, os.O_WRONLY) == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_may_be_made_and_processes_not(machine: str) -> None:
    call = numbered(machine, "clone")
    assert answer(machine, call, 0x3D0F00) == ALLOW, "the flags of the C library's threads"
    for flags in (17, 0x4111, 0x10000 | 0x20000, 0x10000 | 0x40000000, 0x10000000 | 17):
        assert answer(machine, call, flags) == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_only_its_own_threads_may_be_signalled_and_only_its_own_limits_read(machine: str) -> None:
    signal = numbered(machine, "tgkill")
    assert answer(machine, signal, PID, PID, 6) == ALLOW
    assert answer(machine, signal, PID + 1, PID + 1, 9) == REFUSE
    limit = numbered(machine, "prlimit64")
    assert answer(machine, limit, 0, 7, 0, 0x7FFF00000000) == ALLOW
    for process, new in ((0, 0x7FFF00000000), (0, 0x1000), (PID, 0)):
        assert answer(machine, limit, process, 7, new) == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_of_calls_with_many_uses_the_harmless_ones_are_allowed(machine: str) -> None:
    for name, allowed, refused in (
        ("ioctl", (0x5401, 0x5421), (0x5412, 0x40086602, 0x541C, 0)),
        ("fcntl", (1, 2, 3, 1030), (5, 6, 7, 8, 10, 37, 1024, 1026)),
    ):
        for command in allowed:
            assert answer(machine, numbered(machine, name), 0, command) == ALLOW
        for command in refused:
            assert answer(machine, numbered(machine, name), 0, command) == REFUSE
    for option, said in ((15, ALLOW), (3, ALLOW), (1, REFUSE), (4, REFUSE), (35, REFUSE), (22, REFUSE)):
        assert answer(machine, numbered(machine, "prctl"), option) == said


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_is_small_enough_for_a_kernel(machine: str) -> None:
    assert len(seccomp.program(machine, PID)) // 8 <= 4096


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_systems_own_headers(machine: str) -> None:
    if not HEADERS[machine].is_file():
        pytest.skip("the kernel's headers are not installed")
    text = HEADERS[machine].read_text("utf-8")
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", text)}
    for rows in (*syscalls.DENIED.values(), syscalls.JUDGED):
        for name, number in syscalls.numbers(rows, machine).items():
            assert known.get(name, number) == number, name


@pytest.mark.parametrize(("machine", "size"), [("riscv64", 1 << 62), ("x86_64", 1 << 30)])
def test_a_machine_without_a_table_has_no_filter_and_says_so(
    monkeypatch: pytest.MonkeyPatch, machine: str, size: int
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("sys.maxsize", size)
    with pytest.raises(OSError, match=f"no table of system calls for {machine}") as caught:
        seccomp.apply()
    assert caught.value.errno == errno.ENOTSUP
