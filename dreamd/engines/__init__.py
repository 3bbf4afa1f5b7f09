"""The shelf of engines: how new sessions become edits of the staged copy.

An engine sees a digest and the memory as records, and can do nothing but propose operations; it opens no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Reply, Request
    from dreamd.records import Operation, TopicView, Turn


def no_model(_request: Request) -> Reply:
    """What an engine without a model is given.

    Raises:
        EngineError: always.
    """
    raise EngineError("this engine was given no model")


def waits(_session: str) -> None:
    """What an engine that reads everything never calls."""


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
    rounds: int = 40
    """Replies of a model within which the dream must come to an end."""


@dataclass(frozen=True, slots=True)
class Host:
    """What an engine may ask of the run."""

    propose: Callable[[Operation], str]
    """Apply the operation to the staged copy; empty when it was applied, else the reason it was refused."""
    leave: Callable[[str], None] = waits
    """A session's id that was not read after all: it waits for the next dream."""
    complete: Callable[[Request], Reply] = no_model
    """Ask the model; from up to four threads at once.

    Raises:
        EngineError: it gave no usable answer.
        LimitReached: a ceiling is reached; what was found so far may still be proposed.
    """


@dataclass(frozen=True, slots=True)
class Engine:
    """One way to dream."""

    name: str
    dream: Callable[[Work, Host], None]
    """Propose operations until done.

    Raises:
        EngineError: it could not finish; nothing will be published.
    """
    backend: str = ""
    """The entry of the shelf of backends that answers ``Host.complete``; empty for an engine without a model."""
