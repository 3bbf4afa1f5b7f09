"""Which statements a memory holds, and since when others are void."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dreamd.memory import entry as entries
from dreamd.records import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable


class Sayings:
    """The statements of a memory while it is edited; spelling aside, the same words are the same statement.

    Args:
        standing: its entries.
        archived: what was retired from it.
    """

    def __init__(self, standing: Iterable[Entry], archived: Iterable[Entry]) -> None:
        self._standing = Counter(_spoken(entry) for entry in standing)
        self._void = {_spoken(entry): entry.archived for entry in archived}

    def refusal(self, text: str, date: str) -> str:
        """Why a statement of that date is none to add; empty where it is one."""
        spoken = _spoken(Entry(text=text))
        if self._standing[spoken]:
            return "already known: the memory says this; confirm that entry instead"
        void = self._void.get(spoken, "")
        return f"it was retired on {void}; only what was said since then brings it back" if date < void else ""

    def comes(self, entry: Entry) -> None:
        """The entry stands from now on."""
        self._standing[_spoken(entry)] += 1

    def goes(self, entry: Entry, date: str) -> None:
        """The entry was retired on that date."""
        self._standing[_spoken(entry)] -= 1
        self._void[_spoken(entry)] = date


def _spoken(entry: Entry) -> str:
    return entries.fold(entries.plain(entry.text))
