"""What a statement names that the repository can confirm: looked up by name alone, nothing is opened or run."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

Standing: TypeAlias = Literal["", "there", "gone", "unchecked"]
"""Empty: it names nothing of the kind."""

ENDINGS = """
c cc cfg cjs conf cpp cs css csv env go gradle h hpp hs html ini ipynb java js json jsx kt kts lock lua md mjs ml php pl
proto ps1 py pyi r rb rs rst scss sh sql svg swift tf toml ts tsx txt vue xml yaml yml zig
"""
KNOWN = "|".join(sorted(ENDINGS.split(), key=len, reverse=True))
PATH = re.compile(rf"(?<![\w:/.~@-])(?:(?:\./)?(?:[\w.-]+/)+(?:[\w.-]*\w)?|[\w-]+\.(?:{KNOWN})(?![\w(/]))")
"""``src/app.py``, ``docs/``, ``pyproject.toml``."""
FILE = re.compile(rf"\.(?:{KNOWN})$")
OTHER = re.compile(
    r"https?://\S+|`[^`]+`|\w\(\)|\bbranch(?:es)?\b|分支|(?<![\w:/])[~/][\w.-]+/[\w./-]+"
    r"|\bv\d+(?:\.\d+)*\b|\b\d+\.\d+(?:\.\d+)+\b|\b[a-z]+_[a-z_]+\b|\b[A-Z]?[a-z]+[A-Z]\w+\b"
)
"""URLs, code, versions, symbols, branches, places outside the repository."""
NAMES = 12
"""So many of one statement are looked up."""


class Mentioned(Record, frozen=True):
    """How what a statement names stands in the repository."""

    standing: Standing = ""
    gone: tuple[str, ...] = ()
    """Files that it names and that are not there."""


def look(text: str, project: Path) -> Mentioned:
    """Look for the files that the text names below the project's directory.

    A bare name may lie anywhere in the repository, so only what is found at its top is known to be there.
    """
    if not project.is_absolute() or not project.is_dir():
        known = PATH.sub(lambda match: " " if not FILE.search(match[0]) else "`file`", text)
        return Mentioned(standing="unchecked" if OTHER.search(known) else "")
    named = dict.fromkeys(match[0].rstrip(".") for match in PATH.finditer(text))
    there = {name: _there(project, name) for name in list(named)[:NAMES]}
    files = [name for name in there if there[name] or FILE.search(name)]  # "and/or" is none
    lost = [name for name in files if not there[name]]
    if gone := tuple(name for name in lost if _below(project, name)):
        return Mentioned(standing="gone", gone=gone)
    if lost or OTHER.search(PATH.sub(" ", text)):
        return Mentioned(standing="unchecked")
    return Mentioned(standing="there" if files else "")


def _there(project: Path, name: str) -> bool:
    return ".." not in name.split("/") and os.path.lexists(project / name)


def _below(project: Path, name: str) -> bool:
    """Whether the name leads down from the project's own directory: a bare one may lie anywhere below."""
    first, _, rest = name.removeprefix("./").partition("/")
    return ".." not in name.split("/") and bool(rest) and (name.startswith("./") or (project / first).is_dir())
