"""How much speaks for keeping a sentence."""

from __future__ import annotations

import re

from dreamd.engines.embedded.cues import FOR
from dreamd.engines.embedded.facts import FACTS
from dreamd.engines.embedded.frames import frames, states
from dreamd.engines.embedded.generics import GENERICS
from dreamd.engines.embedded.moment import MOMENT
from dreamd.engines.embedded.passing import AGAINST, CHORE

SHORT = ((2, -1.5), (4, -0.25))
"""Up to so many words -> what that costs: they rarely stand alone."""
TERSE = 3
"""So many words a prohibition counts for at least: "never force-push" is whole."""
COMMANDS = {"always", "ban"}
TOLD = {"refusal": 1.0, "memory_input": 2.5, "answer": 0.75}
"""Rules of turns that speak by themselves: a refusal is a correction, an answer often a decision, ``#`` in Claude Code
means "remember"."""
SHARE = 0.6
"""Five Chinese characters are about three words."""

STATED = 1.3
"""Weight of a clause that names a thing and its value."""
FRAMED = {"named", "here"}
"""What such a clause makes superfluous; "now" tells there that it was different before."""

CONDITION = re.compile(
    r"^(?:and |but |so )?(?:if|when|whenever|once|as soon as|in case|unless)\b[^,]*,|^(?:如果|当|一旦|只要)[^，]*，",
    re.IGNORECASE,
)
"""A clause that only supposes a state."""

ASIDE = re.compile(r"(?<=\S)\s*\([^()]{1,40}\)$")
CHINESE = re.compile(r"[\u3400-\u9fff]")


def words(sentence: str) -> float:
    """How many words the sentence has; what stands in parentheses does not count."""
    sentence = ASIDE.sub("", sentence)
    return len(CHINESE.sub(" ", sentence).split()) + len(CHINESE.findall(sentence)) * SHARE


def cues(sentence: str) -> dict[str, float]:
    """Names of the cues that the sentence holds, with their weights."""
    main = CONDITION.sub("", sentence)
    held = {
        cue.name: cue.weight
        for cue in (*FOR, *FACTS, *GENERICS, *AGAINST, *MOMENT, CHORE)
        if cue.pattern.search(main if cue.name == "passing" else sentence)
    }
    if any(states(frame) for frame in frames(sentence)):
        held = {name: value for name, value in held.items() if name not in FRAMED} | {"framed": STATED}
    count = max(words(sentence), TERSE if held.keys() & COMMANDS else 0)
    short = next((cost for most, cost in SHORT if count <= most), None)
    return held if short is None else held | {"short": short}


def weight(sentence: str, why: str) -> float:
    """Sum of the cues; ``why`` is the rule that made the sentence's turn a human one."""
    return sum(cues(sentence).values()) + TOLD.get(why, 0.0)
