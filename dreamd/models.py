"""Gives an engine its model: which one, with whose key, within what ceilings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import backends, engines, registry, spending, state, undumpable
from dreamd.backends import Backend, Model
from dreamd.broker import Broker, Hours
from dreamd.config import KEY_VARIABLE
from dreamd.purse import Ceilings, Purse
from dreamd.recording import Ended, Proposed, Recorder
from dreamd.records import Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dreamd.attempt import Setting
    from dreamd.config import DreamSettings
    from dreamd.digest import Reading
    from dreamd.engines import Engine
    from dreamd.records import Dream, Operation


@dataclass(frozen=True, slots=True)
class Chosen:
    """One session that a dream is to read, and what a model would read of it."""

    reading: Reading
    tokens: int


def engine(name: str) -> Engine:
    """The engine called ``name``.

    Raises:
        ConfigError: there is none.
    """
    return cast("Engine", registry.entry(engines, "ENGINE", name))


def chosen(settings: DreamSettings) -> str:
    """Name of the engine that the settings mean: no model, until the person has chosen one."""
    return "embedded" if settings.engine == "auto" else settings.engine


def backend(chosen: Engine) -> Backend | None:
    """The engine's way to a model; ``None`` where it has none."""
    return cast("Backend", registry.entry(backends, "BACKEND", chosen.backend)) if chosen.backend else None


def variable(settings: DreamSettings) -> str:
    """Name of the environment variable that holds the model's key; empty where the server is to get none."""
    return settings.key_env or ("" if settings.base_url else KEY_VARIABLE)


def model(settings: DreamSettings, environment: Mapping[str, str]) -> Model:
    """The model that the settings name. What they leave open the backend takes from the environment itself."""
    return Model(
        name=settings.model,
        effort=settings.effort,
        base_url=settings.base_url,
        key_from=settings.key_env,
        key=environment.get(variable(settings), ""),
        usd_per_million=settings.usd_per_million,
        environment=dict(environment),
    )


@dataclass(frozen=True, slots=True)
class Asking:
    """What answers a dream's prompts, and what keeps the record of it."""

    broker: Broker
    recorder: Recorder

    def recorded(self, propose: Callable[[Operation], str]) -> Callable[[Operation], str]:
        """The same function, with each operation and its refusal in the record."""

        def told(operation: Operation) -> str:
            refusal = propose(operation)
            self.recorder.write(Proposed(operation=operation, refusal=refusal))
            return refusal

        return told


def asking(setting: Setting, name: str, dream_id: str) -> Asking | None:
    """What answers the prompts of the engine called ``name``; ``None`` for one without a model.

    Raises:
        ConfigError: there is no such engine.
    """
    wire = backend(engine(name))
    if wire is None:
        return None
    undumpable.become()  # from here on this process holds a key for a while
    settings = setting.config.dream
    ceilings = Ceilings(per_dream=settings.max_usd_per_dream, per_month=settings.max_usd_per_month)
    purse = Purse(ceilings, partial(_enter, setting, dream_id))
    hours = Hours(time.monotonic, time.sleep, time.monotonic() + settings.minutes * 60)
    recorder = Recorder(setting.places.runs / dream_id, setting.now, setting.heard)
    return Asking(Broker(wire, model(settings, setting.environment), purse, recorder, hours), recorder)


def _enter(setting: Setting, dream_id: str, usd: float) -> float:
    with state.database(setting.places.database) as db:
        return spending.enter(db, dream_id, usd, setting.now())


def spent(setting: Setting, dream_id: str) -> float:
    """Dollars that stand against the dream, those set aside for prompts under way included."""
    with state.database(setting.places.database, look=True) as db:
        return spending.of(db, dream_id)


def asked(dream: Dream) -> bool:
    """Whether a model answered a prompt of this dream, the embedded engine in its place notwithstanding."""
    return dream.tokens != Tokens() or dream.cost_usd > 0


def billed(dream: Dream, asked: Asking | None) -> Dream:
    """The dream with what its model took."""
    if asked is None:
        return dream
    spent = asked.broker.spent
    return msgspec.structs.replace(dream, tokens=spent.tokens, cost_usd=round(spent.usd, 6))


def end(asked: Asking | None, dream: Dream) -> None:
    """Close the record with what became of the dream."""
    if asked is not None and asked.recorder.path.exists():
        asked.recorder.write(Ended(dream=dream))
