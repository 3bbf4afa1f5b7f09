"""What the chosen engine will do: who answers, whose bill it is, up to what, what leaves the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import models, prices, readiness, reckoning, spending, state
from dreamd.config import KEY_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.commands import Asked

SENT = (
    "the redacted text of what you and the agent said in new sessions, and the memory's entries; no tool results, "
    "unless the model looks at them; no files"
)
BIT = 1_000
"""New tokens of a dream, to tell whether one costs anything."""


def told(asked: Asked) -> Iterator[str]:
    """The lines, of the settings in force; what the key is stands in none of them."""
    settings, environment = asked.config.dream, asked.environment
    engine = models.chosen(settings)
    if models.backend(models.engine(engine)) is None:
        yield "The engine is 'embedded': no key, no network, nothing leaves this machine."
        if settings.engine == "auto" and environment.get(KEY_VARIABLE):
            yield f"{KEY_VARIABLE} is set and stays unused; to let a model distil: dreamd init --engine anthropic"
        return
    key = readiness.key(settings, environment, engine)
    yield f"A model distils: {readiness.named(settings, environment, engine)}; {key}."
    if error := readiness.lacking(settings, environment, engine):
        yield f"It cannot be asked yet: {error.message}. {error.fix}"
    if reckoning.estimate(BIT, settings, environment, engine).usd[1]:
        most = (settings.max_usd_per_dream, settings.max_usd_per_month, settings.confirm_usd)
        dream, month, ask = map(prices.told, most)
        yield f"Ceilings: {dream} dollars a dream, {month} a month; a dream by hand above {ask} asks first."
    else:
        yield "It counts as free, so no ceiling applies ([dream] usd_per_million sets a price)."
    near = readiness.here(settings, environment, engine)
    where = "Goes to that server, on this machine or its network" if near else "Leaves this machine"
    yield f"{where}: {SENT}."


def this_month(asked: Asked) -> str:
    """Which model distils, and what this month's dreams have cost; empty where none was chosen."""
    settings, engine = asked.config.dream, models.chosen(asked.config.dream)
    if models.backend(models.engine(engine)) is None:
        return ""
    with state.database(asked.places.database, look=True) as db:
        spent = prices.told(spending.this_month(db, asked.now_ns))
    month = f"this month {spent} of {prices.told(settings.max_usd_per_month)} dollars"
    return f"model: {readiness.named(settings, asked.environment, engine)}; {month}"
