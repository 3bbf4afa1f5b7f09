"""What tokens cost, in dollars."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dreamd.records import Tokens

MILLION = 1_000_000


class Rate(NamedTuple):
    """Dollars for a million tokens."""

    input: float
    output: float
    long_prompt: int = 0
    """Above so many prompt tokens the whole request costs ``LONG`` times as much; 0: never."""


LONG = 5.0
WRITTEN, CACHED = 1.25, 0.1
"""Of the input's price: to send a token and have it kept for five minutes, and to send a kept one once more."""

RATES = {
    "claude-haiku-5-5": Rate(0.10, 0.50, 100_000),
    "claude-haiku-4-5": Rate(1.0, 5.0),
    "claude-sonnet-5-5": Rate(2.0, 10.0),
    "claude-opus-5-5": Rate(4.0, 20.0),
    "claude-fable-5": Rate(10.0, 50.0),
    "claude-opus-4": Rate(15.0, 75.0),
    "claude-3-opus": Rate(15.0, 75.0),
    "claude-sonnet-4": Rate(3.0, 15.0),
    "sonnet": Rate(3.0, 15.0),
    "haiku": Rate(1.0, 5.0),
}
"""Anthropic's own prices of November 2026; of older models and bare families, the dearest there was."""


def cost(model: str, tokens: Tokens, own: tuple[float, ...] = ()) -> float:
    """Dollars of one request, counted from above.

    Every input token that was not read from the cache counts as written to it, which is what happens when a dialog goes
    on. A name that several fit counts as the most exact of them, an unknown one as the dearest of all.

    Args:
        model: as the server or a gateway calls it (``anthropic/claude-haiku-5-5``).
        tokens: of the one request, since long prompts have a price of their own.
        own: the person's own prices for a million input and output tokens; what was read from a cache counts in full.
    """
    if own:
        return ((tokens.input + tokens.cached) * own[0] + tokens.output * own[1]) / MILLION
    rate = _rate(model)
    long = rate.long_prompt and tokens.input + tokens.cached > rate.long_prompt
    dollars = tokens.input * rate.input * WRITTEN + tokens.cached * rate.input * CACHED + tokens.output * rate.output
    return dollars * (LONG if long else 1.0) / MILLION


def _rate(model: str) -> Rate:
    known = [name for name in RATES if name in model.casefold()]
    return RATES[max(known, key=len)] if known else max(RATES.values(), key=lambda rate: rate.output)


CENTS, LEAST = 0.1, 1e-6


def told(usd: float) -> str:
    """Dollars for people: ``0.26``, ``5.00``, ``0.0019``; small ones with two digits that tell, never a false zero."""
    if usd <= 0 or usd >= CENTS:
        return f"{usd:.2f}" if usd > 0 else "0"
    small = max(usd, LEAST)
    return f"{small:.{1 - math.floor(math.log10(small))}f}".rstrip("0")
