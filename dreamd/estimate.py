"""How many tokens a text has, without asking anybody: never fewer than the models' own count on ordinary text."""

from __future__ import annotations

PROMPT_TOKENS = 100_000
"""No prompt is larger: above it the default model's price is five times as high for the whole prompt."""
ASCII_CHARS, OTHER_TOKENS = 2.5, 1.5


def tokens(text: str) -> int:
    """An estimate from above: 2.5 ASCII characters a token (models need 3 to 4.5), 1.5 tokens any other character."""
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / ASCII_CHARS + (len(text) - plain) * OTHER_TOKENS) + 1
