"""Looks for sessions, and surveys the new rows of one: project, human turns, newest row."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from dreamd import estimate, kept, registry
from dreamd import sources as shelf
from dreamd.attribution import attributed
from dreamd.records import Survey
from dreamd.sources import Damaged, Source, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dreamd.config import Sources
    from dreamd.jsonl import Trail
    from dreamd.paths import Places
    from dreamd.records import Mark, Transcript, Turn


CHANGED, IDENTITY = attrgetter("mtime_ns"), attrgetter("session")


def enabled(settings: Sources) -> list[Source]:
    """The sources that are read, all where the setting names none.

    Raises:
        ConfigError: the setting names an unknown source.
    """
    if settings.enabled:
        return [source(name) for name in settings.enabled]
    return cast("list[Source]", registry.entries(shelf, "SOURCE"))


def source(name: str) -> Source:
    """The source called ``name``.

    Raises:
        ConfigError: there is none.
    """
    return cast("Source", registry.entry(shelf, "SOURCE", name))


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """The turns after the mark, see ``Source.read``, each with its words given to whom they belong.

    Where the transcript is gone, they are those that we kept of it.
    """
    reader = kept.read if transcript.kept else source(transcript.source).read
    for turn in reader(transcript, mark, tally):
        yield from attributed(turn)


def rows(transcript: Transcript, line: int, trail: Trail) -> list[Turn]:
    """All turns of one line, see ``Source.rows``; the same."""
    reader = kept.rows if transcript.kept else source(transcript.source).rows
    return [part for turn in reader(transcript, line, trail) for part in attributed(turn)]


def find(sources: Iterable[Source], places: Places) -> tuple[list[Transcript], list[Damaged]]:
    """Every session's file by stat alone, oldest change first, beside the places that could not be read."""
    damaged: list[Damaged] = []
    found = [transcript for item in sources for transcript in item.find(places, damaged)]
    found.sort(key=IDENTITY)
    found.sort(key=CHANGED)  # twice by one value costs a third of once by two
    return found, damaged


def numbers(version: str) -> list[int]:
    """A version for sorting: ``2.1.9`` comes before ``2.1.10``."""
    return [int(part) for part in re.findall(r"\d{1,9}", version)]


SHOWN_CHARS = 700
"""What a model is shown of a turn that is not the person's."""


def survey(
    transcript: Transcript, mark: Mark, each: Callable[[Turn], None] = lambda _turn: None, tally: Tally | None = None
) -> Survey:
    """Read the rows after the mark for what the session gate needs.

    Args:
        transcript: the session's.
        mark: from where.
        each: told of every turn.
        tally: filled in, where the caller wants to know more of the reading than the survey tells.

    Raises:
        OSError: the file cannot be read.
    """
    tally = tally or Tally()
    human = tokens = 0
    for turn in read(transcript, mark, tally):
        each(turn)
        human += turn.role == "human"
        tokens += estimate.tokens(turn.text if turn.role == "human" else turn.text[:SHOWN_CHARS])
    return Survey(
        source=transcript.source,
        session=transcript.session,
        path=transcript.path,
        mark=tally.mark,
        cwd=tally.cwd,
        human=human,
        tokens=tokens,
        last=tally.last,
        headless=tally.headless,
        own=tally.own,
        version=max(tally.versions, key=numbers, default=""),
        bad_lines=tally.bad_lines,
        unknown=tally.unknown,
    )
