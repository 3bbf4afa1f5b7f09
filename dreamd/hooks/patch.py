"""Text put into JSON in the manner of what surrounds it, or cut out with its comma; every other byte stays; pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from dreamd.hooks import jsonc

if TYPE_CHECKING:
    from dreamd.hooks.jsonc import Read, Span

UNIT = "  "
"""How deep one level is set in, where the text does not tell."""


class Insertion(NamedTuple):
    """Text that comes in at a place."""

    at: int
    text: str

    def into(self, text: str) -> str:
        """The text with it."""
        return text[: self.at] + self.text + text[self.at :]


def first(read: Read, start: int, key: str | None, value: object) -> Insertion:
    """What makes it the first item of the object (with its key) or array that begins there.

    The first, since behind the last there may be a comma, or a remark that belongs to it.
    """
    item = jsonc.skip(read.plain, start + 1)
    empty = read.plain[item] in "}]"
    gap = read.plain[start + 1 : item]
    if empty and "\n" not in read.plain.strip() and read.root != start:
        return Insertion(start + 1, _told(key, value))
    if not empty and "\n" not in gap:
        return Insertion(item, f"{_told(key, value)}, ")
    newline = "\r\n" if "\r\n" in read.text else "\n"
    unit = _unit(read)
    base = _indent(read.text, start)
    inner = _indent(read.text, item) if not empty else base + unit
    told = f"{newline}{inner}{_told(key, value, unit).replace(chr(10), newline + inner)}"
    if not empty:
        return Insertion(start + 1, f"{told},")
    return Insertion(start + 1, told if "\n" in gap else f"{told}{newline}{base}")


def cut(read: Read, span: Span) -> str:
    """The text without the item, its comma, and the blanks that it leaves."""
    text, after = read.text, jsonc.skip(read.spaced, span.stop)
    if read.spaced[after] == ",":
        remark = text[span.stop : after]
        return text[: span.start] + (remark if remark.strip() else "") + text[jsonc.skip(text, after + 1) :]
    before = len(read.spaced[: span.start].rstrip()) - 1  # a comma, or the bracket
    remarked = bool(text[before + 1 : span.start].strip())
    head = text[: span.start] if remarked else text[: before + 1]
    if read.spaced[before] == ",":
        return head[:before] + head[before + 1 :] + text[span.stop :]
    return head + text[span.stop if remarked else jsonc.skip(text, span.stop) :]


def _told(key: str | None, value: object, unit: str | None = None) -> str:
    told = json.dumps(value, indent=unit, ensure_ascii=False)
    return told if key is None else f"{json.dumps(key)}: {told}"


def _unit(read: Read) -> str:
    """How deep the text sets in the first item of its root."""
    item = jsonc.skip(read.plain, read.root + 1)
    if read.plain[item] in "}]" or "\n" not in read.plain[read.root : item]:
        return UNIT
    return _indent(read.text, item) or UNIT


def _indent(text: str, at: int) -> str:
    """The blanks before the first sign of the line that this place is in."""
    line = text[text.rfind("\n", 0, at) + 1 : at].removeprefix("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]
