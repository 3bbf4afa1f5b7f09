"""Pastes without a mark: more lines or characters than anybody types."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import BREAKS, lines, paragraphs, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Span

TYPED = 20_000
"""Characters of one prompt that somebody may have typed."""
PARAGRAPH = 20
"""Lines of one paragraph or list that somebody may have typed."""
LINES = 60
"""Lines of one prompt that somebody may have typed; from there on only its first paragraph counts as typed."""
may_hold = re.compile(rf"(?:[{BREAKS}][^{BREAKS}]*){{{PARAGRAPH}}}").search
"""A cheap look: without a match nothing is found."""


def found(text: str) -> Iterator[Span]:
    """Paragraphs that are too long, and all behind the first where the whole is."""
    all_lines = lines(text)
    filled = paragraphs(all_lines)
    if sum(map(len, filled)) > LINES and len(filled) > 1:
        yield whole(all_lines, filled[0].stop, len(all_lines), "long_paste")
    for paragraph in filled:
        if len(paragraph) > PARAGRAPH:
            yield whole(all_lines, paragraph.start, paragraph.stop, "long_paste")
