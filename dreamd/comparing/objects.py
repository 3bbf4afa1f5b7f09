"""Whether two statements do the same to different things: restart the importer, restart the indexer; pure."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.meanings import Meant

BARE = re.compile(r"(?: (?:up|down|out|off|on))?\s+(?:the|our|a|an|any|every|all)\s+", re.IGNORECASE)
"""Between a deed and what it is done to."""
DOER = re.compile(r"[a-z]{3,}[eo]rs?")
"""A word that ends so is a thing, though it is made of a deed."""


def other_objects(ours: Meant, theirs: Meant, known: frozenset[str]) -> bool:
    """Whether one deed, of what both speak of, is done to another thing in each."""
    done = [
        {deed for deed, thing in _done(said, known) if not thing & other.names}
        for said, other in ((ours, theirs), (theirs, ours))
    ]
    return bool(done[0] & done[1])


def _done(said: Meant, known: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for deed, thing in pairwise(said.parts):
        between = said.rest[deed.at + len(deed.text) : thing.at]
        if not (deed.names & known and deed.clause == thing.clause and BARE.fullmatch(between)):
            continue
        if DOER.fullmatch(thing.text) or not any(sense.kind in {"side", "deed", "member"} for sense in thing.meant):
            yield min(deed.names & known), thing.names
