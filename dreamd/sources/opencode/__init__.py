"""OpenCode, as a tree of JSON files (to 1.1), as a database (1.2 to 1.18), and as version 2 is said to keep it."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.opencode.finding import NAME, find, roots
from dreamd.sources.opencode.reading import read, rows

SOURCE = Source(name=NAME, title="OpenCode", roots=roots, find=find, read=read, rows=rows)
