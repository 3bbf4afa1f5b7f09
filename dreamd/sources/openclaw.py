"""OpenClaw, which writes pi's format and puts words of channels and of its own into it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from dreamd.reading import walking
from dreamd.reading.saying import WRAPPER, Said
from dreamd.sources import Source
from dreamd.sources.pi.reading import Dialect, read, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged

NAME = "openclaw"
METADATA = re.compile(r"\s*(?P<what>[\w ]+) \(untrusted[^)\n]*\):\n```json\n.*?\n```[ \t]*(?:\n|\Z)", re.DOTALL)
"""A block that the gateway puts before a message; inside JSON no line can begin with its closing marks."""
SYSTEM = re.compile(r"\s*System(?: \(untrusted\))?:[^\n]*(?:\n|\Z)")
STAMP = re.compile(r"\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]*\]\s*")
"""Before what was typed at OpenClaw's own desk."""
ENVELOPE = re.compile(r"\[[^\]\n]*(?:\d{4}-\d\d-\d\d|message_id:)[^\]\n]*\]")
"""Before what came over a channel, on which others may write."""
INJECTED = {
    "Read HEARTBEAT.md": "heartbeat",
    "[cron:": "cron",
    "[Subagent ": "subagent",
    "A new session was started via": "session",
    "Pre-compaction memory flush": "session",
}
"""How prompts begin that OpenClaw wrote itself -> ``why``."""


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``OPENCLAW_STATE_DIR`` takes the place of ``~/.openclaw`` (once ``~/.clawdbot``)."""
    if places.environment.get("OPENCLAW_STATE_DIR"):
        return [walking.place(places, "OPENCLAW_STATE_DIR", "") / "agents"]
    return [places.home / name / "agents" for name in (".openclaw", ".clawdbot")]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Checkpoints and what was deleted or reset are copies."""
    walk = walking.Walk(damaged)
    for root in roots(places):
        for found in walking.below(root, "*/sessions/*.jsonl", walk):
            if ".checkpoint." not in found.name:
                yield walking.transcript(NAME, found.name.removesuffix(".jsonl"), found)


def spoken(text: str) -> Iterator[Said]:
    """Whose words a user's message holds; where a channel brought it, nobody can tell, and they are no person's."""
    channel, position = False, 0
    while match := METADATA.match(text, position) or SYSTEM.match(text, position):
        channel |= match[0].lstrip().startswith("Conversation info")
        yield Said("injected", match[0].strip(), "gateway")
        position = match.end()
    body = text[position:].strip()
    stamp = STAMP.match(body)
    body = body[stamp.end() :] if stamp else body
    begun = next((why for start, why in INJECTED.items() if body.startswith(start)), "")
    if begun or WRAPPER.fullmatch(body):
        yield Said("injected", body, begun or "wrapper")
    elif channel or ENVELOPE.match(body):
        yield Said("injected", body, "channel")
    else:
        yield Said("human", body, "typed")


DIALECT = Dialect(spoken=spoken, branches=False)
SOURCE = Source(
    name=NAME,
    title="OpenClaw",
    roots=roots,
    find=find,
    read=partial(read, DIALECT),
    rows=partial(rows, DIALECT),
    experimental=True,
)
