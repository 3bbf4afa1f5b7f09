"""The shelf of backends: ways to have a model complete a prompt, each over its own wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd.records import Record, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Reply, Request


class Model(Record, frozen=True):
    """Which model, and how it is reached."""

    name: str
    effort: str = "low"
    base_url: str = ""
    """Empty: the backend's own default."""
    key: str = ""
    """Empty: whatever the backend finds by itself (the SDK's environment, the CLI's login)."""
    environment: dict[str, str] = {}
    """For backends that start a program."""


@dataclass(frozen=True, slots=True)
class Backend:
    """One way to a model."""

    name: str
    title: str
    complete: Callable[[Request, Model, float], Reply]
    """Answer one prompt within so many seconds, without retries of its own.

    Raises:
        ModelFailed: there is no complete answer.
    """
    price: Callable[[Model, Tokens], float]
    """Dollars of so many tokens; 0.0 where nobody is billed by the token."""
