"""Quoted lines, and what an attribution announces: ``On Tuesday Bob wrote:``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

may_hold = re.compile(r"[>＞]|[:：](?:\s|\Z)").search
"""A cheap look: without a match nothing is found."""
QUOTED = re.compile(r"[>＞]|(?:[-*+•]|\d{1,3}[.)])\s+[>＞]\s*[^\W\d]")
STOPS = re.compile(r"[.!?:;。！？：；]\W*$")
GOES_ON = re.compile(r"[a-z\u3400-\u9fff]")
ATTRIBUTION = re.compile(
    r"(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,99}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió"
    r"|il\b.{4,200}\bha scritto|[在于].{4,120}写道|.{4,120}(?:书写道|書きました|のメール))\s?[:：]$",
    re.IGNORECASE,
)


def found(text: str) -> Iterator[Span]:
    """Quoted lines; behind an attribution these alone, or all where nothing is marked as quoted."""
    all_lines = lines(text)
    quoted = False
    for number, line in enumerate(all_lines):
        if QUOTED.match(line.text):
            quoted = True
            yield whole(all_lines, number, number + 1, "quoted_line")
        elif quoted and _wrapped(all_lines[number - 1], line):
            yield whole(all_lines, number, number + 1, "quoted_line")
        else:
            quoted = False
    for number in range(len(all_lines)):
        if _attributes(all_lines, number):
            after = next((one.text for one in all_lines[number + 1 :] if one.text and not _wrote(one)), "")
            past = number + 1 if QUOTED.match(after) else len(all_lines)
            yield whole(all_lines, number, past, "attributed")
            if past == len(all_lines):
                return


def _wrapped(before: Line, line: Line) -> bool:
    """Whether the mail program broke a quoted line and left the second half without its mark."""
    return bool(line.text and not STOPS.search(before.text[-4:]) and GOES_ON.match(line.text))


def _wrote(line: Line) -> bool:
    return line.text.lower() in {"wrote:", "schrieb:", "写道：", "写道:"}


def _attributes(all_lines: list[Line], number: int) -> bool:
    line = all_lines[number].text[:400]
    after = all_lines[number + 1].text[:200] if number + 1 < len(all_lines) else ""
    return bool(ATTRIBUTION.match(line)) or bool(
        after.endswith((":", "：")) and ATTRIBUTION.match(f"{line} {after}") and not line.endswith((".", "!", "?"))
    )
