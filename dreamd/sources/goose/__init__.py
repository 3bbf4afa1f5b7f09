"""Goose, as files of lines (to 1.9) and as a database (from 1.10); from descriptions, untried on genuine files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.sources import Source
from dreamd.sources.goose.reading import read, rows
from dreamd.sources.goose.stores import NAME, roots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``."""
    from dreamd.sources.goose import finding  # noqa: PLC0415 (loads SQLite, which a confined worker cannot)

    return finding.find(places, damaged)


SOURCE = Source(name=NAME, title="Goose", roots=roots, find=find, read=read, rows=rows, experimental=True)
