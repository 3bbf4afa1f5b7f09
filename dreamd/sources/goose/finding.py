"""Finds the sessions in Goose's stores, and lays a copy of each that changed in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import laying, walking
from dreamd.sources.goose import database
from dreamd.sources.goose.stores import DATABASE, NAME, roots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. Of what the database took over, the older file stays, and is left out."""
    walk, folder = walking.Walk(damaged), places.copies / NAME
    (root,) = roots(places)
    databases = [found.path for found in walking.below(root, DATABASE, walk)]
    if databases or folder.exists():
        yield from laying.transcripts(NAME, databases, database.sessions, places, walking.Walk(damaged))
    taken = laying.taken(folder)
    for found in walking.anywhere(root, "*.jsonl", walk):
        session = found.name.removesuffix(".jsonl")
        if session not in taken:
            yield walking.transcript(NAME, session, found)
