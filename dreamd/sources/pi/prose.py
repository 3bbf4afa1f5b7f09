"""Tells the person's own words in a prompt from the files and skills that pi put around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.reading.saying import WRAPPER, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

INSERTED = re.compile(r'^<(?P<tag>skill|file)\s+name="[^"\n]*"[^>\n]*>(?:.*</(?P=tag)>|.*\Z)', re.DOTALL | re.MULTILINE)
"""To its last closing tag: a file may hold one too, to pass for the person's words from there on."""


def spoken(text: str) -> Iterator[Said]:
    """Whose words these are that stand where a person types."""
    for match in INSERTED.finditer(text):
        yield Said("injected", match[0], "skill") if match["tag"] == "skill" else Said("pasted", match[0], "file")
    body = INSERTED.sub("", text).strip()
    yield Said("injected", body, "wrapper") if WRAPPER.fullmatch(body) else Said("human", body, "typed")
