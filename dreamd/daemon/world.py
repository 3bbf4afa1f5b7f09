"""What a daemon is given from outside: places, settings, clocks, and those who listen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd import clock
from dreamd.daemon import conditions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamd.config import Config
    from dreamd.daemon.notify import Supervisor
    from dreamd.daemon.telling import Teller
    from dreamd.paths import Places


@dataclass(slots=True)
class World:
    """What a daemon is given from outside; ``config`` is replaced when it is read again."""

    places: Places
    config: Config
    reload: Callable[[], Config]
    """Reads the configuration again; raises ``ConfigError`` where it is not valid."""
    arm: Callable[[], None]
    """Sees that the runs find the configuration in force, whatever became of their copy; raises ``StoreError``."""
    environment: dict[str, str] = field(repr=False)
    """Every run's; a model's key may stand in it."""
    options: tuple[str, ...]
    """Ours, that every run is started with."""
    search: str
    """PATH, to find git."""
    teller: Teller
    supervisor: Supervisor
    new_id: Callable[[], str]
    """A fresh id for a dream."""
    hold: Callable[[], bool]
    """Sees that no other daemon runs beside us: ``presence.Post.hold``."""
    now: Callable[[], int] = clock.now_ns
    supplies: Path = conditions.SUPPLIES
