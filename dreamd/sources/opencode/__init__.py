"""OpenCode, as a tree of JSON files (to 1.1), as a database (1.2 to 1.18), and as version 2 is said to keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.sources import Source
from dreamd.sources.opencode.reading import read, rows
from dreamd.sources.opencode.stores import NAME, roots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``."""
    from dreamd.sources.opencode import finding  # noqa: PLC0415 (loads SQLite, which a confined worker cannot)

    return finding.find(places, damaged)


SOURCE = Source(name=NAME, title="OpenCode", roots=roots, find=find, read=read, rows=rows)
