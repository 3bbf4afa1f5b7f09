"""Gemini CLI, as one JSON object (to 0.38) and as a log to replay (to 0.61)."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.gemini.finding import NAME, find, roots
from dreamd.sources.gemini.reading import read, rows

SOURCE = Source(name=NAME, title="Gemini CLI", roots=roots, find=find, read=read, rows=rows)
