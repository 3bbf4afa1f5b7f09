"""Whether a text is what programs printed, its lines run together into one: ``flattened.txt``; pure.

A signature is what a tool prints and nobody says. How many it takes depends on how much of the rest people would write.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

CITED = re.compile(r"`[^`\n]*`|(?<![:\w])[\"“「『‘'][^\"”」』’'\n]{1,160}[\"”」』’'](?![:\w])")
"""What a person quotes."""
SPOKEN = re.compile(r"(?<!\S)(?:[\"“(]?(?:[A-Za-z]?[a-z]+(?:['’-][a-z]+)*|I|A)[.,;:!?)”\"]*(?!\S)|[\u3400-\u9fff])")
"""A word that a person writes."""
SIGN = re.compile(
    r"[=<>{}\[\]|%/_@#$~✓✔✗✘●█▓┃│+^]|--|\d(?:,\w|[.:]\d|\))|\w:[\S ]|\.\w|\(\d"
    r"|[A-Z](?<=\b.)[A-Z]{2,}\b|o(?<=\b.)k \d|[0-9a-f](?<=\b.)(?:(?<=\d)|(?=\w*\d))[0-9a-f]{6}"
)
"""Several of these stand in what a program prints. Each begins with a letter: \\b before it costs twice as much."""
LEAST, SIGNS, LONGEST = 4, 2, 4_000
"""Words, and such signs, of a text that can be told from a statement; its characters that are looked at."""
SHARES = (0.48, 0.67, 0.78, 0.84)
"""Share of words such as people write up to which one signature suffices, two, three, four."""


@cache
def signatures() -> re.Pattern[str]:
    """What tools print."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    return re.compile("|".join(line for line in lines if line and not line.startswith("# ")))


def flattened(text: str) -> bool:
    """Whether programs printed most of it.

    Args:
        text: the statement, without the marks of its list.
    """
    if len(SIGN.findall(text)) < SIGNS:
        return False
    text = " ".join(text[:LONGEST].split())
    plain = CITED.sub(" ", text)
    words = plain.split()
    if len(words) < LEAST or len(SIGN.findall(plain)) < SIGNS:
        return False
    share = len(SPOKEN.findall(plain)) / len(words)
    if share > SHARES[-1]:
        return False
    found = sum(1 for _ in signatures().finditer(CITED.sub(" … ", text)))
    return found > 0 and share <= SHARES[min(found, len(SHARES)) - 1]
