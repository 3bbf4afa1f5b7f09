"""pi, versions 1 to 3 of its format (to 1.6.0)."""

from __future__ import annotations

from functools import partial

from dreamd.sources import Source
from dreamd.sources.pi.finding import NAME, find, roots
from dreamd.sources.pi.prose import spoken
from dreamd.sources.pi.reading import Dialect, read, rows

DIALECT = Dialect(spoken=spoken, branches=True)
SOURCE = Source(name=NAME, title="pi", roots=roots, find=find, read=partial(read, DIALECT), rows=partial(rows, DIALECT))
