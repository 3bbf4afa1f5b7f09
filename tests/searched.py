"""Searches all that dreamd has, as it lies on the disk and unpacked, for words that must not be there."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def holders(words: str, *directories: Path) -> list[str]:
    """Files below the directories that hold the words (whatever the case, as they are or as JSON escapes), and objects.

    Of each git repository every object is unpacked, reachable or not. An agent's transcripts are left out.
    """
    forms = [form for said in (words, words.lower()) for form in (said.encode(), json.dumps(said)[1:-1].encode())]
    found = []
    for directory in directories:
        for path in sorted(directory.rglob("*")):
            if path.is_file() and not path.is_symlink() and _holds(path.read_bytes(), forms):
                found.append(str(path))
            if path.suffix == ".git" and path.is_dir() and _holds(_unpacked(path), forms):
                found.append(f"{path}: an object")
    return found


def _holds(data: bytes, forms: Iterable[bytes]) -> bool:
    return any(form in case for case in (data, data.lower()) for form in forms)


def _unpacked(repository: Path) -> bytes:
    """Every object, one behind the other."""
    command = [str(shutil.which("git")), "--git-dir", str(repository), "cat-file", "--batch-all-objects", "--batch"]
    return subprocess.run(command, check=True, capture_output=True).stdout
