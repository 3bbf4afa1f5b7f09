"""Amp's threads, each one JSON object on this machine; written from descriptions, untried on genuine files."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.amp.finding import NAME, find, roots
from dreamd.sources.amp.reading import read, rows

SOURCE = Source(name=NAME, title="Amp", roots=roots, find=find, read=read, rows=rows, experimental=True)
