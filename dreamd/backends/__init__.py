"""The shelf of backends: ways to have a model complete a prompt, each over its own wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from dreamd import estimate, slugs
from dreamd.errors import ModelFailed
from dreamd.records import Record, Tokens
from dreamd.redact import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.dialog import Reply, Request


MOST_TOKENS = 2_000_000


class Model(Record, frozen=True):
    """Which model, and how it is reached."""

    name: str
    effort: str = "low"
    """How hard it thinks: low, medium, high. Only Claude models are told; empty: they are not, either."""
    base_url: str = ""
    """Empty: the backend's own default."""
    key: str = ""
    """Empty: with a ``base_url`` none is sent, else whatever the backend finds by itself (the SDK's environment)."""
    key_from: str = ""
    """The variable that the person named for the key: where it is empty, no other key is looked for."""
    usd_per_million: tuple[float, ...] = ()
    """What input and output tokens cost, where the person said so."""
    environment: dict[str, str] = {}
    """For backends that start a program."""

    def __repr__(self) -> str:
        return f"Model({self.name!r})"  # neither key nor environment in any traceback


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
    asks: int = 1
    """Prompts that one completion may take: what it may cost is reserved before."""
    size: Callable[[Request], int] = estimate.prompt
    """Tokens of the largest of them as it is sent, estimated from above."""


def counted(tokens: Tokens) -> bool:
    """Whether these may be the tokens of one answer: no model takes more, and a server that says so does not count."""
    return all(0 <= count <= MOST_TOKENS for count in msgspec.structs.astuple(tokens))


def failed(reason: str, detail: str = "", retry_after: float | None = None, usd: float = 0.0) -> ModelFailed:
    """The error of a reason, in the reason's own words.

    Args:
        reason: a slug of ``slugs.MODEL``.
        detail: what the other side said: redacted, cut and made one line here.
        retry_after: as in ``ModelFailed``.
        usd: the same.
    """
    what, remedy = slugs.MODEL[reason]
    line = one_line(detail)
    said = f"{what}: {line}" if line else what
    return ModelFailed(reason, said, f"{remedy[0].upper()}{remedy[1:]}.", retry_after, usd)
