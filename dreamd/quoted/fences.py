"""Blocks of code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Span

may_hold = re.compile(r"`{3}|~{3}").search
"""A cheap look: without a match nothing is found."""
FENCE = re.compile(r"(`{3,}|~{3,})\s*([^`]*)$")


def found(text: str) -> Iterator[Span]:
    """The blocks with their fences. One that names a language opens a block, inside another one too.

    A block that nothing closes has no end.
    """
    all_lines = lines(text)
    first, opened = 0, list[str]()
    for number, line in enumerate(all_lines):
        fence = FENCE.match(line.text)
        if not fence:
            continue
        first = first if opened else number
        if not opened or fence[2]:
            opened.append(fence[1])
        elif fence[1].startswith(opened[-1]):
            opened.pop()
            if not opened:
                yield whole(all_lines, first, number + 1, "code_block")
    if opened:
        yield whole(all_lines, first, len(all_lines), "code_block")
