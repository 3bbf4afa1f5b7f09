"""Characters that nobody sees, and that may stand in a word all the same."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

KINDS = frozenset({"Cc", "Cf", "Cs"})
SEEN = "\t\n"
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Letters and marks that are drawn as nothing."""


def stripped(text: str) -> str:
    """The text without them; line ends and tabs stay."""
    hidden = {ord(sign): None for sign in set(text) if is_invisible(sign)}
    return text.translate(hidden) if hidden else text


@cache
def is_invisible(sign: str) -> bool:
    """Whether a character is drawn as nothing at all."""
    return sign not in SEEN and (unicodedata.category(sign) in KINDS or BLANKS.match(sign) is not None)
