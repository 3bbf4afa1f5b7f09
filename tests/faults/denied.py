"""Run by test_denial: a process confines itself as the worker does, tries everything, and prints what came of it.

    denied.py UID MODE

MODE is ``bare`` (not confined: shows that the attempts are real), ``landlock`` or ``seccomp`` (one layer alone),
``confined``, or the name of one attempt at which a confined process is killed. UID is whom to become; the parent that
the attempts are aimed at is the same user's.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import platform
import resource
import socket
import stat
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.worker import confine, landlock, seccomp

if TYPE_CHECKING:
    from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
INHERITED = 40
CLONE_NEWNS, CLONE_NEWUSER, SIGCHLD = 0x20000, 0x10000000, 17
O_TMPFILE = getattr(os, "O_TMPFILE", 0)


def syscall(number: int, *arguments: object) -> int:
    result: int = LIBC.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def prctl(option: int, value: int) -> None:
    if LIBC.prctl(option, ctypes.c_ulong(value), 0, 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def opened(path: Path, flags: int) -> None:
    os.close(os.open(path, flags, 0o600))


def with_read_only(path: Path, act: Callable[[int], object]) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        act(handle)
    finally:
        os.close(handle)


def connected(family: int, address: object) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as sock:
        sock.connect(address)  # type: ignore[arg-type]


def sent(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"out", ("127.0.0.1", port))


def bound() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))


def paired() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    theirs.close()


def forked(start: Callable[[], int]) -> None:
    child = start()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)


def reading(top: Path) -> dict[str, Callable[[], object]]:
    """What lies outside, by every way."""
    parent = os.getppid()
    return {
        "read a file outside": lambda: opened(top / "outside" / "secret", os.O_RDONLY),
        "read through a link": lambda: opened(top / "inside" / "link", os.O_RDONLY),
        "read through dots": lambda: opened(top / "inside" / ".." / "outside" / "secret", os.O_RDONLY),
        "list a directory outside": lambda: list((top / "outside").iterdir()),
        "read the system's users": lambda: opened(Path("/etc/passwd"), os.O_RDONLY),
        "read the parent's environment": lambda: opened(Path(f"/proc/{parent}/environ"), os.O_RDONLY),
        "read the parent's memory": lambda: opened(Path(f"/proc/{parent}/mem"), os.O_RDONLY),
        "read the parent's files": lambda: list(Path(f"/proc/{parent}/fd").iterdir()),
    }


def writing(top: Path) -> dict[str, Callable[[], object]]:
    """Changes, most of them to what may be read."""
    inside, talk, spare = top / "inside", top / "inside" / "talk", top / "inside" / "spare"
    return {
        "append to a transcript": lambda: opened(talk, os.O_WRONLY | os.O_APPEND),
        "write a file outside": lambda: opened(top / "outside" / "secret", os.O_RDWR),
        "write through a link": lambda: opened(inside / "link", os.O_WRONLY),
        "empty a transcript": lambda: os.truncate(talk, 0),
        "empty it while reading": lambda: opened(talk, os.O_RDONLY | os.O_TRUNC),
        "make a file": lambda: opened(inside / "new", os.O_CREAT | os.O_WRONLY),
        "make a file to read": lambda: opened(inside / "new2", os.O_CREAT | os.O_RDONLY),
        "make a file without a name": lambda: opened(inside, O_TMPFILE | os.O_RDWR),
        "make a directory": (inside / "directory").mkdir,
        "make a pipe": lambda: os.mkfifo(inside / "pipe"),
        "make a link": lambda: (inside / "link2").symlink_to("talk"),
        "make a hard link": lambda: os.link(talk, inside / "hard"),
        "forge a time": lambda: os.utime(talk, (1, 1)),
        "forge a time of a file outside": lambda: os.utime(top / "outside" / "secret", (1, 1)),
        "forge a time of what is open": lambda: with_read_only(talk, lambda handle: os.utime(handle, (1, 1))),
        "change rights": lambda: talk.chmod(0o640),
        "change rights outside": lambda: (top / "outside" / "secret").chmod(0o640),
        "change rights of what is open": lambda: with_read_only(talk, lambda handle: os.fchmod(handle, 0o640)),
        "change the owner": lambda: os.chown(talk, os.getuid(), os.getgid()),
        "lock a transcript": lambda: with_read_only(talk, lambda handle: fcntl.flock(handle, fcntl.LOCK_SH)),
        "lock a part of it": lambda: with_read_only(talk, lambda handle: fcntl.lockf(handle, fcntl.LOCK_SH)),
        "write to what was inherited": lambda: os.write(INHERITED, b"x"),
        "rename": lambda: spare.rename(inside / "other"),
        "rename outward": lambda: talk.rename(top / "outside" / "talk"),
        "remove a file": (inside / "link").unlink,
        "remove a directory": (inside / "empty").rmdir,
    }


def reaching(top: Path, ports: tuple[int, int]) -> dict[str, Callable[[], object]]:
    """The network and other processes."""
    parent = os.getppid()
    return {
        "connect over TCP": lambda: connected(socket.AF_INET, ("127.0.0.1", ports[0])),
        "send over UDP": lambda: sent(ports[1]),
        "listen": bound,
        "connect to a socket file": lambda: connected(socket.AF_UNIX, str(top / "outside" / "socket")),
        "connect to an abstract socket": lambda: connected(socket.AF_UNIX, f"\0dreamd-{parent}"),
        "make a pair of sockets": paired,
        "fork": lambda: forked(os.fork),
        "fork as a raw call": lambda: forked(lambda: syscall(56 if X86 else 220, SIGCHLD, 0, 0, 0, 0)),
        "start a program": lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0),
        "become a program": lambda: os.execv(top / "outside" / "program", ["program"]),  # noqa: S606 (it is none)
        "signal the parent": lambda: os.kill(parent, 0),
        "hold the parent": lambda: os.close(os.pidfd_open(parent)),
        "limit the parent": lambda: resource.prlimit(parent, resource.RLIMIT_CORE, (0, 0)),
        "slow the parent": lambda: os.setpriority(os.PRIO_PROCESS, parent, 5),
        "bind the parent to a processor": lambda: os.sched_setaffinity(parent, os.sched_getaffinity(parent)),
    }


def loosening() -> dict[str, Callable[[], object]]:
    """Its own bounds."""
    return {
        "raise a limit": lambda: syscall(302 if X86 else 261, 0, resource.RLIMIT_CORE, bytes(16), None),
        "outlive the parent": lambda: prctl(1, 0),
        "be looked into": lambda: prctl(4, 1),
        "share memory": lambda: syscall(29 if X86 else 194, 0, 4096, 0o1600),
        "memory as a file": lambda: os.close(os.memfd_create("x")),
        "new namespace of users": lambda: syscall(272 if X86 else 97, CLONE_NEWUSER),
    }


def barred() -> dict[str, Callable[[], object]]:
    """What may be barred on a system in other ways too, so that only the refusal can be shown."""
    return {
        "new namespace of files": lambda: syscall(272 if X86 else 97, CLONE_NEWNS),
        "io_uring": lambda: os.close(syscall(425, 1, ctypes.create_string_buffer(120))),
        "bpf": lambda: syscall(321 if X86 else 280, 0, None, 0),
        "keyrings": lambda: syscall(250 if X86 else 219, 0, -3, 0),
        "performance events": lambda: syscall(298 if X86 else 241, None, 0, -1, -1, 0),
        "page faults": lambda: syscall(323 if X86 else 282, 0),
        "trace the parent": lambda: syscall(101 if X86 else 117, 16, os.getppid(), None, None),
        "change root": lambda: os.chroot("/"),
        "mount": lambda: syscall(165 if X86 else 40, None, b"/", None, 0x20, None),
        "become another user": lambda: os.setuid(os.getuid()),
        "push into a terminal": lambda: fcntl.ioctl(0, 0x5412, b"x"),
        "own the signals of a file": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()),
    }


def unknown() -> dict[str, Callable[[], object]]:
    """Calls that no filter can judge, and calls of later kernels."""
    return {
        "clone3": lambda: syscall(435, None, 0),
        "openat2": lambda: syscall(437, -100, b"/", None, 0),
        "setxattrat": lambda: syscall(463, -100, b"/", 0, b"user.x", None, 0),
        "what comes one day": lambda: syscall(600),
    }


def foreign_call() -> None:
    """A 32-bit system call from 64-bit code: getpid by ``int 0x80``."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    page = libc.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, ctypes.c_long(0))
    ctypes.memmove(page, b"\xb8\x14\x00\x00\x00\xcd\x80\xc3", 8)
    ctypes.CFUNCTYPE(ctypes.c_int)(page)()


KILLING: dict[str, Callable[[], object]] = {"x32": lambda: syscall(0x40000000 | 39), "int80": foreign_call}


def working(top: Path) -> dict[str, Callable[[], object]]:
    """What a worker needs after it was confined."""

    def in_a_thread() -> None:
        done: list[bytes] = []
        thread = threading.Thread(target=lambda: done.append((top / "inside" / "talk").read_bytes()))
        thread.start()
        thread.join()
        if done != [b"a row\n"]:
            raise OSError(errno.EIO, "the thread did not read")

    return {
        "read a transcript": (top / "inside" / "talk").read_bytes,
        "list what may be read": lambda: list((top / "inside").iterdir()),
        "thread": in_a_thread,
        "clock": lambda: threading.Event().wait(0.001),
        "random": lambda: os.urandom(8),
        "see that a file is there": (top / "outside" / "secret").stat,
        "read own limits": lambda: resource.getrlimit(resource.RLIMIT_CORE),
        "descriptors": lambda: os.close(os.dup(0)),
    }


def late_imports() -> dict[str, Callable[[], object]]:
    def imported(name: str) -> None:
        before = len(sys.modules)
        try:
            __import__(name)
        except ImportError as error:
            raise OSError(errno.ENOENT, str(error)) from error
        if len(sys.modules) == before:
            raise OSError(errno.EEXIST, f"{name} was there already")

    found = ("csv", "unicodedata", "_strptime", "dreamd.engines.embedded", "dreamd.sources.claude_code")
    attempts: dict[str, Callable[[], object]] = {name: lambda name=name: imported(name) for name in found}  # type: ignore[misc]
    attempts["codec idna"] = lambda: "bücher.example".encode("idna")
    attempts["codec utf-32"] = lambda: b"\0\0\0a".decode("utf-32-be")
    return attempts


def laid_out(top: Path) -> None:
    for name in ("inside", "outside", "inside/empty"):
        (top / name).mkdir()
    (top / "outside" / "secret").write_text("secret")
    (top / "outside" / "program").write_bytes(b"\0")
    (top / "outside" / "program").chmod(stat.S_IRWXU)
    (top / "inside" / "talk").write_bytes(b"a row\n")
    (top / "inside" / "spare").write_text("spare")
    (top / "inside" / "link").symlink_to("../outside/secret")


def outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def child(top: Path, mode: str, ports: tuple[int, int], out: int) -> None:
    groups = {
        "works": working(top),
        "late": late_imports() if os.access(os.__file__, os.R_OK) else {},
        "denied": reading(top) | writing(top) | reaching(top, ports) | loosening(),
        "barred": barred(),
        "unknown": unknown(),
    }
    report: dict[str, object] = {}
    readable = [top / "inside", top / "inside" / "talk", top / "gone"]
    if mode in ("bare", "landlock", "seccomp"):
        groups = {"denied": groups["denied"]}
    if mode == "landlock":
        landlock.restrict([*readable, *confine.interpreter()])
    elif mode == "seccomp":
        seccomp.apply()
    elif mode != "bare":
        confinement = confine.confine(readable, out, 1.0)
        report = {"layers": confinement.layers, "missing": confinement.missing}
    if mode in KILLING:
        KILLING[mode]()
    for group, attempts in groups.items():
        report[group] = {name: outcome(attempt) for name, attempt in attempts.items()}
    report["limits"] = {
        name: resource.getrlimit(getattr(resource, name)) for name in ("RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_NOFILE")
    }
    report["dumpable"] = LIBC.prctl(3, 0, 0, 0, 0)
    os.write(out, json.dumps(report).encode())


def main() -> None:
    uid, mode = int(sys.argv[1]), sys.argv[2]
    if uid != os.getuid():
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
        prctl(4, 1)  # else the parent's environment is closed to its own user
    with (
        tempfile.TemporaryDirectory(prefix="dreamd-denied-") as name,
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        top = Path(name)
        laid_out(top)
        udp.bind(("127.0.0.1", 0))
        unix.bind(str(top / "outside" / "socket"))
        unix.listen()
        abstract.bind(f"\0dreamd-{os.getpid()}")
        abstract.listen()
        os.dup2(os.open(top / "outside" / "secret", os.O_WRONLY), INHERITED)
        ports = tcp.getsockname()[1], udp.getsockname()[1]
        receiving, out = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                child(top, mode, ports, out)
            finally:  # what the parent holds is the parent's to remove
                os._exit(0)
        os.close(out)
        with os.fdopen(receiving, "rb") as handle:
            printed = handle.read().decode()
        _, status = os.waitpid(pid, 0)
        print(json.dumps({"signal": status & 0x7F, "code": status >> 8, "report": json.loads(printed or "{}")}))  # noqa: T201 (the test reads it)


if __name__ == "__main__":
    main()
