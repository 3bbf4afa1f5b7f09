"""Asks git about a bare repository of ours, with an environment made from nothing.

So no configuration, hook or signing key of the person takes part.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from dreamd.errors import StoreError
from dreamd.records import Record

OPTIONS = (
    "core.fsync=all",
    "core.fsyncMethod=fsync",
    "gc.auto=0",
    "core.hooksPath=/dev/null",
    "init.defaultBranch=main",
    "init.defaultRefFormat=files",
    # File names are bytes to us, on every system.
    "core.ignoreCase=false",
    "core.precomposeUnicode=false",
    "core.protectNTFS=false",
    "core.protectHFS=false",
    # What a history's own configuration may not ask for, wherever it came from.
    "protocol.allow=never",
    "log.showSignature=false",
    "gpg.program=false",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
)


class Repository(Record, frozen=True):
    """One workspace's history. ``require`` makes it."""

    path: Path
    """The bare repository; it is made by the first ``record``."""
    git: Path
    """The program."""


def objects(repository: Repository, ids: list[str]) -> list[bytes]:
    """The objects' raw bytes, in order."""
    out = git(repository, "cat-file", "--batch", data="".join(f"{item}\n" for item in ids).encode())
    found, at = [], 0
    for item in ids:
        line = out.index(b"\n", at)
        fields = out[at:line].split()
        if len(fields) != 3:  # noqa: PLR2004 (id, type, size; "<id> missing" otherwise)
            raise damaged(repository, f"object {item} is missing")
        at = line + 1 + int(fields[2]) + 1
        found.append(out[line + 1 : at - 1])
    return found


def git(repository: Repository, *arguments: str, data: bytes = b"") -> bytes:
    """What git says to these arguments, given ``data``.

    Raises:
        StoreError: it fails.
    """
    settings = [word for option in OPTIONS for word in ("-c", option)]
    environment = {
        "PATH": str(repository.git.parent),
        "LC_ALL": "C",
        "GIT_DIR": str(repository.path),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
    }
    command = [str(repository.git), *settings, *arguments]
    try:
        ran = subprocess.run(command, input=data, env=environment, capture_output=True, check=False)
    except OSError as error:
        raise damaged(repository, f"git does not start: {error.strerror}") from error
    if ran.returncode:  # what git says without failing is a warning, and harms nothing
        lines = ran.stderr.decode(errors="replace").strip().splitlines() or [f"git ended with {ran.returncode}"]
        raise damaged(repository, next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0]))
    return ran.stdout


def damaged(repository: Repository, why: str) -> StoreError:
    """The error of a history that cannot be used."""
    return StoreError(
        f"the history {repository.path} could not be read or written: {why}",
        "Check free space and permissions; if it is damaged, move it away and dreamd starts a new one.",
    )
