"""Decodes a thread into its messages."""

from __future__ import annotations

import re

import msgspec
from msgspec import Raw

from dreamd.files import sha256
from dreamd.reading.decoding import decoder, strings, value

NOWHERE = re.compile(r"(?!)")
ROLES = frozenset({"user", "assistant", "info"})
USED = frozenset({"manual_bash_invocation", "server_tool_use", "summary", "text", "tool_result", "tool_use"})
IGNORED = frozenset({"image", "redacted_thinking", "thinking"})
"""Blocks in which nothing is said."""
UNFINISHED = frozenset({"running", "streaming"})


class Run(msgspec.Struct, frozen=True, gc=False):
    """What came of a tool."""

    result: Raw = Raw()
    progress: Raw = Raw()
    error: Raw = Raw()


class Block(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """A part of a message."""

    type: str | None = None
    text: Raw = Raw()
    hidden: object = None
    """The client wrote it, and does not show it."""
    name: str | None = None
    input: Raw = Raw()
    run: Run = Run()
    args: Raw = Raw()
    tool_run: Run = Run()
    summary: Raw = Raw()


class Meta(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """How a prompt came."""

    sent_at: float | None = None
    """Milliseconds since 1970."""
    from_aggman: object = None
    from_executor_thread: object = msgspec.field(default=None, name="fromExecutorThreadID")
    """Another thread's agent sent it."""


class Usage(msgspec.Struct, frozen=True, gc=False):
    """What an answer cost."""

    timestamp: str | None = None


class State(msgspec.Struct, frozen=True, gc=False):
    """Of an answer."""

    type: str | None = None


class Message(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """What was said at once."""

    role: str | None = None
    message_id: int | None = None
    content: list[Block] | str | None = None
    meta: Meta = Meta()
    usage: Usage = Usage()
    state: State = State()
    parent_tool_use_id: str | None = None
    """A subagent's."""

    @property
    def blocks(self) -> list[Block]:
        """The content as blocks, whatever its form."""
        if isinstance(self.content, str):
            return [Block(type="text", text=Raw(msgspec.json.encode(self.content)))]
        return self.content or []

    @property
    def id(self) -> str:
        """What tells it from others of its thread: an edited prompt keeps its number, and results come in later."""
        own = f"{self.role}:{self.message_id}"
        return own if self.role == "assistant" else f"{own}:{self.digest}"

    @property
    def digest(self) -> str:
        """Tells its words from others."""
        texts = [text for block in self.blocks for text in strings(value(block.text))]
        return sha256("\0".join(texts).encode("utf-8", "replace"))[:16]


class Relation(msgspec.Struct, frozen=True, gc=False):
    """To another thread."""

    thread: str = msgspec.field(default="", name="threadID")


class Tree(msgspec.Struct, frozen=True, gc=False):
    """A directory that the client was opened in."""

    uri: str | None = None


class Platform(msgspec.Struct, frozen=True, gc=False, rename="camel"):
    """The client."""

    client: str | None = None
    client_version: str | None = None


class Initial(msgspec.Struct, frozen=True, gc=False):
    """Where the thread began."""

    trees: list[Tree] | None = None
    platform: Platform = Platform()


class Environment(msgspec.Struct, frozen=True, gc=False):
    """The same, in its wrapper."""

    initial: Initial = Initial()


class Thread(msgspec.Struct, frozen=True, gc=False):
    """The whole file."""

    id: str | None = None
    env: Environment = Environment()
    messages: list[Message] | None = None
    relationships: list[Relation] | None = None
    main: str | None = msgspec.field(default=None, name="mainThreadID")


_decode = decoder(Thread, NOWHERE, lambda found: "messages" in found)


def decode(data: bytes) -> tuple[Thread, list[Message]] | None:
    """The thread, with the messages that are written; ``None`` where it is none."""
    thread = next(iter(_decode(data)), Thread())
    if thread.messages is None:
        return None
    unfinished = bool(thread.messages) and thread.messages[-1].state.type in UNFINISHED
    return thread, thread.messages[:-1] if unfinished else thread.messages
