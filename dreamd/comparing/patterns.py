"""Ways of saying something that are listed in a file beside this, with pieces that have a name; pure."""

from __future__ import annotations

import re
from pathlib import Path

PIECE = re.compile(r"(?P<name>[A-Z_]+) = (?P<text>.+)")
LINE = re.compile(r"(?P<what>[a-z]+): (?P<pattern>.+)")
USED = re.compile(r"\{([A-Z_]+)\}")


def listed(name: str, flags: re.RegexFlag = re.NOFLAG, **pieces: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What each line tells, with its pattern, in order.

    Args:
        name: the file.
        flags: for each pattern.
        pieces: further ones than the file names.
    """
    found = list[tuple[str, re.Pattern[str]]]()
    known = dict(pieces)

    def filled(text: str) -> str:
        return USED.sub(lambda piece: known[piece[1]], text)

    for line in Path(__file__).with_name(name).read_text("utf-8").splitlines():
        if piece := PIECE.fullmatch(line):
            known[piece["name"]] = filled(piece["text"])
        elif told := LINE.fullmatch(line):
            found.append((told["what"], re.compile(filled(told["pattern"]), flags)))
    return tuple(found)
