"""Codex (CLI, IDE, Desktop), versions 0.2 to 0.171."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.codex.finding import find, roots
from dreamd.sources.codex.reading import read
from dreamd.sources.codex.showing import rows
from dreamd.sources.codex.thread import NAME

SOURCE = Source(name=NAME, title="Codex", roots=roots, find=find, read=read, rows=rows)
