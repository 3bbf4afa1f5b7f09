"""The shelf of sources: one agent's transcripts a file.

A source never guesses: a row it cannot class is counted as unknown, a project it cannot tell stays empty. It writes
nothing, but for a copy below our own state where an agent keeps its sessions in a database. It knows nothing of memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd.records import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreamd.jsonl import Trail
    from dreamd.paths import Places
    from dreamd.records import Transcript, Turn

OWN_MARKER = "<!-- dreamd run -->"
"""Stands in the first prompt of a session that dreamd started."""


class Damaged(msgspec.Struct, frozen=True):
    """Where a directory or a file could not be read, and why."""

    path: Path
    reason: str


@dataclass(slots=True)
class Tally:
    """What one reading saw beside the turns; filled in while ``read`` goes on, complete when it ends."""

    mark: Mark = field(default_factory=Mark)
    anew: bool = False
    """It was read from the first row on: never before, or written anew since the mark; all that there is comes."""
    bad_lines: int = 0
    """Lines of which nothing could be decoded."""
    unknown: dict[str, int] = field(default_factory=dict)
    """Record types this source does not name."""
    cwd: str = ""
    """The first working directory: the session's home."""
    last: str = ""
    """Time of the newest row."""
    versions: set[str] = field(default_factory=set)
    headless: bool = False
    own: bool = False
    """Started by dreamd itself."""


@dataclass(frozen=True, slots=True)
class Source:
    """One agent's transcripts."""

    name: str
    """As it stands in references: ``claude-code``."""
    title: str
    """As people call it: ``Claude Code``."""
    roots: Callable[[Places], list[Path]]
    """Directories that are looked at, existing or not."""
    find: Callable[[Places, list[Damaged]], Iterator[Transcript]]
    """Every session's file, by stat alone (or our copy); unreadable places are appended to the list, never raised."""
    read: Callable[[Transcript, Mark, Tally], Iterator[Turn]]
    """The turns after the mark, in file order, streaming: human, assistant, pasted, injected and summary.

    A file that was rewritten or truncated since the mark is read from its beginning.

    Tool calls and results are left out; ``rows`` shows them.

    Raises:
        OSError: the file cannot be opened or read.
    """
    rows: Callable[[Transcript, int, Trail], list[Turn]]
    """All turns of one line, of every role, whole: what evidence is checked against. Empty where there is none.

    ``Turn.row`` is empty where the line alone does not tell which row of the session it is.

    The trail is the source's own: the caller keeps one list a transcript, empty at first, and hands it in again.

    Raises:
        OSError: the file cannot be opened or read.
    """
    experimental: bool = False
    """Written from descriptions; no genuine files have proven it."""
