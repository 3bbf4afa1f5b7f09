"""What two statements say differently of one thing: numbers, things of a kind, people, sides, yes and no; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.comparing import senses, signs
from dreamd.comparing.amounts import same
from dreamd.comparing.likeness import (
    ALONE,
    CLOSE,
    ENOUGH,
    EVERY,
    FIRM,
    LITTLE,
    SEVERAL,
    SHARE,
    contrast,
    deeds,
    disjoint,
    heads,
    met_in,
    narrower,
    near,
)
from dreamd.comparing.objects import other_objects
from dreamd.comparing.signs import ROLES
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.amounts import Amount
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
FROM_THERE = re.compile(r"^(?:above|over|under|below|beyond|from)\b|^(?:超过|高于|低于)", re.IGNORECASE)
"""What begins a step of a scale, of which several may stand side by side."""
WITH = re.compile(r"\b(?:is|are|lies|stays) with\b|在\S{1,6}(?:手里|手上|那里|那儿)")
"""Who has a thing in keeping."""
GOES_TO = re.compile(
    r"\b(?:go|goes|ask|contact|turn|write|talk) (?:to )?[A-Z]\w+|\b(?:is|are) [A-Z]\w+['’]s\b"
    r"|^[A-Z]\w+ (?:runs|covers) |说了算|(?:对接|联系|接口)人|归\S{2,3}(?:[，。,]|$)|找\S{2,3}(?:问|[，。,]|$)"
)
"""Whom one turns to, and so who is in charge."""
DEPUTY = re.compile(
    r"\b(?:deputy|backup (?:owner|person)|stand-?in|substitute|second in line|assistant|assists"
    r"|helps)\b|副|代班|代理|替补|协助|备份人",
    re.IGNORECASE,
)
"""Not the one who is in charge."""
BESIDE = re.compile(
    r"\b(?:supports?|supported|tested|works? (?:with|on)|compatib\w+|upgrad\w+|migrat\w+|from)\b|支持|兼容|升级|迁移",
    re.IGNORECASE,
)
"""What is so need not be the only one, or not today's."""


def values_of(ours: Meant, theirs: Meant) -> Iterator[str]:
    """What has two values."""
    if _limitless(ours, theirs) or _limitless(theirs, ours):
        yield "limit"
        return
    none = frozenset[str]()
    if found := _amounts(ours, theirs):
        yield found
    if not (
        differ(ours, theirs)
        and any(disjoint(ours, theirs, kind) for kind in ours.members.keys() & theirs.members.keys())
    ):
        yield from _members(ours, theirs)
    if found := _owners(ours, theirs):
        yield found
    also = signs.ALSO.search(ours.text) or signs.ALSO.search(theirs.text)
    if (ours.where and ours.where <= theirs.gone) or (theirs.where and theirs.where <= ours.gone):
        yield "address"
    elif also:
        return
    elif ours.where and theirs.where and ours.where.isdisjoint(theirs.where) and near(ours, theirs, none):
        yield f"{min(ours.where)} / {min(theirs.where)}"
    yield from _days(ours, theirs)


def _days(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Another day of the week."""
    days = ours.days, theirs.days
    one_each = len(days[0]) == len(days[1]) == 1 and days[0] != days[1]
    if one_each and not (ours.past or ours.denied or theirs.denied) and near(ours, theirs, frozenset()):
        yield "day"
        times = ours.sides.get("time of day"), theirs.sides.get("time of day")
        if times[0] and times[1] and times[0] != times[1]:
            yield "time of day"


def _limitless(ours: Meant, theirs: Meant) -> bool:
    """Whether the one knows no limit, and the other tells it."""
    return ours.unlimited and any(item.bound == "most" for item in theirs.amounts) and near(ours, theirs, frozenset())


def _amounts(ours: Meant, theirs: Meant) -> str:
    """Two numbers for one thing."""
    for one in ours.amounts:
        if one.kind.startswith("version") and any(BESIDE.search(said.text) for said in (ours, theirs)):
            continue
        own = [item for item in ours.amounts if comparable(item, one)]
        there = [item for item in theirs.amounts if comparable(item, one)]
        if len(own) == len(there) == 1 and own[0].value != there[0].value and not same(own[0], there[0]):
            steps = all(FROM_THERE.search(said.text) for said in (ours, theirs)) and met_in(ours, theirs).rest
            if not steps and near(ours, theirs, frozenset({"existence", "order", "speed"})):
                return f"{own[0].value} / {there[0].value}"
    return ""


def bound(amount: Amount, said: Meant) -> str:
    """What is refused from there on is allowed up to there."""
    return "most" if amount.bound == "least" and said.denied else amount.bound


def comparable(one: Amount, other: Amount) -> bool:
    """Whether two numbers tell the same kind of thing."""
    if {one.kind, other.kind} == {"time", "period"}:
        return False
    kinds = one.kind.partition(" "), other.kind.partition(" ")
    if kinds[0][0] == "version" and one.kind == other.kind:
        return True
    if kinds[0][0] == kinds[1][0] == "count":
        return not kinds[0][2] or not kinds[1][2] or bool(senses.of(kinds[0][2]) & senses.of(kinds[1][2]))
    if {kinds[0][0], kinds[1][0]} == {"count", "port"}:
        return kinds[0][2] == kinds[1][2] == "" and min(len(one.value), len(other.value)) > SEVERAL
    return one.kind == other.kind


def differ(ours: Meant, theirs: Meant) -> bool:
    """Whether the two have different numbers of one kind."""
    return any(one.kind == two.kind and one.value != two.value for one in ours.amounts for two in theirs.amounts)


def _members(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Two things of a kind for one purpose, or one that is used and refused."""
    universal = EVERY.search(ours.text) or EVERY.search(theirs.text) or ours.only or theirs.only
    also = signs.ALSO.search(ours.text) or signs.ALSO.search(theirs.text)
    for kind in sorted(ours.members.keys() & theirs.members.keys()):
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
    for one, other in ((ours, theirs), (theirs, ours)):
        for kind, against in one.refused.items():
            if against & other.members.get(kind, frozenset()):
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


def _owners(ours: Meant, theirs: Meant) -> str:
    """Two who are in charge of one thing."""
    people = [said.who | said.members.get("doer", frozenset()) for said in (ours, theirs)]
    if not (people[0] and people[1] and people[0].isdisjoint(people[1]) and (ours.who or theirs.who)):
        return ""
    if not (owns(ours) and owns(theirs)) or bool(DEPUTY.search(ours.text)) != bool(DEPUTY.search(theirs.text)):
        return ""
    called = {stem(word) for who in ours.who | theirs.who for word in who.split()}
    about = [
        {name for part in said.parts if not part.names & ROLES for name in part.names - called}
        for said in (ours, theirs)
    ]
    known = about[0] & about[1]
    if (
        not known
        or not _roles(ours) & _roles(theirs)
        or heads(ours, theirs, frozenset(known), frozenset())
        or signs.ALSO.search(ours.text)
        or signs.ALSO.search(theirs.text)
    ):
        return ""
    least = min(len(about[0]), len(about[1]))
    return f"{min(people[0])} / {min(people[1])}" if 2 * len(known) >= least else ""


def sides_of(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Questions that the two answer differently."""
    for name, sides in ours.sides.items():
        there = theirs.sides.get(name, frozenset())
        if there and sides.isdisjoint(there):
            met = met_in(ours, theirs, frozenset({name}))
            least = 0.0 if name in ALONE else ENOUGH if met.rest else LITTLE
            share = 0.0 if name in ALONE else CLOSE if name in WEAK else SHARE
            if (
                met.weight >= least
                and met.share >= share
                and not contrast(ours, theirs, met.shared, frozenset({name}))
                and not narrower(ours, theirs, met.shared)
            ):
                yield name


def denies(said: Meant, other: Meant, known: frozenset[str]) -> bool:
    """Whether the statement says no where it speaks of what both do."""
    told = {part.clause for part in said.parts if part.names & known} or {0}
    turned = {clause for question, clause in said.turned.items() if question == "existence" not in other.sides}
    return bool(said.denied & told) != bool(turned & told - said.denied)


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
        or contrast(ours, theirs, met.shared, frozenset())
        or other_objects(ours, theirs, met.shared)
    ):
        return False
    no, yes = (ours, theirs) if denies(ours, theirs, met.shared) else (theirs, ours)
    if weight < SEVERAL and (yes.where or yes.amounts) and not (no.where or no.amounts):
        return False
    if no.days - yes.days or {one for one in no.amounts if one.kind == "clock"} - set(yes.amounts):
        return False
    if signs.SOME.search(ours.text) or signs.SOME.search(theirs.text):
        return False
    if any(
        comparable(one, two) and one.value == two.value and one.bound != two.bound
        for one in ours.amounts
        for two in theirs.amounts
    ):
        return False
    return not narrower(ours, theirs, met.shared)
