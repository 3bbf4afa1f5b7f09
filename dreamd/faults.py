"""The nouns of governance: what is wrong with a memory, where it stands, what can be done about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from dreamd.records import Record

Severity: TypeAlias = Literal["blocking", "warning", "note"]
GRAVITY: tuple[Severity, ...] = ("blocking", "warning", "note")


class Place(Record, frozen=True):
    """Lines that a fault is about."""

    file: str
    line: int
    """The first of them."""
    text: str
    """As they stand, without the last line end."""
    date: str = ""
    """When it was last confirmed or changed."""
    sources: tuple[str, ...] = ()


class Edit(Record, frozen=True):
    """One change of a memory.

    ``archive`` takes the lines to the archive, ``file`` a whole file. ``replace`` puts ``text`` in place of one line.
    ``point`` adds a pointer to the file to the index. ``confirm`` says that the entry holds today.
    """

    op: Literal["archive", "file", "replace", "point", "confirm"]
    file: str
    line: int = 0
    """The first line that is meant."""
    stop: int = 0
    """The last one."""
    text: str = ""
    """What the line says instead."""
    reason: str = ""
    """Why it is archived."""


class Way(Record, frozen=True):
    """One thing that can be done about a fault."""

    name: str
    """One word, which people may type: ``archive``, ``a``, ``both``."""
    text: str
    """What it does, for people."""
    edits: tuple[Edit, ...] = ()
    """Without any, no byte changes: the fault is settled and does not come back."""


class Fault(Record, frozen=True):
    """What a check of governance found. Its JSON form is an element of ``findings`` of ``govern`` (cli.md)."""

    check: str
    severity: Severity
    file: str
    text: str
    """What is wrong, one sentence without its end."""
    line: int = 0
    proposal: str = ""
    """What to do, one sentence; where a person has to choose, all that can be done."""
    id: str = ""
    """The same for as long as the fault stands, wherever its lines move."""
    places: tuple[Place, ...] = ()
    """The lines concerned."""
    ways: tuple[Way, ...] = ()
    """What can be done; none where only a person's own hand can."""
    decided: bool = False
    """The first way is the proposal; else the person has to choose."""
