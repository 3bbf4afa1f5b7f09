"""Keeps out what a tool that others wrote returns in the very form of a person's refusal or answer."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, BinaryIO

from dreamd import jsonl
from dreamd.sources.claude_code.row import OUTSIDE, decode
from dreamd.sources.claude_code.turns import blocks

if TYPE_CHECKING:
    from dreamd.reading.saying import Said
    from dreamd.sources.claude_code.row import Row


def possible(words: list[Said]) -> bool:
    """Whether a tool's result carried some of the words."""
    return any(one.why in {"refusal", "answer"} for one in words)


def genuine(words: list[Said], row: Row, outside: set[str]) -> list[Said]:
    """The row's words without those that one of the ``outside`` calls may have put into the person's mouth."""
    if not outside or not possible(words) or row.tool_denial_kind == "user-rejected":
        return words
    answered = {block.tool_use_id for block in blocks(row.message) if block.type == "tool_result"}
    return [one for one in words if not possible([one])] if outside & answered else words


def calls(row: Row) -> set[str]:
    """The calls in the row of tools that others wrote."""
    if row.type != "assistant":
        return set()
    return {block.id for block in blocks(row.message) if block.name and block.id and block.name.startswith(OUTSIDE)}


def calls_before(handle: BinaryIO, line: int) -> set[str]:
    """The same for all lines before this one.

    Raises:
        OSError: the file cannot be read.
    """
    before = takewhile(lambda one: one[0] < line, jsonl.lines(handle))
    named = (data for _, data, _ in before if OUTSIDE.encode() in data)
    return {call for data in named for row in decode(data) for call in calls(row)}
