"""What two statements say differently of one thing: numbers, things of a kind, people, sides, yes and no; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.comparing import charge, figures, senses, signs
from dreamd.comparing.attributes import AHEAD
from dreamd.comparing.likeness import (
    ALONE,
    CLOSE,
    ENOUGH,
    EVERY,
    FIRM,
    LEAN,
    LITTLE,
    SEVERAL,
    SHARE,
    SPEECH,
    contrast,
    deeds,
    disjoint,
    met_in,
    narrower,
    near,
)
from dreamd.comparing.objects import other_objects
from dreamd.comparing.reading import CONCERNED
from dreamd.comparing.signs import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.meanings import Meant


TWOFOLD = frozenset(
    {
        "outcome",
        "freshness",
        "kind of copy",
        "temperature",
        "state",
        "open",
        "medium",
        "hosting",
        "price",
        "visibility",
        "time of day",
        "inside",
        "compass",
    }
)
"""Sides that also tell two things apart, each with a rule of its own."""
WEAK = frozenset({"first or last", "amount of text", "tone", "speed", "end", "side", "increase"})
"""Questions whose words are so common that two statements must share more to be about one."""
WITH = re.compile(r"\b(?:is|are|lies|stays) with\b|在\S{1,6}(?:手里|手上|那里|那儿)")
"""Who has a thing in keeping."""
GOES_TO = re.compile(
    r"\b(?:go|goes|ask|contact|turn|write|talk) (?:to )?[A-Z]\w+|\b(?:is|are) [A-Z]\w+['’]s\b"
    r"|^[A-Z]\w+ (?:runs|covers) |说了算|(?:对接|联系|接口)人|归\S{2,3}(?:[，。,]|$)|找\S{2,3}(?:问|[，。,]|$)"
)
"""Whom one turns to, and so who is in charge."""
MUCH = 0.3
"""Part of the longer one's words that both must have where one says yes and the other no."""
PLAIN = SPEECH | {"write", "add", "edit", "show", "read", "start"}
"""Deeds that so many statements have that two which both have one need not speak of the same."""
NUMBERED = re.compile(r"[a-z][a-z-]*\d+")
NO_SUCH = re.compile(r"\bno (?!longer\b|one\b|need\b)|没有(?!任何)|不存在", re.IGNORECASE)
"""Before what there is none of."""


def values_of(ours: Meant, theirs: Meant) -> Iterator[str]:
    """What has two values."""
    if figures.limitless(ours, theirs) or figures.limitless(theirs, ours):
        yield "limit"
        return
    none = frozenset[str]()
    if ours.where and theirs.where and ours.where.isdisjoint(theirs.where) and figures.differ(ours, theirs):
        return
    if found := figures.amounts(ours, theirs):
        yield found
    if not (
        figures.differ(ours, theirs)
        and any(disjoint(ours, theirs, kind) for kind in ours.members.keys() & theirs.members.keys())
    ):
        yield from _members(ours, theirs)
    if found := charge.rivals(ours.text, theirs.text):
        yield found
    also = signs.ALSO.search(ours.text) or signs.ALSO.search(theirs.text)
    both = (ours, theirs), (theirs, ours)
    if any(one.where and one.where <= two.gone and not _begins(two, one) for one, two in both):
        yield "address"
    elif also:
        return
    elif _moved(ours, theirs) and near(ours, theirs, none):
        yield f"{min(ours.where)} / {min(theirs.where)}"
    yield from _days(ours, theirs)


def _moved(ours: Meant, theirs: Meant) -> bool:
    """Whether each names another address of one form, and neither begins with it: that would be two machines."""
    if not (ours.where and theirs.where and ours.where.isdisjoint(theirs.where)):
        return False
    forms = [{_form(place) for place in said.where} for said in (ours, theirs)]
    begin = [any(said.text.lower().lstrip("`").startswith(place) for place in said.where) for said in (ours, theirs)]
    return bool(forms[0] & forms[1]) and not all(begin)


def _begins(said: Meant, other: Meant) -> bool:
    """Whether the statement is about an address with which it begins, and the other is about something else."""
    text = said.text.lower().lstrip("`")
    return bool(other.subject) and any(text.startswith(place) for place in (said.where | said.gone) - other.where)


def _form(place: str) -> str:
    """``name`` with a number, ``path``, or ``address``."""
    return "name" if NUMBERED.fullmatch(place) else "path" if "/" in place and "://" not in place else "address"


ANY_DAY = re.compile(
    r"\b(?:any|every|each) (?:working |week)?day\b|哪天都|每个?(?:工作日|天)都|不挑日子|随便哪天|任何一天",
    re.IGNORECASE,
)


def _days(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Another day of the week, or any day beside one alone."""
    for one, two in ((ours, theirs), (theirs, ours)):
        if one.only and one.days and not two.days and ANY_DAY.search(two.text) and near(one, two, frozenset()):
            yield "day"
            return
    days = ours.days, theirs.days
    one_each = len(days[0]) == len(days[1]) == 1 and days[0] != days[1]
    denied = [signs.NEGATION.search(signs.small(said.text)) is not None for said in (ours, theirs)]
    told = one_each and denied[0] == denied[1] and not (ours.past or ours.denied or theirs.denied)
    if told and near(ours, theirs, frozenset()):
        yield "day"
        times = ours.sides.get("time of day"), theirs.sides.get("time of day")
        if times[0] and times[1] and times[0] != times[1]:
            yield "time of day"


def _members(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Two things of a kind for one purpose, or one that is used and refused."""
    universal = EVERY.search(ours.text) or EVERY.search(theirs.text) or ours.only or theirs.only
    also = signs.ALSO.search(ours.text) or signs.ALSO.search(theirs.text)
    if sum(disjoint(ours, theirs, kind) for kind in ours.members.keys() & theirs.members.keys()) > 1:
        return
    aside = {"packages"} if any(signs.COMMAND.search(said.text) for said in (ours, theirs)) else set[str]()
    for kind in sorted((ours.members.keys() & theirs.members.keys()) - aside):
        if any(
            one.only
            and two.members[kind] - one.members[kind]
            and len(one.members[kind]) == 1
            and near(ours, theirs, frozenset({kind}))
            and (kind != "doer" or deeds(ours) & deeds(theirs))
            for one, two in ((ours, theirs), (theirs, ours))
        ):
            yield f"{min(ours.members[kind])} / {min(theirs.members[kind])}"
            return
        if also or (kind == "contact" and not universal) or (kind == "doer" and not deeds(ours) & deeds(theirs)):
            continue  # who can be called can be written to, too
        here, there = ours.members[kind], theirs.members[kind]
        if here.isdisjoint(there) and len(here) == len(there) == 1:
            known = senses.kinds()[kind]
            met = met_in(ours, theirs, frozenset({kind}), known.about)
            least = 0.0 if known.single else LITTLE if universal else ENOUGH
            if (
                met.weight >= least
                and (met.share >= SHARE or met.rest <= least)
                and not contrast(ours, theirs, met.shared, frozenset({kind}))
            ):
                yield f"{min(here)} / {min(there)}"
                return
    yield from _refused(ours, theirs, aside)


def _refused(ours: Meant, theirs: Meant, aside: set[str]) -> Iterator[str]:
    """What the one is for and the other against."""
    for one, other in ((ours, theirs), (theirs, ours)):
        for kind, against in one.refused.items():
            if kind in CONCERNED and signs.NEGATION.search(other.text.lower()):
                continue
            if kind not in aside and against & other.members.get(kind, frozenset()):
                met = met_in(one, other, frozenset({kind}), senses.kinds()[kind].about)
                if (met.rest <= LITTLE or met.share >= SHARE) and not contrast(
                    one, other, met.shared, frozenset({kind})
                ):
                    yield min(against)
                    return


def _roles(said: Meant) -> set[str]:
    """What the people whom it names are to the thing."""
    found = {name for part in said.parts for name in part.names & ROLES}
    return found | ({"store"} if WITH.search(said.text) else set()) | ({"own"} if GOES_TO.search(said.text) else set())


def owns(said: Meant) -> bool:
    """Whether it says who is in charge."""
    return bool(_roles(said))


def sides_of(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Questions that the two answer differently; what is kept so long is deleted then."""
    times = [{one.value for one in said.amounts if one.kind == "time"} for said in (ours, theirs)]
    for name, sides in ours.sides.items():
        if name == "existence" and times[0] & times[1]:
            continue
        there = theirs.sides.get(name, frozenset())
        if there and sides.isdisjoint(there):
            met = met_in(ours, theirs, frozenset({name}))
            least = 0.0 if name in ALONE else ENOUGH if met.rest else LITTLE
            share = 0.0 if name in ALONE else CLOSE if name in WEAK else SHARE
            if (
                met.weight >= least
                and met.share >= share
                and (name in ALONE or met.weight >= LEAN * (met.weight + met.most))
                and not contrast(ours, theirs, met.shared, frozenset({name}))
                and not narrower(ours, theirs, met.shared)
                and (name in ALONE or not other_objects(ours, theirs, met.shared))
            ):
                yield name


def denies(said: Meant, other: Meant, known: frozenset[str]) -> bool:
    """Whether the statement says no where it speaks of what both do."""
    firm = known - PLAIN or known
    told = {part.clause for part in said.parts if part.names & firm} or {0}
    turned = {clause for question, clause in said.turned.items() if question == "existence" not in other.sides}
    return bool(said.denied & told) != bool(turned & told - said.denied)


TIMED = frozenset({"clock", "date", "day of month"})


def _at_a_time(no: Meant, yes: Meant) -> bool:
    """Whether the denial is of a day or an hour of which the other does not speak."""
    told = {one for one in no.amounts if one.kind in TIMED} - {*yes.amounts}
    ahead = AHEAD.search(no.text) and not AHEAD.search(yes.text)
    return bool(no.days - yes.days or told or ahead)


def contradicts(ours: Meant, theirs: Meant) -> bool:
    """Whether the one says no to what the other says yes to."""
    met = met_in(ours, theirs)
    if denies(ours, theirs, met.shared) == denies(theirs, ours, met.shared):
        return False
    weight = met.weight + bool(ours.days & theirs.days)
    share = weight / (weight + met.rest) if weight else 0.0
    if (
        weight < ENOUGH
        or share < CLOSE
        or (met.rest and weight < SEVERAL)
        or (weight < FIRM and met.most >= ENOUGH)
        or weight < MUCH * (weight + met.most)
        or contrast(ours, theirs, met.shared, frozenset())
        or other_objects(ours, theirs, met.shared)
    ):
        return False
    no, yes = (ours, theirs) if denies(ours, theirs, met.shared) else (theirs, ours)
    if found := NO_SUCH.search(no.rest):
        none = next((part for part in no.parts if part.at >= found.end()), None)
        if none and not none.names & yes.names and not any(one.kind == "light" for one in none.meant):
            return False
    if weight < SEVERAL and (yes.where or yes.amounts) and not (no.where or no.amounts):
        return False
    if _at_a_time(no, yes):
        return False
    if signs.SOME.search(ours.text) or signs.SOME.search(theirs.text):
        return False
    if any(
        figures.comparable(one, two) and one.value == two.value and one.bound != two.bound
        for one in ours.amounts
        for two in theirs.amounts
    ):
        return False
    return not narrower(ours, theirs, met.shared)
