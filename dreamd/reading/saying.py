"""Words and whose they are, before they are turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dreamd.records import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.records import Role, Transcript


WRAPPER = re.compile(r"<([a-z]+(?:[-_][a-z]+)+)(?:\s[^<>]*)?>.*</\1(?:\s[^<>]*)?>", re.DOTALL)
"""A whole prompt inside one compound tag: machines write so, people hardly ever."""


class Said(NamedTuple):
    """Words and whose they are."""

    role: Role
    text: str
    why: str
    """The rule that gave the role; see ``Turn.why``."""


def turns(
    words: Iterable[Said], transcript: Transcript, line: int, stamp: str = "", row: str = "", cwd: str = ""
) -> list[Turn]:
    """The words of one row as turns; what is blank is left out."""
    source, session = transcript.source, transcript.session
    return [
        Turn(source=source, session=session, line=line, role=role, text=text, time=stamp, why=why, row=row, cwd=cwd)
        for role, text, why in words
        if text.strip()
    ]
