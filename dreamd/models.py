"""Gives an engine its model: which one, with whose key, within what ceilings, and what that may cost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import backends, engines, ledger, recording, registry, state
from dreamd.backends import Backend, Model
from dreamd.broker import Broker, Hours
from dreamd.engines import Engine
from dreamd.purse import Ceilings
from dreamd.recording import Recorder
from dreamd.records import Record, Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.attempt import Setting
    from dreamd.config import DreamSettings
    from dreamd.records import Dream
    from dreamd.state import Session

SHARE_OUT = 0.1
"""Tokens that a dream writes for each that it reads, at most, by experience."""
FIXED_TOKENS = 12_000
"""Prompt, tools and memory, read again by each agent of a dream."""


class Estimate(Record, frozen=True):
    """What a dream may take."""

    tokens: int
    usd: float


def engine(name: str) -> Engine:
    """The engine called ``name``.

    Raises:
        ConfigError: there is none.
    """
    return cast("Engine", registry.entry(engines, "ENGINE", name))


def backend(chosen: Engine) -> Backend | None:
    """The engine's way to a model; ``None`` where it has none."""
    return cast("Backend", registry.entry(backends, "BACKEND", chosen.backend)) if chosen.backend else None


def model(settings: DreamSettings, environment: Mapping[str, str]) -> Model:
    """The model that the settings name. What they leave open the backend takes from the environment itself."""
    return Model(
        name=settings.model,
        effort=settings.effort,
        base_url=settings.base_url or environment.get("ANTHROPIC_BASE_URL", ""),
        key=environment.get(settings.key_env, ""),
        environment=dict(environment),
    )


def estimate(
    sessions: Iterable[Session], settings: DreamSettings, environment: Mapping[str, str], name: str
) -> Estimate:
    """What a dream over these sessions may take with the engine called ``name``, without asking anybody."""
    wire = backend(engine(name))
    read = sum(session.tokens for session in sessions) + FIXED_TOKENS
    spent = Tokens(input=read, output=int(read * SHARE_OUT))
    return Estimate(tokens=read, usd=wire.price(model(settings, environment), spent) if wire else 0.0)


def broker(setting: Setting, chosen: Engine, dream_id: str) -> Broker | None:
    """What answers the engine's prompts; ``None`` for an engine without a model.

    Raises:
        StoreError: what was spent this month cannot be told.
    """
    wire = backend(chosen)
    if wire is None:
        return None
    settings = setting.config.dream
    recording.prune(setting.places.runs, setting.now())
    with state.database(setting.places.database, look=True) as db:
        spent = ledger.spent_this_month(db, setting.now())
    return Broker(
        wire,
        model(settings, setting.environment),
        Ceilings(per_dream=settings.max_usd_per_dream, per_month=settings.max_usd_per_month, spent=spent),
        Recorder(setting.places.runs / dream_id, setting.now),
        Hours(time.monotonic, time.sleep, time.monotonic() + settings.minutes * 60),
    )


def billed(dream: Dream, asked: Broker | None) -> Dream:
    """The dream with what its model took."""
    if asked is None:
        return dream
    return msgspec.structs.replace(dream, tokens=asked.spent.tokens, cost_usd=round(asked.spent.usd, 6))
