"""A mark in the files we install, by which a later installation knows its own work from a person's."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from dreamd import files

Whose: TypeAlias = Literal["ours", "edited", "foreign"]
"""As we wrote it; changed since by somebody; without our mark."""

WORDS = "Written by dreamd service install; what you change here is noticed and not overwritten unasked. Mark"
MARK = re.compile(rf"^(?:# |<!-- ){WORDS}: (?P<sum>[0-9a-f]{{16}})(?: -->)?\n", re.MULTILINE)


def marked(text: str, *, xml: bool = False) -> str:
    """The text with the mark as its first line, or behind the first line of an XML document."""
    head, rest = text.split("\n", 1) if xml else ("", text)
    line = f"{WORDS}: {_sum(text)}"
    return f"{head}\n<!-- {line} -->\n{rest}" if xml else f"# {line}\n{rest}"


def whose(data: bytes) -> Whose:
    """Who made a file that lies where ours goes."""
    text = data.decode(errors="replace")
    found = MARK.search(text)
    if found is None:
        return "foreign"
    return "ours" if found["sum"] == _sum(text[: found.start()] + text[found.end() :]) else "edited"


def unmarked(data: bytes) -> bytes:
    """The bytes of a file without the mark."""
    return MARK.sub("", data.decode(errors="replace"), count=1).encode()


def _sum(text: str) -> str:
    return files.sha256(text.encode(errors="replace"))[:16]
