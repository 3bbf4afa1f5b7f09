"""Reads what agents are told anyway: the statements of CLAUDE.md, AGENTS.md and GEMINI.md, which are no memory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files
from dreamd.memory import admission

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places

NAMES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
FILE_BYTES = 256 * 1024
"""A longer file is left alone, as are links: where they lead is not the person's word."""
MARK = re.compile(r"\s*(?:[-*+>|]|\d{1,3}[.)]|#{1,6})\s")
"""How a line begins that does not go on with the one before."""
SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


def read(project: Path, places: Places) -> frozenset[str]:
    """The statements of the project's files and of the person's own CLAUDE.md, folded (``admission.folded``)."""
    own = Path(places.environment.get("CLAUDE_CONFIG_DIR") or places.home / ".claude") / NAMES[0]
    there = [project / name for name in NAMES] if project.is_absolute() else []
    return frozenset(said for path in (*there, own) for said in statements(_text(path)))


def statements(text: str) -> Iterator[str]:
    """Every list item, paragraph and sentence of a Markdown text, folded."""
    block: list[str] = []
    for line in (*text.splitlines(), ""):
        if block and (not line.strip() or MARK.match(line)):
            whole = " ".join(block)
            yield from map(admission.folded, {whole, *SENTENCE.split(whole)} - {""})
            block = []
        block += [line.strip()] if line.strip() else []


def _text(path: Path) -> str:
    try:
        return (files.read_regular(path, FILE_BYTES) or b"").decode(errors="replace")
    except (OSError, ValueError):  # not there, not readable, or a name that no system knows
        return ""
