"""Whether a statement tells several steps in their order: such a text is a skill's."""

from __future__ import annotations

import re

from dreamd.engines.embedded.passages import SEQUENCE
from dreamd.engines.embedded.passing import CHORE

NUMERALS = ("①②③④⑤⑥⑦⑧⑨", "一二三四五六七八九", "abcdefghi", "123456789")
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
BEFORE = r"(?:^|(?<=[\s,;:，；：。]))"
STYLES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{BEFORE}(?:step\s*)?(?P<sign>\d)[.)、](?!\d)\s?(?=\S)",
        r"(?P<sign>[①-⑨])",
        r"第(?P<sign>[一二三四五六七八九\d])步",
        rf"{BEFORE}(?P<sign>[一二三四五六七八九])、",
        rf"{BEFORE}(?P<sign>[a-i])\)\s",
        rf"\bstep (?P<sign>\d|{'|'.join(WORDS)})\b",
    )
)
"""Ways to number: a version (1.2) and a date are none."""
ORDER = re.compile(rf"{SEQUENCE.pattern}|(?<![首优领事])先(?![生前])|再(?![也不次见])|随后", re.IGNORECASE)
JOINED = re.compile(r"\S\s*(?:->|=>|→|⇒|&&)\s*\S")
HEADED = re.compile(
    r"^(?:(?:to|when|for) [^:：]{2,40}|[^:：]{0,30}\b(?:steps?|procedure|process|workflow)|每次[^:：]{1,10}"
    r"|[^:：]{0,12}(?:流程|步骤))[:：]",
    re.IGNORECASE,
)
CLAUSES = re.compile(r"\s*(?:[,;，；、。:：\n]|\band\b)\s*")
EVERY = re.compile(r"\b(?:always|never|every|each)\b|总是|每[次个]|都要", re.IGNORECASE)
STEPS, JOINTS, ITEMS = 3, 2, 4
"""Words of order, and arrows between steps, and items under a heading, from which on it is a procedure."""


def procedure(text: str) -> bool:
    """Whether it tells several steps in their order."""
    return _numbered(text) or len(ORDER.findall(text)) >= STEPS or len(JOINED.findall(text)) >= JOINTS or _listed(text)


def _numbered(text: str) -> bool:
    """Whether a first and a second step are numbered in the same way."""
    found = ([_value(match["sign"].lower()) for match in style.finditer(text)] for style in STYLES)
    return any(1 in values and 2 in values[values.index(1) :] for values in found)  # noqa: PLR2004 (a second step)


def _value(sign: str) -> int:
    return next((line.index(sign) + 1 for line in (*NUMERALS, WORDS) if sign in line), 0)


def _listed(text: str) -> bool:
    """Whether one errand follows the other, or a heading and a row of items."""
    clauses = [clause for clause in CLAUSES.split(text) if clause]
    errands = sum(bool(CHORE.pattern.search(clause)) for clause in clauses if len(clause.split()) > 1)
    if errands >= STEPS and not EVERY.search(text):
        return True
    return bool(HEADED.match(text)) and len(clauses) > ITEMS
