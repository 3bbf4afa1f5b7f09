"""Lets one call by which a process changes files go wrong: builds ``shim.c``, and steers it over a shared page."""

from __future__ import annotations

import errno
import mmap
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_name("shim.c")
PAGE = struct.Struct("=5i40s216s1024s")


class How(IntEnum):
    """What happens at the Nth change; in the order of ``shim.c``."""

    COUNT = 0
    KILL = 1
    """SIGKILL just before it."""
    TEAR = 2
    """SIGKILL just after it, and after half of what a write was to write."""
    FAIL = 3
    FAIL_FROM = 4
    """It and all that follow fail; where the disk is full, what needs no room succeeds."""
    SHORT = 5
    """A write writes half."""
    STOP = 6
    """SIGSTOP just before it."""


def built(directory: Path) -> Path:
    """The shared library, made from its source; skips where nothing can make it."""
    if sys.platform != "linux":
        pytest.skip("the shim knows the libc of Linux alone")
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("no gcc to build the shim with: apt install gcc libc6-dev")
    library = directory / "shim.so"
    command = [
        compiler,
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-fPIC",
        "-o",
        str(library),
        str(SOURCE),
        "-ldl",
    ]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if "stdlib.h" in made.stderr:
        pytest.skip("gcc has no headers of libc: apt install libc6-dev")
    assert made.returncode == 0, made.stderr
    return library


@dataclass(frozen=True)
class Shim:
    """The page that a process with the shim shares with us."""

    library: Path
    path: Path
    page: mmap.mmap

    def arm(self, how: How, at: int = 0, error: int = errno.EIO) -> None:
        """From now on, count anew and let the Nth change go wrong in this way."""
        self.page[:] = PAGE.pack(0, at, how, error, 0, b"", b"", b"")

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to have the shim loaded."""
        return {"LD_PRELOAD": str(self.library), "DREAMD_SHIM": str(self.path)}

    @property
    def kinds(self) -> str:
        """A letter for each change that there was: ``s`` a sync, ``w`` a write, ``-`` another."""
        count, *_, kinds = PAGE.unpack(self.page[:])
        assert count <= len(kinds)
        return str(kinds[:count].decode())

    @property
    def hit(self) -> str:
        """The call that went wrong and what it was to change, for the message of a test; empty where none did."""
        *_, hits, what, path, _ = PAGE.unpack(self.page[:])
        return f"{what.rstrip(bytes(1)).decode()} {path.partition(bytes(1))[0].decode()}" if hits else ""


def shim(directory: Path) -> Shim:
    """A shim of one's own, its library and its page in that directory."""
    library, path = built(directory), directory / "page"
    path.write_bytes(bytes(PAGE.size))
    with path.open("r+b") as file:
        return Shim(library, path, mmap.mmap(file.fileno(), PAGE.size))
