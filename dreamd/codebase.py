"""What a project's repository has, as far as a memory speaks of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Codebase:
    """What was looked up in a repository; nothing was run of it and nothing asked over a network."""

    files: frozenset[str] = frozenset()
    """Tracked files, and files that a statement names and that are there; relative to the project."""
    once: frozenset[str] = frozenset()
    """Names and paths that the history knows and that are gone."""
    sought: frozenset[str] = frozenset()
    """Symbols that were looked for in the tracked files."""
    symbols: frozenset[str] = frozenset()
    """Those that stand in one."""
    branches: frozenset[str] = frozenset()
    """Local and remote ones, and tags; a remote one also without its remote's name."""
    versions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Package or language, lower case -> what the repository's own files say of its version."""
    remotes: tuple[str, ...] = ()
    """Addresses."""
    urls: frozenset[str] = frozenset()
    """Addresses in the tracked files, of the hosts that statements name."""
