"""Two states of files, compared line by line, to be shown: no secret that stands in them is."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from dreamd import redact

if TYPE_CHECKING:
    from collections.abc import Mapping


def between(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, list[str]]:
    """A unified diff for each file that differs, by name."""
    diffs = {name: _diff(name, before, after) for name in sorted(before.keys() | after.keys())}
    return {name: lines for name, lines in diffs.items() if lines}


def _diff(name: str, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[str]:
    if before.get(name) == after.get(name):
        return []
    # Each file as a whole: of a line alone nobody may be able to tell that a key begins above it.
    old, new = (redact.redact(files.get(name, b"").decode(errors="replace")).splitlines() for files in (before, after))
    return list(difflib.unified_diff(old, new, name if name in before else "/dev/null", name, lineterm=""))
