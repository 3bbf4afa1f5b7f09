"""Whether two statements exclude each other, in whatever words; pure.

First it is asked whether both speak of one thing in one place (``likeness``), then what they say of it (``disputes``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing import bearers, figures, glance, orders, reading, scopes, signs
from dreamd.comparing.disputes import TWOFOLD, contradicts, denies, owns, sides_of, values_of
from dreamd.comparing.likeness import (
    CLOSE,
    EVERY,
    FIRM,
    GENERAL,
    SEVERAL,
    SPEECH,
    contrast,
    deeds,
    disjoint,
    heads,
    met_in,
    telling,
)
from dreamd.comparing.objects import other_objects

if TYPE_CHECKING:
    from dreamd.comparing.meanings import Meant


UNLIKE = (("store", "show"), ("read", "write"), ("send", "receive"), ("import", "export"))
"""Two deeds with one thing, of which each may have its own way."""
TALK = frozenset(["discuss", "reply", "message", "write", "ask", "explain", "commit", "merge"])
"""What nearly every rule of conduct is about: as a condition it narrows nothing."""


def clash(one: str, other: str) -> str:
    """What the two exclude each other in; empty where they do not."""
    if not glance.worth(one, other):
        return ""
    ours, theirs = reading.meant(one), reading.meant(other)
    if _apart(one, other, ours, theirs):
        return ""
    if people := bearers.differ(ours, theirs):
        return people
    texts = scopes.scopes(one).get("text", frozenset()), scopes.scopes(other).get("text", frozenset())
    manners = MANNERS if all(texts) and texts[0].isdisjoint(texts[1]) else frozenset[str]()
    if values := list(values_of(ours, theirs)):
        other_tongue = "tongue" in manners and disjoint(ours, theirs, "tongue")
        return "" if other_tongue else _one_value(ours, theirs, values)
    return _answered(one, other, ours, theirs, manners)


def _apart(one: str, other: str, ours: Meant, theirs: Meant) -> bool:
    """Whether the two speak of other things, in other places, or one makes an exception of the other."""
    return (
        estranged(ours, theirs)
        or placed(one, other)
        or scopes.aimed(one, other)
        or scopes.purposed(one, other)
        or conditional(other, ours, theirs)
        or conditional(one, theirs, ours)
        or ranged(one, other)
    )


def _one_value(ours: Meant, theirs: Meant, values: list[str]) -> str:
    """The value in which alone the two differ: what differs in several is another thing."""
    weekly = all(WEEKLY.search(said.text) for said in (ours, theirs)) and not met_in(ours, theirs).most
    if weekly and ours.names & theirs.names & GATHERED and {"day"} & {*values}:
        return "day"
    other_day = ours.days and theirs.days and ours.days.isdisjoint(theirs.days) and values != ["day"]
    if other_day and met_in(ours, theirs).weight < SEVERAL:
        return ""
    twofold = TWOFOLD & ours.sides.keys() & theirs.sides.keys() - {"time of day"}
    if any(ours.sides[name].isdisjoint(theirs.sides[name]) for name in twofold):
        return ""
    values = [value for value in values if value != "day"] or values
    return values[0] if len(values) == 1 else ""


def _answered(one: str, other: str, ours: Meant, theirs: Meant, manners: frozenset[str]) -> str:
    """The question that the two answer differently."""
    tongues = [scopes.scopes(text).get("language", frozenset()) for text in (one, other)]
    if all(tongues) and tongues[0].isdisjoint(tongues[1]):
        return ""
    met = met_in(ours, theirs)
    if met.weight >= FIRM and met.share >= CLOSE and orders.reversed_(one, other):
        return "order"
    sides = [side for side in sides_of(ours, theirs) if side not in manners]
    if TWOFOLD.intersection(sides) and (len(sides) > 1 or figures.differ(ours, theirs)):
        return ""
    if sides:
        return sides[0]
    return "yes and no" if contradicts(ours, theirs) else ""


SECOND = re.compile(r"\b(?:a|the) (?:second|other|third) |\banother\b|另一|另外一", re.IGNORECASE)
"""Not the one that the other speaks of."""


NON = re.compile(r"非((?-i:[\u3400-\u9fff]){2})|\bnon-?([a-z]{4,})", re.IGNORECASE)


def _other_than(ours: Meant, theirs: Meant) -> bool:
    """Whether the one speaks of all but what the other speaks of."""
    return any((match[1] or match[2]) in theirs.text for match in NON.finditer(ours.text)) and not NON.search(
        theirs.text
    )


def strange(one: str, other: str) -> bool:
    """Whether each speaks of something, and the other of nothing of it."""
    ours, theirs = reading.meant(one), reading.meant(other)
    told = [
        any(not part.names <= SPEECH | GENERAL for part in said.parts if telling(part, frozenset()))
        for said in (ours, theirs)
    ]
    return all(told) and not met_in(ours, theirs).shared


def met(one: str, other: str) -> bool:
    """Whether both speak of something that few statements speak of."""
    return bool(met_in(reading.meant(one), reading.meant(other)).shared - GENERAL - SPEECH)


GATHERED = frozenset({"meet", "weekly-meeting", "retrospective"})
WEEKLY = re.compile(r"\b(?:weekly|once a week)\b|例会|周会|每周一次", re.IGNORECASE)
"""What takes place once a week has one day."""


def agreed(one: str, other: str) -> bool:
    """Whether both say yes, or both no, as this reads them, or one speaks of some alone."""
    ours, theirs = reading.meant(one), reading.meant(other)
    met = met_in(ours, theirs)
    some = any(signs.SOME.search(text) for text in (one, other))
    same = ours.sides.keys() & theirs.sides.keys() and all(
        ours.sides[name] & theirs.sides[name] for name in ours.sides.keys() & theirs.sides.keys()
    )
    if contrast(ours, theirs, met.shared, frozenset()):
        return True
    return some or (
        bool(met.shared)
        and denies(ours, theirs, met.shared) == denies(theirs, ours, met.shared)
        and not ours.turned
        and not theirs.turned
        and not same
    )


def elsewhere(one: str, other: str) -> bool:
    """Whether the two plainly speak of other things, people or times, or one names the other as an exception."""
    ours, theirs = reading.meant(one), reading.meant(other)
    kinds = {kind for kind in ours.members if disjoint(ours, theirs, kind)} | {
        name for name in ours.sides if name in theirs.sides
    }
    met = met_in(ours, theirs, frozenset(kinds))
    return (
        estranged(ours, theirs)
        or heads(ours, theirs, met.shared, frozenset(kinds))
        or _exempt(ours, theirs)
        or _exempt(theirs, ours)
        or other_objects(ours, theirs, met.shared)
    )


def estranged(ours: Meant, theirs: Meant) -> bool:
    """Whether the two speak of other things, or of other times."""
    if ours.past != theirs.past or (ours.past and figures.differ(ours, theirs)):
        return True
    if ours.codes and theirs.codes and ours.codes.isdisjoint(theirs.codes):
        return True
    if (
        any(SECOND.search(said.text) for said in (ours, theirs))
        or _other_than(ours, theirs)
        or _other_than(theirs, ours)
    ):
        return True
    done = deeds(ours), deeds(theirs)
    if any(
        one in here and two not in here and two in there and one not in there
        for here, there in (done, done[::-1])
        for one, two in UNLIKE
    ):
        return True
    if ours.who and theirs.who and ours.who.isdisjoint(theirs.who) and not (owns(ours) and owns(theirs)):
        return True
    if ours.text.isascii() != theirs.text.isascii() and ours.labels and theirs.labels:
        # Which thing a number tells apart has another name in the other language: "payment 12", "12 号".
        return {value for _, value in ours.labels}.isdisjoint(value for _, value in theirs.labels)
    for key in {name for name, _ in ours.labels} & {name for name, _ in theirs.labels}:
        if {value for name, value in ours.labels if name == key}.isdisjoint(
            value for name, value in theirs.labels if name == key
        ):
            return True
    return False


WEEK = frozenset({"weekend", "weekday"})
NARROW = {
    "environment": frozenset({"staging", "test", "development"}),
    "branch": frozenset({"release", "feature", "hotfix", "shared"}),
    "part": frozenset({"mobile", "ios", "android", "desktop", "admin", "windows", "legacy", "open"}),
    "piece": frozenset(),
    "country": frozenset(),
    "audience": frozenset({"customer", "newcomer", "expert", "manager"}),
}
"""Where a statement that names one holds in fewer places than one that names none."""


MANNERS = frozenset({"amount of text", "tone", "layout of text", "tongue", "place in sentence"})
"""Of which each kind of text may have its own."""


def placed(one: str, other: str) -> bool:
    """Whether the two hold in different places."""
    here, there = scopes.scopes(one), scopes.scopes(other)
    parts = [told.get("day", frozenset()) & WEEK for told in (here, there)]
    if all(parts) and parts[0].isdisjoint(parts[1]):
        return True
    for category in NARROW:
        ours, theirs = here.get(category, frozenset()), there.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
        narrow = (ours | theirs) & NARROW.get(category, frozenset())
        if bool(ours) != bool(theirs) and narrow and _within(category, one if ours else other):
            return True
    return False


def _within(category: str, text: str) -> bool:
    """Whether the statement holds in a place of the category alone: what stands behind a semicolon is another one."""
    first = HALF.split(text, maxsplit=1)[0]
    return category in scopes.scopes(first) and not EVERY.search(ANY_DAY.sub(" ", text))


ANY_DAY = re.compile(r"\b(?:any|every|each|all) (?:\w+ )?(?:day|time|hour|week|month)s?\b", re.IGNORECASE)
HALF = re.compile(r"[;；]")


@lru_cache(maxsize=16_384)
def _exceptions(text: str) -> list[tuple[int, int]]:
    """Where the text tells what something does not hold for."""
    return [match.span() for match in signs.EXCEPTION.finditer(signs.small(text))]


def _exempt(ours: Meant, theirs: Meant) -> bool:
    """Whether the one makes an exception of what the other speaks of."""
    spans = _exceptions(ours.rest)
    return any(part.names & theirs.names for part in ours.parts if any(a <= part.at < b for a, b in spans))


def conditional(against: str, ours: Meant, theirs: Meant) -> bool:
    """Whether the one holds under a condition that the other does not speak of, and does not rule out."""
    if signs.ALWAYS.search(against):
        return False
    if _exempt(ours, theirs):
        return True
    known = {name for part in theirs.parts for name in part.names}
    said = [part for part in ours.parts if part.conditional and not any(sense.kind == "light" for sense in part.meant)]
    return any(not part.names & known and not part.names & TALK for part in said)


def ranged(text: str, against: str) -> bool:
    """Whether each tells another end of one range: at least so many, at most so many."""
    ours, theirs = reading.meant(text), reading.meant(against)
    return any(
        figures.comparable(one, other) and {figures.bound(one, ours), figures.bound(other, theirs)} == {"least", "most"}
        for one in ours.amounts
        for other in theirs.amounts
    )
