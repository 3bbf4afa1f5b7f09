"""GitHub Copilot CLI, versions 0.0.3 to 1.0.102, as flat files and as directories."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.copilot.finding import NAME, find, roots
from dreamd.sources.copilot.reading import read, rows

SOURCE = Source(name=NAME, title="Copilot CLI", roots=roots, find=find, read=read, rows=rows)
