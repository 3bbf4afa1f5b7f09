"""Cursor's agent transcripts, which tell neither times nor ids."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from dreamd import files
from dreamd.reading import counting, following, saying, walking
from dreamd.reading.decoding import decoder, strings, value
from dreamd.reading.saying import WRAPPER, Said
from dreamd.sources import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.jsonl import Trail
    from dreamd.paths import Places
    from dreamd.records import Mark, Transcript, Turn
    from dreamd.sources import Damaged, Tally

NAME = "cursor"
TRUSTED = ".workspace-trusted"
"""Stands beside the transcripts of a workspace that the person trusted, and names it."""
TRUSTED_BYTES = 1 << 16
BEGIN = re.compile(r'\{"(?:role|type|message)"\s*:')
OPEN, CLOSE = "<user_query>", "</user_query>"


class Message(msgspec.Struct, frozen=True, gc=False):
    """What was said."""

    content: Raw = Raw()


class Row(msgspec.Struct, frozen=True, gc=False):
    """A message, or a note of the client."""

    role: str | None = None
    type: str | None = None
    message: Message = Message()


class Workspace(msgspec.Struct, frozen=True, rename="camel"):
    """What a workspace's mark of trust holds."""

    workspace_path: str = ""


decode = decoder(Row, BEGIN, lambda found: "role" in found and "message" in found)


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``CURSOR_DATA_DIR`` takes the place of ``~/.cursor``."""
    return [walking.place(places, "CURSOR_DATA_DIR", ".cursor") / "projects"]


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A folder's name tells no project for sure; the mark of trust does. Subagents lie deeper."""
    walk, workspace = walking.Walk(damaged), cache(_workspace)
    for root in roots(places):
        for found in walking.below(root, "*/agent-transcripts/*/*.jsonl", walk):
            if found.path.stem == found.path.parent.name:
                yield walking.transcript(NAME, found.path.stem, found, workspace(found.path.parents[2]))
        for found in walking.below(root, "*/agent-transcripts/*.jsonl", walk):
            if not found.path.with_suffix("").joinpath(found.path.name).exists():
                yield walking.transcript(NAME, found.path.stem, found, workspace(found.path.parents[1]))


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``."""
    tally.cwd = transcript.cwd
    with following.opened(transcript, mark, tally) as log:
        for row in following.rows(log, decode, tally):
            if row.role not in {"user", "assistant"} and row.type != "turn_ended":
                counting.unknown(row.role or row.type or "(no type)", tally)
            yield from _turns(_said(row), row, transcript, log.line)
        tally.mark = following.reached(log)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """See ``Source.rows``."""
    found = decode(following.at(transcript, line, trail))
    return [turn for row in found for turn in _turns([*_tools(row), *_said(row)], row, transcript, line)]


def _workspace(folder: Path) -> str:
    try:
        return msgspec.json.decode(
            files.read_regular(folder / TRUSTED, TRUSTED_BYTES) or b"{}", type=Workspace
        ).workspace_path
    except (OSError, ValueError, RecursionError):
        return ""


def _said(row: Row) -> Iterator[Said]:
    text = "\n".join(str(block["text"]) for block in _blocks(row) if block.get("type") == "text" and block.get("text"))
    if row.role == "assistant":
        yield Said("assistant", text, "assistant")
    elif row.role == "user" and OPEN in text:
        yield from _query(text)
    elif row.role == "user":
        machine = WRAPPER.fullmatch(text.strip()) or text.lstrip().startswith("<")
        yield Said("injected", text, "wrapper") if machine else Said("human", text.strip(), "typed")


def _query(text: str) -> Iterator[Said]:
    """What the person typed, in its tags; where these stand more than once, what was attached holds some too."""
    if (text.count(OPEN), text.count(CLOSE)) != (1, 1):
        yield Said("injected", text, "several_queries")
        return
    before, _, rest = text.partition(OPEN)
    typed, _, behind = rest.partition(CLOSE)
    yield Said("injected", f"{before}{behind}", "around_query")
    yield Said("human", typed.strip(), "user_query")


def _tools(row: Row) -> Iterator[Said]:
    for block in _blocks(row):
        if block.get("type") in {"tool_use", "tool_call"}:
            arguments = json.dumps(block.get("input"), ensure_ascii=False)
            yield Said("tool_call", f"{block.get('name') or ''} {arguments}", "tool_call")
        elif block.get("type") in {"tool_result", "tool-result"}:
            yield Said("tool_result", "\n".join(strings(block.get("content"))), "tool_result")


def _blocks(row: Row) -> list[dict[str, object]]:
    content = value(row.message.content)
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _turns(words: Iterable[Said], row: Row, transcript: Transcript, line: int) -> list[Turn]:
    """The rows have no identity; place and words tell one from others, where a file is read again."""
    texts = "\0".join(text for _, text, _ in _said(row))
    return saying.turns(words, transcript, line, row=f"{transcript.session}#{line}:{files.sha256(texts.encode())[:16]}")


SOURCE = Source(name=NAME, title="Cursor", roots=roots, find=find, read=read, rows=rows, experimental=True)
