"""Decodes a line of a session, and the JSON texts that the database holds."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from msgspec import Raw

from dreamd.files import sha256
from dreamd.reading.decoding import FAILURES, decoder, strings, value

Kind = TypeVar("Kind")

BEGIN = re.compile(r'\{"(?:created|description|id|role|working_dir)"\s*:')
TYPES = frozenset({"acp", "gateway", "scheduled", "terminal", "user"})
"""Kinds of sessions that are read."""
AGENTS = frozenset({"hidden", "specialist", "sub_agent"})
"""Kinds in which Goose speaks with itself."""
RUNS = frozenset({"scheduled"})
"""Kinds that no person sits at."""
CHANNELS = frozenset({"gateway"})
"""Kinds that messages of others reach."""
USED = frozenset({"frontendToolRequest", "text", "toolRequest", "toolResponse"})
IGNORED = frozenset(
    {
        "actionRequired",
        "contextLengthExceeded",
        "conversationCompacted",
        "image",
        "reasoning",
        "redactedThinking",
        "summarizationRequested",
        "systemNotification",
        "thinking",
        "toolConfirmationRequest",
    }
)
"""Parts in which neither side says anything; what a person puts into a form that a tool shows is not read."""


class Visibility(msgspec.Struct, frozen=True, gc=False, rename={"user": "userVisible", "agent": "agentVisible"}):
    """Who gets to see a message."""

    user: bool = True
    agent: bool = True


class Annotations(msgspec.Struct, frozen=True, gc=False):
    """Whom a text is for; nobody named is everybody."""

    audience: list[str] | None = None


class Part(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A part of a message."""

    type: str | None = None
    text: Raw = Raw()
    annotations: Annotations | None = None
    tool_call: Raw = Raw()
    tool_result: Raw = Raw()


class Row(msgspec.Struct, frozen=True, gc=False):
    """The header, or a message."""

    type: str | None = None
    role: str | None = None
    created: int | None = None
    """Seconds since 1970."""
    content: list[Part] | None = None
    metadata: Visibility | None = None
    by: str = ""
    """In our copy: what else than a person wrote the prompt."""
    working_dir: str | None = None
    description: str | None = None
    session_type: str | None = None
    schedule_id: str | None = None

    @property
    def header(self) -> bool:
        """Whether it says what the session is."""
        return self.role is None and (self.working_dir is not None or self.description is not None)

    @property
    def hidden(self) -> bool:
        """Whether the client put it before the agent, or keeps it, without showing it."""
        return self.metadata is not None and not self.metadata.user

    @property
    def words(self) -> str:
        """Its texts in one, as the client puts them together when it repeats a prompt."""
        return "\n".join(
            text for part in self.content or [] if part.type == "text" for text in strings(value(part.text))
        )

    @property
    def identity(self) -> str:
        """What tells it from others: in forks, and in the database that took over a file, the ids are new ones."""
        return f"goose:{self.created or 0}:{sha256(self.words.encode('utf-8', 'replace'))[:16]}"


class Recipe(msgspec.Struct, frozen=True):
    """What a session was begun with."""

    prompt: str | None = None


def _is_row(found: dict[str, object]) -> bool:
    return found.keys() >= {"role", "content"} or "working_dir" in found


decode = decoder(Row, BEGIN, _is_row)


def visibility(text: str) -> Visibility:
    """Who sees a message by its metadata: everybody where there is none, nobody where it cannot be decoded."""
    return (_decoded(text, Visibility) or Visibility(user=False, agent=False)) if text else Visibility()


def recipe_of(text: str) -> bool:
    """Whether the recipe asks the first question itself."""
    found = _decoded(text, Recipe)
    return bool(found and found.prompt)


def content_of(text: str) -> list[object]:
    """The parts of a message; one of a kind that nobody knows where they cannot be decoded."""
    found = _decoded(text, list[object])
    return [{"type": "(no list)"}] if found is None else found


def _decoded(text: str, kind: type[Kind]) -> Kind | None:
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=kind | None)
    except FAILURES:
        return None
