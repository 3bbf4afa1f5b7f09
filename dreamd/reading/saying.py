"""Words and whose they are, before they are turns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dreamd.records import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dreamd.records import Role, Transcript


WRAPPER = re.compile(r"<([a-z]+(?:[-_][a-z]+)+)(?:\s[^<>]*)?>.*</\1(?:\s[^<>]*)?>", re.DOTALL)
"""A whole prompt inside one compound tag: machines write so, people hardly ever."""


def insertions(*tags: str) -> re.Pattern[str]:
    """Finds what a client put into a prompt: within one of the tags, or as the files that the person named.

    The group ``tag`` has the tag's name. An insertion goes to its last closing mark, or to the end where it has none:
    what others wrote may hold such a mark too, to pass for the person's words from there on.
    """
    named = "|".join(map(re.escape, tags))
    return re.compile(
        rf"^<(?P<tag>{named})(?:\s[^<>]*)?>(?:.*</(?P=tag)>|.*\Z)"
        r"|^--- Content from referenced files ---(?:.*^--- End of content ---|.*\Z)",
        re.DOTALL | re.MULTILINE,
    )


class Said(NamedTuple):
    """Words and whose they are."""

    role: Role
    text: str
    why: str
    """The rule that gave the role; see ``Turn.why``."""


def apart(prompt: str, inserted: re.Pattern[str]) -> tuple[list[Said], str]:
    """What ``insertions`` finds in a prompt, and what is left of the prompt without it."""
    found = [
        Said("injected", match[0], match["tag"]) if match["tag"] else Said("pasted", match[0], "referenced")
        for match in inserted.finditer(prompt)
    ]
    return found, inserted.sub("", prompt).strip()


def prompted(typed: str, sent: str, spoken: Callable[[str], Iterator[Said]]) -> Iterator[Said]:
    """A prompt as it was typed, where the client keeps that beside what it made of it and sent; else as it was sent."""
    expanded = typed.strip() and typed.strip() != sent.strip()
    yield from spoken(typed if expanded else sent)
    if expanded:
        yield Said("injected", sent, "expanded")


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
