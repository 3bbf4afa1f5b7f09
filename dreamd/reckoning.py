"""What a dream may take, reckoned before anybody is asked anything: from the least to the most that is likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import models, prices, spending, state
from dreamd.dream.explorers import FINDINGS_TOKENS, SHARE_TOKENS
from dreamd.dream.loop import DIRECT_TOKENS, DREAM_TOKENS
from dreamd.estimate import PROMPT_TOKENS
from dreamd.records import Record, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dreamd.attempt import Setting
    from dreamd.config import DreamSettings
    from dreamd.models import Chosen

REAL = 0.6
"""Tokens that a model counts for each of ours, which are counted from above."""
DREAM_FIXED, MEMORY, EXPLORER_FIXED = 6_000, 10_000, 2_000
"""Instructions and tools of a dream; the memory that it is shown, at most; instructions and tools of an explorer."""
FEW, MANY = 3, 10
"""Replies of a dream that has little to do, and of one that looks at much and proposes much."""
EXPLORING = 4
"""Replies of an explorer that looks around."""
SAID, ADDED = 400, 1_500
"""What a short reply writes; what a round adds to the dialog, reply and results together."""


class Estimate(Record, frozen=True):
    """What a dream may take: at least, at most."""

    tokens: tuple[int, int] = (0, 0)
    usd: tuple[float, float] = (0.0, 0.0)

    def __add__(self, other: Estimate) -> Estimate:
        """Both together."""
        tokens = (self.tokens[0] + other.tokens[0], self.tokens[1] + other.tokens[1])
        return Estimate(tokens=tokens, usd=(self.usd[0] + other.usd[0], self.usd[1] + other.usd[1]))


def estimate(tokens: int, settings: DreamSettings, environment: Mapping[str, str], name: str) -> Estimate:
    """What a dream over so many new tokens may take with the engine called ``name``, without asking anybody.

    At least: each text goes out once and is read from the cache from then on. At most: every round sends all of it in
    full, explorers included; but no dream passes its ceiling.
    """
    wire = models.backend(models.engine(name))
    if wire is None:
        return Estimate()
    model, new = models.model(settings, environment), min(tokens, DREAM_TOKENS)
    least, most = list(_least(new)), list(_most(new)) * wire.asks
    usd = (sum(wire.price(model, one) for one in least), sum(wire.price(model, one) for one in most))
    return Estimate(
        tokens=(sum(one.input + one.output for one in least), sum(one.input + one.output for one in most)),
        usd=(usd[0], max(usd[0], min(usd[1], settings.max_usd_per_dream))),
    )


def _explored(new: int) -> int:
    """Explorers that read in the dream's place."""
    return -(-new // SHARE_TOKENS) if new > DIRECT_TOKENS else 0


def _least(new: int) -> Iterator[Tokens]:
    explorers = _explored(new)
    for _ in range(explorers):
        yield Tokens(input=int(REAL * (EXPLORER_FIXED + new // explorers)), output=SAID)
    prompt = int(REAL * (DREAM_FIXED + (0 if explorers else new)))
    yield Tokens(input=prompt, output=SAID)
    for _ in range(1, FEW):
        yield Tokens(input=SAID, cached=prompt, output=SAID)


def _most(new: int) -> Iterator[Tokens]:
    explorers = _explored(new)
    for _ in range(explorers):
        yield from _rounds(EXPLORER_FIXED + new // explorers, EXPLORING)
    yield from _rounds(DREAM_FIXED + MEMORY + (FINDINGS_TOKENS if explorers else new), MANY)


def _rounds(prompt: int, rounds: int) -> Iterator[Tokens]:
    for number in range(rounds):
        yield Tokens(input=min(prompt + number * ADDED, PROMPT_TOKENS), output=ADDED)


def too_dear(setting: Setting, name: str, chosen: Iterable[Chosen]) -> str:
    """Why not to begin: the least that the dream takes would pass a ceiling. Empty where it would not."""
    settings = setting.config.dream
    least = estimate(sum(item.tokens for item in chosen), settings, setting.environment, name).usd[0]
    if not least:
        return ""
    with state.database(setting.places.database, look=True) as db:
        left = spending.left(db, settings.max_usd_per_month, setting.now())
    ceilings = {"max_usd_per_dream": settings.max_usd_per_dream, "max_usd_per_month": left}
    passed = [key for key, most in ceilings.items() if least > most]
    if not passed:
        return ""
    room = f"{passed[0]} leaves {prices.told(ceilings[passed[0]])}"
    return f"it would take at least {prices.told(least)} dollars, and {room}; raise [dream] {passed[0]}"
