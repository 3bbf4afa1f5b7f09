"""Words of others in a place that no evidence covers: a topic's title and description."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dreamd.memory.entry import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dreamd.records import Turn

RUN = 4
"""So many words in a row are taken from somewhere."""
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
PLACE = re.compile(r"[a-z][a-z0-9+.-]*://\S+|\b[\w-]+(?:\.[\w-]+)+/\S*", re.IGNORECASE)


def sieve(digest: Sequence[Sequence[Turn]]) -> Callable[[str, Iterable[str]], str]:
    """A function that finds, in a text, what somebody else than the person said; empty where nothing is.

    Its arguments are the text and what the memory says already. An address counts as said by others unless the person
    or the memory names it.
    """

    @cache
    def heard() -> tuple[str, set[tuple[str, ...]], set[tuple[str, ...]]]:
        turns = [turn for session in digest for turn in session]
        said = "\n".join(fold(turn.text) for turn in turns if turn.role == "human")
        theirs = {run for turn in turns if turn.role != "human" for run in _runs(turn.text)}
        return said, set(_runs(said)), theirs

    def find(text: str, known: Iterable[str]) -> str:
        said, ours, theirs = heard()
        memory = fold("\n".join(known))
        place = (found[0] for found in PLACE.finditer(text) if fold(found[0]) not in f"{said}\n{memory}")
        run = (" ".join(run) for run in _runs(text) if run in theirs and run not in ours and run not in _runs(memory))
        return next(place, "") or next(run, "")

    return find


def _runs(text: str) -> list[tuple[str, ...]]:
    words = WORD.findall(fold(text))
    return [tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]
