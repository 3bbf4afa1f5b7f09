"""How much speaks for keeping a sentence."""

from __future__ import annotations

import re

from dreamd.engines.embedded.cues import AGAINST, CHORE, FOR

SHORT = ((2, -1.5), (4, -0.25))
"""Up to so many words -> what that costs: they rarely stand alone."""
TOLD = {"refusal": 1.0, "memory_input": 2.5}
"""Rules of turns that speak by themselves: a refusal is a correction, ``#`` in Claude Code means "remember"."""
SHARE = 0.6
"""Five Chinese characters are about three words."""

CHINESE = re.compile(r"[\u3400-\u9fff]")


def words(sentence: str) -> float:
    """How many words the sentence has."""
    return len(CHINESE.sub(" ", sentence).split()) + len(CHINESE.findall(sentence)) * SHARE


def cues(sentence: str) -> dict[str, float]:
    """Names of the cues that the sentence holds, with their weights."""
    held = {cue.name: cue.weight for cue in (*FOR, *AGAINST, CHORE) if cue.pattern.search(sentence)}
    short = next((cost for most, cost in SHORT if words(sentence) <= most), None)
    return held if short is None else held | {"short": short}


def weight(sentence: str, why: str) -> float:
    """Sum of the cues; ``why`` is the rule that made the sentence's turn a human one."""
    return sum(cues(sentence).values()) + TOLD.get(why, 0.0)
