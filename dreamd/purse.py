"""The dollars of one dream: reserved before a prompt, settled after it, never over a ceiling."""

from __future__ import annotations

import threading

from dreamd.errors import LimitReached
from dreamd.records import Record


class Ceilings(Record, frozen=True):
    """What may be spent, in dollars."""

    per_dream: float
    per_month: float
    spent: float = 0.0
    """Of the month, before this dream."""


class Purse:
    """What a dream has spent and what its prompts under way may still cost; several threads may use it."""

    def __init__(self, ceilings: Ceilings) -> None:
        self._ceilings = ceilings
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
        """
        with self._lock:
            total = self._spent + self._reserved + worst
            _within("dream", total, self._ceilings.per_dream, self._spent)
            month = self._ceilings.spent
            _within("month", month + total, self._ceilings.per_month, month + self._spent)
            self._reserved += worst

    def settle(self, worst: float, real: float) -> None:
        """What was set aside for a prompt becomes what it cost."""
        with self._lock:
            self._reserved -= worst
            self._spent += real


def _within(span: str, total: float, ceiling: float, spent: float) -> None:
    if total > ceiling:
        raise LimitReached(
            f"the next prompt could pass the {ceiling:.2f} dollars of a {span}; {spent:.4f} are spent",
            f"Raise [dream] max_usd_per_{span}.",
            "cost",
        )
