"""Confines the worker that calls it, for good: it can read what is named, and change or reach nothing.

The order matters: descriptors and limits while they can still be looked at, then Landlock, and the filter of system
calls last of all.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import dreamd
from dreamd import undumpable
from dreamd.records import Record
from dreamd.worker import landlock, seccomp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MEMORY_BYTES = 4 << 30
"""Address space: a line of 64 MB needs a fourth of it, and a bomb does not take the machine."""
DESCRIPTORS = 64
MOST_DESCRIPTORS = 1 << 16
SPARE_SECONDS = 10
MOST_SECONDS = 1 << 31

PR_SET_PDEATHSIG = 1


class Confinement(Record, frozen=True):
    """What came into force."""

    layers: tuple[str, ...] = ()
    """``landlock 7``, ``seccomp``, ``seatbelt``."""
    missing: tuple[str, ...] = ()
    """A sentence for each layer that did not, with the reason."""


def confine(readable: Iterable[Path], keep: int, minutes: float) -> Confinement:
    """Give up what this process does not need; it must have one thread.

    Args:
        readable: what it may go on reading, beside the interpreter's own files.
        keep: the one descriptor that stays open beside 0, 1 and 2.
        minutes: how long it may compute.
    """
    sys.dont_write_bytecode = True
    os.closerange(3, keep)
    os.closerange(keep + 1, MOST_DESCRIPTORS)
    missing: list[str] = []
    _limit(minutes)
    if sys.platform == "darwin":
        return Confinement(layers=("seatbelt",))  # it was started under its profile; the canaries tell
    layers = [
        _layer("ties to its parent", _tie, missing),
        _layer("Landlock", lambda: f"landlock {landlock.restrict([*readable, *interpreter()])}", missing),
        _layer("filter of system calls", _filter, missing),
    ]
    return Confinement(layers=tuple(layer for layer in layers if layer), missing=tuple(missing))


def interpreter() -> list[Path]:
    """Where Python and this package lie: what is imported late, codecs say, is read from there."""
    own = {os.path.realpath(prefix) for prefix in (sys.prefix, sys.base_prefix)}
    installed = [Path(entry) for entry in sys.path if any(_below(os.path.realpath(entry), prefix) for prefix in own)]
    return [*installed, Path(dreamd.__file__).parent]


def _below(path: str, top: str) -> bool:
    return os.path.commonpath([path, top]) == top and path != top


def _layer(name: str, apply: Callable[[], str], missing: list[str]) -> str:
    try:
        return apply()
    except OSError as error:
        missing.append(f"no {name}: {error.strerror}")
        return ""


def _tie() -> str:
    """Die with the parent, and be no window into memory for others of this user."""
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getppid()
    if libc.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    undumpable.become()
    if os.getppid() != parent:
        raise SystemExit  # it died meanwhile; had it died before, the next read from the socket would end
    return ""


def _filter() -> str:
    seccomp.apply()
    return "seccomp"


def _limit(minutes: float) -> None:
    seconds = math.ceil(min(MOST_SECONDS, minutes * 60 + SPARE_SECONDS))
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: DESCRIPTORS,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_AS: MEMORY_BYTES,
    }
    for kind, value in wanted.items():
        with suppress(OSError, ValueError):  # macOS knows no limit of address space
            _, most = resource.getrlimit(kind)
            least = value if most == resource.RLIM_INFINITY else min(value, most)
            resource.setrlimit(kind, (least, least))
