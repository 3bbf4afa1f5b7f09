"""Of which kind a statement is that passes with the day: a to-do, progress, a question, a mood, a state of the hour."""

from __future__ import annotations

import re

from dreamd.engines.embedded import fleeting_chinese, fleeting_english
from dreamd.engines.embedded.moment import MOMENT
from dreamd.engines.embedded.passing import AGAINST
from dreamd.engines.embedded.same import SLOT
from dreamd.engines.embedded.slots import slot
from dreamd.engines.embedded.weigh import cues
from dreamd.memory import fact

NOTHING = r"(?!)"
VAGUE = {"here", "report", "wonder", "asks", "question", "suppose", "instance"}
"""Cues that weigh in a dream, and stand in too many lasting facts to refuse one by."""
TRANSIENT = {cue.name for cue in (*AGAINST, *MOMENT)} - VAGUE | {"chore"}
FEEBLE = {"chore", "passing"}
GENERAL = {"generic", "reason", "correct", "contrast"}
"""With one of these, an errand or a bad state is a rule or what it is good for."""
LASTING = {"always", "ban", "duty", "prefer", "habit", "manner", "gate", "calendar", "decide", "change"}


def either(english: str, chinese: str) -> re.Pattern[str]:
    """What matches whole English words, or Chinese anywhere."""
    return re.compile(rf"(?<![\w-])(?:{english})(?![\w-])|(?:{chinese})", re.IGNORECASE)


def _kinds(english: dict[str, str], chinese: dict[str, str]) -> dict[str, re.Pattern[str]]:
    return {
        name: either(english.get(name, NOTHING), chinese.get(name, NOTHING))
        for name in dict.fromkeys((*english, *chinese))
    }


SURE = _kinds(fleeting_english.SURE, fleeting_chinese.SURE)
LIKELY = _kinds(fleeting_english.LIKELY, fleeting_chinese.LIKELY)
HINTS = _kinds(fleeting_english.HINTS, fleeting_chinese.HINTS)
LASTS = either(fleeting_english.LASTS, fleeting_chinese.LASTS)
RULES = either(fleeting_english.RULES, fleeting_chinese.RULES)
QUESTION = re.compile(
    r"[?？]\W*$|吗[。.]?$|^(?:and |so )?(?:what|where|who|which|how|why|when)(?:'s| (?:is|are|was|were|do|does|did))\b"
    r"(?! who\b)(?!.*[,:])",
    re.IGNORECASE,
)
SPOKEN = r"(?:replies|answers|responses|outputs?|results|explanations|summaries)"
MEASURE = r"(?:short\w*|long\w*|brief\w*|concise\w*|detailed|at most|no more than|first|top|\d+)"
MANNER = re.compile(rf"\b{SPOKEN}\b.*\b{MEASURE}\b|\b{MEASURE}\b.*\b{SPOKEN}\b", re.IGNORECASE)
"""How an agent's answers are to be, which no errand says."""
RULED = re.compile(r"\b(?:is|are)\b|[要须由归]|^give\b", re.IGNORECASE)
"""What begins like an errand, and says how things are or must be."""


def kind(text: str) -> str | None:
    """The kind of what passes, a key of ``slugs.PASSING``; None where something in the statement tells of longer."""
    if LASTS.search(text):
        return None
    if found := _first(SURE, text):
        return found
    if QUESTION.search(text):
        return "question"
    held = cues(text)
    if held.keys() & LASTING or RULES.search(text) or fact.read(text) or slot(text) or SLOT.match(text.rstrip(".。")):
        return None
    if found := _first(LIKELY, text):
        return found
    if not any(value > 0 for value in held.values()) and (found := _first(HINTS, text)):
        return found
    against = held.keys() & TRANSIENT
    if "chore" in against and RULED.search(text):
        against = against - {"chore"}
    if against <= FEEBLE and (held.keys() & GENERAL or MANNER.search(text)):
        return None
    weighed = sum(value for name, value in held.items() if name not in VAGUE | {"short"})
    return "moment" if against and weighed < 0 else None


def _first(kinds: dict[str, re.Pattern[str]], text: str) -> str | None:
    return next((name for name, pattern in kinds.items() if pattern.search(text)), None)
