"""Reads whole numbers that somebody else wrote: they may be of any length, or of signs that only look like digits."""

from __future__ import annotations

DIGITS = 15
"""More than any number that we ask for has."""


def whole(text: str, digits: int = DIGITS) -> int | None:
    """The number, or ``None`` where the text is none of at most so many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
