"""Words and whose they are, before they are turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dreamd.records import Turn

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from dreamd.records import Role, Transcript


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


def without(text: str, inserted: re.Pattern[str], role: Role = "injected", why: str = "") -> Iterator[Said]:
    """What was inserted into a prompt, each with the rule's name or its tag's; then what is left, as the person's.

    Args:
        text: the prompt as the transcript has it.
        inserted: whole insertions; the group ``tag`` names the rule where ``why`` is empty.
        role: of the insertions.
        why: the rule, where one name does for all.
    """
    for match in inserted.finditer(text):
        yield Said(role, match[0].strip(), why or match["tag"])
    yield Said("human", inserted.sub("", text).strip(), "typed")
