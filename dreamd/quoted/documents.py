"""Documents: what stands under a heading, in a table, behind a rule, or set in from the margin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import BREAKS, lines, paragraphs, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

may_hold = re.compile(rf"[{BREAKS}|┌├└│┃╭╰║\t]| {{4}}").search
"""A cheap look: without a match nothing is found."""
HEADING = re.compile(
    r"(?:#{1,6}|={1,6}|h[1-6]\.|\\(?:sub)*section\b)\s*(?<![#=])\S"
    r"|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[A-Z][\w-]*(?: [\w-]+){0,3}$|§\s?\d|\*\*[^*]{1,100}\*\*[:：]?$|__[^_]{1,100}__$"
)
RULE = r"(?:(?:[-*_=~<>+─━—]\s?){3,}|\"{3}|'{3})"
RULED = re.compile(
    rf"{RULE}(?:[^-*_=~<>]{{1,80}}{RULE})?|\W{{0,5}}(?:begin|start)(?: of)?(?: the)? (?:quote|paste|file|document|text"
    r"|message|mail|transcript|conversation)\b.{0,40}",
    re.IGNORECASE,
)
TABLE = re.compile(r"\|\s|\|.*\||[┌├└│┃╭╰║]")
ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)、])\s+")
SET = re.compile(r"[•▪◦‣■□▸·]\s|(?:[-*+•]|\d{1,3}[.)、])\s+(?:\*\*[^*]{1,100}\*\*|\[[ xX]\]\s|\[[^\]]{1,100}\]\()")
SET_IN = 4
"""Columns from which a line is a quotation or code, but in a list."""


def found(text: str) -> Iterator[Span]:
    """From the first heading or rule to the end; tables, typeset lists and what is set in, by themselves."""
    all_lines = lines(text)
    filled = [number for number, line in enumerate(all_lines) if line.text]
    for number in filled if len(filled) > 1 else []:
        if HEADING.match(all_lines[number].text[:200]) or RULED.fullmatch(all_lines[number].text[:200]):
            first = _title(all_lines, number)
            if number < filled[-1] or first < number:
                yield whole(all_lines, first, len(all_lines), "document")
            break
    for number in filled:
        if TABLE.match(all_lines[number].text[:500]):
            yield whole(all_lines, number, number + 1, "table")
    for paragraph in paragraphs(all_lines):
        yield from _set_in(all_lines, paragraph)
        if sum(bool(SET.match(all_lines[number].text[:200])) for number in paragraph) > 1:
            yield whole(all_lines, paragraph.start, paragraph.stop, "document")


def _title(all_lines: list[Line], number: int) -> int:
    """The line that a rule underlines where it does so, else the line itself."""
    underlines = all_lines[number].text[:1] in "=-" and number > 0 and all_lines[number - 1].text
    return number - 1 if underlines and len(all_lines[number].text.split()) == 1 else number


def _set_in(all_lines: list[Line], paragraph: range) -> Iterator[Span]:
    """The lines of a paragraph that are set in, but for those below an item of a list that is not."""
    in_list, rest = False, [all_lines[number].indent >= SET_IN for number in paragraph[1:]]
    opening = all_lines[paragraph.start]
    if paragraph.start == 0 and len(rest) > 1 and all(rest) and not opening.text.endswith((":", "：")):
        # A prompt is stripped, and with it the first line of what was set in as a whole.
        yield whole(all_lines, 0, 1, "set_in")
    for number in paragraph:
        line = all_lines[number]
        if line.indent < SET_IN:
            announced = (
                line.text.endswith((":", "：")) and number + 1 in paragraph and ITEM.match(all_lines[number + 1].text)
            )
            in_list = in_list or bool(announced or ITEM.match(line.text))
        elif not in_list:
            yield whole(all_lines, number, number + 1, "set_in")
