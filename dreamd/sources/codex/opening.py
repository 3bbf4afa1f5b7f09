"""Reads from the first rows of a rollout what holds for all of it: whose session it is, and who started it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from dreamd.reading.decoding import value
from dreamd.sources.codex import names
from dreamd.sources.codex.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.jsonl import Line

HEAD = 8
"""Lines: behind a session's own head, those of the sessions that it was forked from."""
PROGRAMS = ("codex_exec", "codex_sdk", "codex_mcp")
"""How clients call themselves that no person types into."""
SOURCES = frozenset({"exec", "mcp"})
OTHERS = ("subagent", "internal", "guardian", "memory")
"""How sources begin that the client spawned, for the agent or for its own ends."""
PEOPLE = frozenset({"", "user", "cli", "vscode"})
"""Whose a thread is, where it is a person's; what else it is called, a feature of the client started it."""


class Opening(msgspec.Struct, frozen=True):
    """What the head of a rollout says."""

    time: str = ""
    cwd: str = ""
    version: str = ""
    origin: str = ""
    """The session whose history stands here: its own, or the one that a fork copied."""
    headless: bool = False
    subagent: bool = False
    """An agent wrote the prompts, not a person."""


def opening(lines: Iterable[Line]) -> Opening:
    """What the first lines say; the first head is the session's own, those behind it are copies.

    Raises:
        OSError: the file cannot be read.
    """
    heads = [row for _, data, _ in islice(lines, HEAD) for row in decode(data) if row.name == names.META]
    if not heads:
        return Opening()
    own = heads[0].payload
    source = value(own.source)
    kinds = [str(kind).lower() for kind in (source if isinstance(source, dict) else [source])]
    thread = (own.thread_source or "").lower()
    program = not SOURCES.isdisjoint(kinds) or (own.originator or "").startswith(PROGRAMS)
    return Opening(
        time=own.timestamp or heads[0].time,
        cwd=own.cwd or "",
        version=own.cli_version or "",
        origin=heads[-1].payload.id or "",
        headless=program or thread not in PEOPLE,
        subagent=any(kind.startswith(OTHERS) for kind in (*kinds, thread)),
    )
