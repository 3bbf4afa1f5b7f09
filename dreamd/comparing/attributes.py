"""Whether two numbers measure the same of one thing: a shared name alone is not enough; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.comparing import senses
from dreamd.comparing.likeness import met_in, telling

if TYPE_CHECKING:
    from dreamd.comparing.amounts import Amount
    from dreamd.comparing.meanings import Meant, Part

LASTS = re.compile(r"\b(?:takes?|taking|took|lasts?)\b|耗时|历时|[要得需]?跑(?=\s*\d)|[要得需]花", re.IGNORECASE)
KEPT = re.compile(
    r"\b(?:keeps?|kept|retain\w*|retention|stored?|archived?|deleted|removed|purged)\b|保留|保存|留存|存放|删除?",
    re.IGNORECASE,
)
UP = re.compile(r"\btim(?:es?|ed|ing)[ -]?out\b|\btimeout|超时", re.IGNORECASE)
DUE = re.compile(r"\bdue\b|\bpa(?:id|y|yable)\b|付款|付清|到期", re.IGNORECASE)
LEAD = re.compile(
    r"\b(?:minutes?|hours?|days?|weeks?|months?) (?:before|ahead|in advance)\b"
    r"|前[\d一二三四五六七八九十半两]+个?(?:分钟|小时|天|周|月)|提前",
    re.IGNORECASE,
)
AHEAD = re.compile(
    r"\bahead of\b|\bin advance\b|提前|前[\d一二三四五六七八九十半两]+个?(?:分钟|小时|天|周|月)", re.IGNORECASE
)
REGIMES = (LASTS, KEPT, UP, DUE, LEAD)
"""How long something takes, is kept, is waited for may be owed or lies before: no two of these are one."""
SELF_TOLD = frozenset({"port", "clock", "percent", "money", "date", "day of month", "weekday of month"})
"""Numbers that tell what they measure."""
VALUED = frozenset(
    [
        *("timeout", "threshold", "limit", "minimum", "size", "length", "width", "weight", "speed", "interval"),
        *("deadline", "window", "count", "number", "price", "temperature", "humidity", "pressure", "version"),
        *("service", "system", "application", "component", "server", "environment", "line-length", "digit"),
        *("duty-rota", "date", "timestamp", "port", "job", "rule", "memory", "discount", "money"),
    ]
)
"""Senses that name what of a thing is measured, or its class, and no other thing."""


def unattributed(ours: Meant, theirs: Meant, numbers: tuple[Amount, Amount]) -> bool:
    """Whether the two share the name of what they speak of, and not what of it is measured.

    Across languages what is measured must be in the lists, and it must be more than a word before another thing.
    """
    shared = met_in(ours, theirs).shared
    if any(_modifies(said, shared, other) for said, other in ((ours, theirs), (theirs, ours))):
        return True
    if any(one.kind == "port" for one in numbers) and (_part_of(ours, theirs) or _part_of(theirs, ours)):
        return True
    if numbers[0].kind == "time":
        told_so = [frozenset(n for n, one in enumerate(REGIMES) if one.search(said.text)) for said in (ours, theirs)]
        if all(told_so) and told_so[0].isdisjoint(told_so[1]):
            return True
        if (AHEAD.search(ours.text) is None) != (AHEAD.search(theirs.text) is None):
            return True
    across = ours.text.isascii() != theirs.text.isascii()
    if across and not shared & ours.listed & theirs.listed:
        return True
    if not across and numbers[0].kind in SELF_TOLD:
        return False
    named = {name for said in (ours, theirs) for name in said.who | _proper(said)}
    counted = {name for one in numbers for name in senses.of(one.kind.partition(" ")[2])}
    told = shared - named - (set() if numbers[0].kind.startswith("count") else counted)
    spoken = [
        any(not part.names <= shared for part in said.parts if telling(part, frozenset())) for said in (ours, theirs)
    ]
    return bool(shared) and not told and any(spoken)


def _part_of(said: Meant, other: Meant) -> bool:
    """Whether it is about a thing that only lies in, or on, what the other is about."""
    return bool(said.subject and other.subject & said.names and not said.subject & other.names)


def _proper(said: Meant) -> set[str]:
    """Names of its own that the statement has: what is in no list, and has a capital."""
    return {
        name
        for part in said.parts
        if not part.meant and said.rest[part.at : part.at + 1].isupper()
        for name in part.names
    }


def uncounted(ours: Meant, theirs: Meant, numbers: tuple[Amount, Amount]) -> bool:
    """Whether the one counts things of which the other does not speak."""
    nouns = [senses.of(noun) if (noun := one.kind.partition(" ")[2]) else frozenset[str]() for one in numbers]
    if not all(one.kind.startswith("count") for one in numbers) or all(nouns) or not any(nouns):
        return False
    across = ours.text.isascii() != theirs.text.isascii()
    return across and not (nouns[0] & theirs.names or nouns[1] & ours.names)


def _modifies(said: Meant, known: frozenset[str], other: Meant) -> bool:
    """Whether what both speak of, or what it begins with, only tells which thing the one means, and not the other."""
    parts, found = said.parts, list[bool]()
    for number, part in enumerate(parts):
        if part.names & known:
            behind = number + 1
            while behind < len(parts) and parts[behind].names & known and _beside(parts[behind - 1], parts[behind]):
                behind += 1
            thing = parts[behind] if behind < len(parts) and _beside(parts[behind - 1], parts[behind]) else None
            found.append(bool(thing) and _thing(thing, other))
    return bool(found) and (all(found) or (found[0] and bool(parts[0].names & known)))


def _beside(before: Part, part: Part) -> bool:
    gap = part.at - before.at - len(before.text)
    return before.clause == part.clause and gap <= (1 if before.text.isascii() else 0)


def _thing(part: Part | None, other: Meant) -> bool:
    """Whether the part names a thing of which the other statement does not speak, and no value of one."""
    return (
        part is not None
        and any(sense.kind == "thing" for sense in part.meant)
        and not any(sense.kind in {"deed", "side", "member"} for sense in part.meant)
        and not part.names & (other.names | VALUED)
    )
