"""Names and places inside one workspace's memory, in both layouts (memory.md, A workspace)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeAlias

from dreamd.records import Record

Layout: TypeAlias = Literal["claude-code", "workspace"]

INDEX_LINES_WARN, INDEX_LINES_FULL = 150, 180
INDEX_CHARS_WARN, INDEX_CHARS_FULL = 18_750, 22_500
TOPIC_BYTES = 4_096
"""Agents cut a topic here."""
FILE_BYTES = 256 * 1024
"""A larger file is reported and left alone."""
LOCK_NAME = ".consolidate-lock"
STAGING = ".dreamd"
ARCHIVE = ".archive"
IDENTITY = "soul.md"
"""People write it; dreamd never does."""
RESIDENT = frozenset({IDENTITY, "user.md", "agent.md", "user-profile.md", "agent-rules.md", "recent.md"})
"""What is read at every start is called so, in one layout or the other: no new topic is."""
COMMON = "me"
"""Name of the workspace that holds what is true in every project."""
STEM = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

SLUG_LIMIT = 200


class Workspace(Record, frozen=True):
    """One memory and the project whose sessions feed it.

    File names inside are relative to ``root`` with ``/`` between parts, e.g. ``MEMORY.md`` in layout ``claude-code``
    and ``memory/MEMORY.md`` in layout ``workspace``.
    """

    name: str
    """Unique, usable as a file name."""
    root: Path
    layout: Layout
    project: Path
    """The repository (or directory) that the sessions belong to."""

    @property
    def prefix(self) -> str:
        """What stands before the names of the index and the topics."""
        return "" if self.layout == "claude-code" else "memory/"

    @property
    def memory(self) -> Path:
        """The directory that holds the index, the topics and the lock file."""
        return self.root if self.layout == "claude-code" else self.root / "memory"

    @property
    def lock(self) -> Path:
        """The file whose mtime is the watermark."""
        return self.memory / LOCK_NAME

    @property
    def index(self) -> str:
        """Name of the index."""
        return f"{self.prefix}MEMORY.md"

    @property
    def people(self) -> tuple[str, ...]:
        """Resident files that a dream may only confirm or supersede in, never add to."""
        if self.layout == "claude-code":
            return ("user-profile.md", "agent-rules.md")
        return (IDENTITY, "user.md", "agent.md")

    def resident(self, kind: Literal["user", "feedback"]) -> str:
        """The stem of the people's file that holds what people are and prefer, or how agents must behave."""
        person, rules = self.people[-2:]
        return (person if kind == "user" else rules).removesuffix(".md")

    def file(self, stem: str) -> str:
        """Name of the file with that stem, a topic's or a people's."""
        return f"{stem}.md" if f"{stem}.md" in self.people else self.topic(stem)

    def topic(self, stem: str) -> str:
        """Name of the topic's file."""
        return f"{self.prefix}{stem}.md"

    def archive(self, stem: str) -> str:
        """Name of the file that keeps what was retired from the topic."""
        return f"{self.prefix}{ARCHIVE}/{stem}.md"

    def stem(self, name: str) -> str:
        """The stem of a file in the memory directory itself; empty for the index, the archive and what lies outside."""
        inner = name.removeprefix(self.prefix)
        if not name.startswith(self.prefix) or "/" in inner or not inner.endswith(".md"):
            return ""
        return "" if name == self.index else inner.removesuffix(".md")

    def archived(self, name: str) -> str:
        """The stem of the topic that an archive file belongs to; empty for every other file."""
        inner = name.removeprefix(f"{self.prefix}{ARCHIVE}/")
        return inner.removesuffix(".md") if inner != name and "/" not in inner and inner.endswith(".md") else ""


def slug(path: str) -> str:
    """Claude Code's name for a project directory: every UTF-16 unit that is no ASCII letter or digit becomes ``-``.

    Longer than 200 units, Claude Code appends a hash that depends on its runtime; such a slug cannot be computed and
    only its first 200 characters are returned (transcripts.md 1.1.2).
    """
    units = path.encode("utf-16-le", "surrogatepass")
    pairs = (units[at : at + 2] for at in range(0, len(units), 2))
    made = "".join(chr(low) if high == 0 and chr(low).isalnum() and low < 128 else "-" for low, high in pairs)  # noqa: PLR2004 (ASCII)
    return made[:SLUG_LIMIT]
