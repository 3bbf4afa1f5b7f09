"""Claude Code, versions 1.0 to 2.1.332."""

from __future__ import annotations

from dreamd.sources import Source
from dreamd.sources.claude_code.finding import find, roots
from dreamd.sources.claude_code.reading import read, rows
from dreamd.sources.claude_code.thread import NAME

SOURCE = Source(name=NAME, title="Claude Code", roots=roots, find=find, read=read, rows=rows)
