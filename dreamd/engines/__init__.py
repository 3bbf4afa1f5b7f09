"""The shelf of engines: how new sessions become edits of the staged copy.

An engine sees a digest and the memory as records, and can do nothing but propose operations; it opens no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.records import Operation, TopicView, Turn


@dataclass(frozen=True, slots=True)
class Work:
    """What one dream is about."""

    digest: tuple[tuple[Turn, ...], ...]
    """New turns, redacted, one tuple a session, oldest session first."""
    context: dict[str, tuple[Turn, ...]]
    """For each session its last turns before the digest: context, never evidence."""
    memory: tuple[TopicView, ...]
    """The topics as they are."""
    today: str
    """Date of the dream."""
    full: bool = False
    """The index takes no new topic; add to the nearest one."""


@dataclass(frozen=True, slots=True)
class Host:
    """What an engine may ask of the run."""

    propose: Callable[[Operation], str]
    """Apply the operation to the staged copy; empty when it was applied, else the reason it was refused."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One way to dream."""

    name: str
    dream: Callable[[Work, Host], None]
    """Propose operations until done.

    Raises:
        EngineError: it could not finish; nothing will be published.
    """
