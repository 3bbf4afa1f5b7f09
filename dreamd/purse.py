"""The dollars of one dream: set aside and written down before a prompt, settled after it, never over a ceiling."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from dreamd.errors import LimitReached, StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable


class Ceilings(Record, frozen=True):
    """What may be spent, in dollars."""

    per_dream: float
    per_month: float


class Purse:
    """What a dream has spent and what its prompts under way may still cost; several threads may use it.

    Args:
        ceilings: what may be spent.
        enter: writes down so many dollars more against this dream, and tells what stands against the month in all, by
            other processes too; raises ``StoreError`` where it cannot.
    """

    def __init__(self, ceilings: Ceilings, enter: Callable[[float], float]) -> None:
        self._ceilings = ceilings
        self._enter = enter
        self._lock = threading.Lock()
        self._spent = 0.0
        self._reserved = 0.0

    @property
    def spent(self) -> float:
        """Dollars so far."""
        return self._spent

    def reserve(self, worst: float) -> None:
        """Set aside what a prompt may cost at most.

        Raises:
            LimitReached: with it, a ceiling could be passed.
            StoreError: it cannot be written down, so it must not be spent.
        """
        with self._lock:
            _within("max_usd_per_dream", self._spent + self._reserved + worst, self._ceilings.per_dream, self._spent)
            total = self._enter(worst) if worst else 0.0
            try:
                _within("max_usd_per_month", total, self._ceilings.per_month, total - worst)
            except LimitReached:
                self._enter(-worst)
                raise
            self._reserved += worst

    def settle(self, worst: float, real: float) -> None:
        """What was set aside for a prompt becomes what it cost; where that cannot be written down, the worst stands."""
        with self._lock:
            self._reserved -= worst
            self._spent += real
            with suppress(StoreError):
                if real != worst:
                    self._enter(real - worst)


def _within(setting: str, total: float, ceiling: float, spent: float) -> None:
    if total > ceiling:
        raise LimitReached(
            f"the next prompt could pass {setting} = {ceiling:g}; {spent:.4f} dollars are spent",
            f"Raise [dream] {setting}.",
            "cost",
        )
