"""A statement as it is compared: its words with what they mean, and what it says; records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dreamd.comparing.amounts import Amount
    from dreamd.comparing.senses import Sense


class Part(NamedTuple):
    """A word or phrase of a statement."""

    text: str
    meant: tuple[Sense, ...]
    names: frozenset[str]
    """What it is compared by: the names of its things and deeds, or the word itself."""
    at: int
    clause: int
    conditional: bool
    """It tells when the rest holds."""


class Meant(NamedTuple):
    """A statement as it is compared."""

    text: str
    rest: str
    """Without numbers, days and names: in it the parts stand."""
    parts: tuple[Part, ...]
    """What carries something, in order."""
    names: frozenset[str]
    """Of all of them, and of all things of a kind."""
    listed: frozenset[str]
    """Those of them that the lists have."""
    sides: dict[str, frozenset[str]]
    """Question -> the sides that it takes."""
    members: dict[str, frozenset[str]]
    """Kind of things -> those that it is for."""
    refused: dict[str, frozenset[str]]
    """Kind of things -> those that it is against."""
    amounts: tuple[Amount, ...]
    labels: frozenset[tuple[str, str]]
    days: frozenset[str]
    codes: frozenset[str]
    """Names of variables, columns, functions."""
    who: frozenset[str]
    """People and groups that it names."""
    where: frozenset[str]
    """Hosts, addresses and paths."""
    gone: frozenset[str]
    """Those of them that it says no of."""
    unlimited: bool
    denied: frozenset[int]
    """Clauses that say no as a whole."""
    past: bool
    only: bool
    turned: dict[str, int]
    """Question of which a side is denied -> the clause."""
    subject: frozenset[str]
    """What the first words name."""
