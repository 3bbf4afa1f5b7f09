"""Qwen Code, versions 0.21 to 0.24."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.qwen.finding import NAME, find, roots
from dreamd.sources.qwen.reading import read, rows

SOURCE = Source(name=NAME, title="Qwen Code", roots=roots, find=find, read=read, rows=rows)
