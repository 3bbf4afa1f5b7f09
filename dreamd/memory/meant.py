"""Which of many statements a person means by words of theirs; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory.entry import fold

if TYPE_CHECKING:
    from collections.abc import Sequence


def meant(statements: Sequence[str], query: str) -> list[int]:
    """Numbers of the statements: that read so; else that hold each word; else that hold its letters in other words."""
    asked, said = fold(query), [fold(statement) for statement in statements]
    words = asked.split()
    exact = [at for at, text in enumerate(said) if text == asked]
    held = [at for at, text in enumerate(said) if words and all(word in text for word in words)]
    return exact or [at for at in held if all(_alone(word, said[at]) for word in words)] or held


def _alone(word: str, text: str) -> bool:
    """Whether it stands there as a word of its own; Chinese is written without spaces."""
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text) is not None
