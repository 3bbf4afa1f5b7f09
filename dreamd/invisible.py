"""Characters that nobody sees, and that may stand in a word all the same."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

KINDS = frozenset({"Cc", "Cf", "Cs"})
SEEN = "\t\n"
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Letters and marks that are drawn as nothing."""
PARTING = frozenset({"Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Needed inside emoji and several scripts; they reorder nothing."""
STYLE = re.compile(
    "(?<=[\u2000-\u3300\U0001f000-\U0001faff])[\ufe0e\ufe0f](?![\ufe00-\ufe0f])|(?<=[0-9#*])\ufe0f(?=\u20e3)"
)
"""One selector behind a sign says how that is drawn; more of them may spell something."""


def stripped(text: str) -> str:
    """The text without them; line ends and tabs stay."""
    hidden = {ord(sign): None for sign in set(text) if is_invisible(sign)}
    return text.translate(hidden) if hidden else text


@cache
def is_invisible(sign: str) -> bool:
    """Whether a character is drawn as nothing at all."""
    return sign not in SEEN and (unicodedata.category(sign) in KINDS or BLANKS.match(sign) is not None)


def shown(text: str) -> str:
    """The text with each of them as an escape, bidirectional signs too; line ends and tabs stay."""
    text = text.replace("\r\n", "\n")
    told = {sign for sign in set(text) if _told(sign)}
    if not told:
        return text
    styled = {match.start() for match in STYLE.finditer(text)}
    return "".join(f"\\u{ord(sign):04x}" if sign in told and at not in styled else sign for at, sign in enumerate(text))


def _told(sign: str) -> bool:
    return sign not in JOINERS and (is_invisible(sign) or unicodedata.category(sign) in PARTING)
