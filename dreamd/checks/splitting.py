"""A file that was split is still there: each line once, word for word, each heading in exactly one file.

Nothing here is shared with what splits (``memory/splitting``, ``memory/headings``): who made it does not say that it is
right.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate

FENCE = re.compile(r"[ \t]*(```+(?!.*`)|~~~+)")


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at the file that was split, and at those that are new."""
    name = candidate.split
    if not name:
        return
    before = _lines(candidate.before.get(name, b""))
    new = {file: _body(_lines(data)) for file, data in candidate.after.items() if file not in candidate.before}
    pointers = tuple(f"]({file.rpartition('/')[2]})" for file in new)
    rest = _lines(candidate.after.get(name, b""))
    if name == candidate.workspace.index:
        rest = [line for line in rest if not any(pointer in line for pointer in pointers)]
    parts = [rest, *new.values()]
    if not new:
        yield _finding(name, "nothing was split off")
    if Counter(before) != _together(parts):
        yield _finding(name, "a line would be lost, doubled or changed")
    if Counter(_headings(before)) != _together([_headings(part) for part in parts]):
        yield _finding(name, "a heading would stand in no file, or in two")
    text = "".join(before)
    for file, body in new.items():
        if not body or f"\n{''.join(body)}" not in f"\n{text}":
            yield _finding(file, "these lines do not stand together in the file that was split")
    left = iter(before)
    if not all(line in left for line in rest):
        yield _finding(name, "what stays would stand in another order")
    touched = [file for file, data in candidate.before.items() if candidate.after.get(file) != data]
    for file in sorted({*touched} - {name, candidate.workspace.index}):
        yield _finding(file, "another file would change")


def _lines(data: bytes) -> list[str]:
    """With their ends."""
    return re.findall(r"[^\n]*\n|[^\n]+", data.decode("utf-8", "surrogateescape"))


def _body(lines: list[str]) -> list[str]:
    """What stands below the head of a file that we made."""
    ends = [at for at, line in enumerate(lines) if line.rstrip() == "---"]
    return lines[ends[1] + 1 :] if len(ends) > 1 and ends[0] == 0 else []


def _headings(lines: list[str]) -> list[str]:
    """Lines that are headings, or that underline one."""
    found: list[str] = []
    fence, comment, before = "", False, ""
    for line in lines:
        opened = FENCE.match(line)
        if fence or comment:
            closes = opened is not None and opened[1].startswith(fence) and line.strip() == opened[1]
            fence = "" if fence and closes else fence
            comment = comment and "-->" not in line
        elif opened:
            fence = opened[1]
        elif line.lstrip().startswith("<!--"):
            comment = "-->" not in line
        elif re.match(r" {0,3}#{1,6}(?:\s|$)", line) or (before and re.match(r" {0,3}(?:=+|-+)\s*$", line)):
            found.append(line)
        before = line.strip() if not (fence or comment or opened) else ""
    return found


def _together(parts: list[list[str]]) -> Counter[str]:
    return Counter(line for part in parts for line in part)


def _finding(file: str, text: str) -> Finding:
    return Finding(check="splitting", severity="blocking", file=file, text=text)


CHECK = Check(name="splitting", run=run)
