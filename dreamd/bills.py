"""What dreams cost, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import ledger, models, prices, state

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.paths import Places
    from dreamd.records import Dream


def of(dream: Dream) -> str:
    """``0.0019 dollars``; ``free`` where a model answered for nothing; empty where none was asked."""
    if dream.cost_usd:
        return dollars(dream.cost_usd)
    return "free" if models.asked(dream) else ""


def dollars(usd: float) -> str:
    """The sum with its unit, or that a model asks for none."""
    return f"{prices.told(usd)} dollars" if usd else "free"


def of_steps(places: Places, steps: Iterable[str]) -> dict[str, str]:
    """Id -> the bill of its dream, of those steps that were dreams with a model."""
    with state.database(places.database, look=True) as db:
        dreams = [dream for step in steps if (dream := ledger.outcome(db, step))]
    return {dream.dream_id: of(dream) for dream in dreams if of(dream)}
