"""In what two statements about one thing exclude each other: a yes and a no, two sides, two values, two owners; pure.

First what both speak of is weighed, then what they say of it: words that only one of them has are its own detail, words
that each has in the other's place are another subject.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing import orders, reading, scopes, senses
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.amounts import Amount
    from dreamd.comparing.reading import Meant, Part

GENERAL = frozenset(
    [
        "service",
        "system",
        "application",
        "component",
        "file",
        "data",
        "server",
        "environment",
        "database",
        "code",
        "account",
        "job",
        "version",
        "default",
        "team",
        "row",
        "form",
        "value",
        "name",
        "request",
        "message",
        "add",
        "write",
        "edit",
        "store",
        "show",
        "limit",
        "start",
        "schedule",
        "rule",
        "standard",
        "change",
        "website",
        "interface",
        "own",
        "check",
        "read",
        "text",
        "number",
        "id",
        "language",
        "build",
        "discuss",
        "reply",
    ]
)
"""Senses that so many statements have that they tell little of what one is about."""
TALK = frozenset(["discuss", "reply", "message", "write", "ask", "explain", "commit", "merge"])
"""What nearly every rule of conduct is about: as a condition it narrows nothing."""
SPEECH = frozenset(["discuss", "reply", "message"])
ALONE = frozenset(
    {
        "way to main",
        "indentation",
        "structure",
        "repositories",
        "branch style",
        "explaining",
        "tone",
        "order of reading",
        "layout of text",
        "presence of quotes",
        "measure",
        "language spelling",
        "script of chinese",
    }
)
"""Questions that a project answers once."""
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
LITTLE = 0.5
UNSURE = 0.4
LEAN = 0.25
"""Part of the longer one's words that both must have."""
FIRM = 1.5
SEVERAL = 2
REST = 0.9
"""Part of its weight by which a word counts that only one of them has."""
ENOUGH = 1.0
"""Weight of what both speak of."""
SHARE, CLOSE, NEARLY = 0.55, 0.6, 0.75
"""Part of the shorter one's words that both have: for two values, for yes and no."""


class Met(NamedTuple):
    """What two statements have in common."""

    shared: frozenset[str]
    weight: float
    share: float
    """Of the words of the one that says less beside it."""
    rest: float
    """Weight of what that one says beside it."""
    most: float
    """Weight of what the other one says beside it."""


def clash(one: str, other: str) -> str:
    """What the two exclude each other in; empty where they do not."""
    ours, theirs = reading.meant(one), reading.meant(other)
    if _elsewhere(ours, theirs) or _placed(one, other) or scopes.aimed(one, other):
        return ""
    if _excepted(other, ours, theirs) or _excepted(one, theirs, ours):
        return ""
    if _ranged(ours, theirs):
        return ""
    texts = scopes.scopes(one).get("text", frozenset()), scopes.scopes(other).get("text", frozenset())
    manners = MANNERS if all(texts) and texts[0].isdisjoint(texts[1]) else frozenset()
    if values := list(_values(ours, theirs)):
        met = _met(ours, theirs)
        if (
            ours.days
            and theirs.days
            and ours.days.isdisjoint(theirs.days)
            and values != ["day"]
            and met.weight < SEVERAL
        ):
            return ""
        if any(
            name in theirs.sides and ours.sides[name].isdisjoint(theirs.sides[name])
            for name in TWOFOLD & ours.sides.keys() - {"time of day"}
        ):
            return ""
        values = [value for value in values if value != "day"] or values
        return values[0] if len(values) == 1 and not ("tongue" in manners and _disjoint(ours, theirs, "tongue")) else ""
    tongues = [scopes.scopes(text).get("language", frozenset()) for text in (one, other)]
    if all(tongues) and tongues[0].isdisjoint(tongues[1]):
        return ""
    met = _met(ours, theirs)
    if met.weight >= SEVERAL and met.share >= CLOSE and orders.reversed_(one, other):
        return "order"
    sides = [side for side in _sides(ours, theirs) if side not in manners]
    if len(sides) > 1 and TWOFOLD.intersection(sides):
        return ""
    if sides:
        return sides[0]
    return "yes and no" if _denied(ours, theirs) else ""


SECOND = re.compile(r"\b(?:a|the) (?:second|other|third) |\banother\b|另一|另外一", re.IGNORECASE)
"""Not the one that the other speaks of."""
NON = re.compile(r"非([\u3400-\u9fff]{2})|\bnon-?([a-z]{4,})", re.IGNORECASE)
FROM_THERE = re.compile(r"^(?:above|over|under|below|beyond|from)\b|^(?:超过|高于|低于)", re.IGNORECASE)


def _other_than(ours: Meant, theirs: Meant) -> bool:
    """Whether the one speaks of all but what the other speaks of."""
    return any((match[1] or match[2]) in theirs.text for match in NON.finditer(ours.text)) and not NON.search(
        theirs.text
    )


def _disjoint(ours: Meant, theirs: Meant, kind: str) -> bool:
    return ours.members.get(kind, frozenset()).isdisjoint(theirs.members.get(kind, frozenset()))


def worth(one: str, other: str) -> bool:
    """Whether the two may exclude each other in anything: what costs little is asked first."""
    ours, theirs = reading.meant(one), reading.meant(other)
    if ours.denied or theirs.denied or ours.turned or theirs.turned or ours.unlimited or theirs.unlimited:
        return True
    if ours.sides.keys() & theirs.sides.keys() or ours.members.keys() & theirs.members.keys():
        return True
    if ours.refused or theirs.refused or (ours.where and theirs.where) or (ours.days and theirs.days):
        return True
    if ours.who and theirs.who:
        return True
    return bool(ours.amounts and theirs.amounts) or bool(orders.order(ours.text) and orders.order(theirs.text))


def strange(one: str, other: str) -> bool:
    """Whether each speaks of something, and the other of nothing of it."""
    ours, theirs = reading.meant(one), reading.meant(other)
    told = [
        any(not part.names <= SPEECH | GENERAL for part in said.parts if _telling(part, frozenset()))
        for said in (ours, theirs)
    ]
    return all(told) and not _met(ours, theirs).shared


ONCE = frozenset({"1"})


def same(one: str, other: str) -> bool:
    """Whether the two say the same of the same, in whatever words."""
    ours, theirs = reading.meant(one), reading.meant(other)
    if (
        _elsewhere(ours, theirs)
        or _placed(one, other)
        or _excepted(other, ours, theirs)
        or _excepted(one, theirs, ours)
    ):
        return False
    if (ours.days, ours.labels, ours.where, ours.codes, ours.who, ours.members, ours.refused) != (
        theirs.days,
        theirs.labels,
        theirs.where,
        theirs.codes,
        theirs.who,
        theirs.members,
        theirs.refused,
    ):
        return False
    if {one.value for one in ours.amounts} - ONCE != {one.value for one in theirs.amounts} - ONCE:
        return False
    if any(ours.sides[name] != theirs.sides[name] for name in ours.sides.keys() & theirs.sides.keys()):
        return False
    met = _met(ours, theirs)
    if _denies(ours, theirs, met.shared) != _denies(theirs, ours, met.shared) or _contrast(
        ours, theirs, met.shared, frozenset()
    ):
        return False
    most = met.weight / (met.weight + met.most) if met.weight else 0.0
    firm = bool(ours.amounts) + bool(ours.sides.keys() & theirs.sides.keys()) + bool(ours.members)
    return met.weight + firm >= SEVERAL and met.share >= NEARLY and most >= (SHARE if firm else CLOSE)


def agreed(one: str, other: str) -> bool:
    """Whether both say yes, or both no, as this reads them, or one speaks of some alone."""
    ours, theirs = reading.meant(one), reading.meant(other)
    met = _met(ours, theirs)
    some = any(reading.SOME.search(text) for text in (one, other))
    same = ours.sides.keys() & theirs.sides.keys() and all(
        ours.sides[name] & theirs.sides[name] for name in ours.sides.keys() & theirs.sides.keys()
    )
    if _contrast(ours, theirs, met.shared, frozenset()):
        return True
    return some or (
        bool(met.shared)
        and _denies(ours, theirs, met.shared) == _denies(theirs, ours, met.shared)
        and not ours.turned
        and not theirs.turned
        and not same
    )


def elsewhere(one: str, other: str) -> bool:
    """Whether the two plainly speak of other things, people or times, or one names the other as an exception."""
    ours, theirs = reading.meant(one), reading.meant(other)
    kinds = {kind for kind in ours.members if _disjoint(ours, theirs, kind)} | {
        name for name in ours.sides if name in theirs.sides
    }
    met = _met(ours, theirs, frozenset(kinds))
    return (
        _elsewhere(ours, theirs)
        or _heads(ours, theirs, met.shared, frozenset(kinds))
        or _exempt(ours, theirs)
        or _exempt(theirs, ours)
    )


def _elsewhere(ours: Meant, theirs: Meant) -> bool:
    """Whether the two speak of other things, or of other times."""
    if ours.past != theirs.past or (ours.past and _differ(ours, theirs)):
        return True
    if ours.codes and theirs.codes and ours.codes.isdisjoint(theirs.codes):
        return True
    if (
        any(SECOND.search(said.text) for said in (ours, theirs))
        or _other_than(ours, theirs)
        or _other_than(theirs, ours)
    ):
        return True
    if ours.who and theirs.who and ours.who.isdisjoint(theirs.who) and not (_owns(ours) and _owns(theirs)):
        return True
    for key in {name for name, _ in ours.labels} & {name for name, _ in theirs.labels}:
        if {value for name, value in ours.labels if name == key}.isdisjoint(
            value for name, value in theirs.labels if name == key
        ):
            return True
    return False


NARROW = {
    "environment": frozenset({"staging", "test", "development"}),
    "branch": frozenset({"release", "feature", "hotfix", "shared"}),
    "part": frozenset({"mobile", "ios", "android", "desktop", "admin", "windows", "legacy", "open"}),
    "audience": frozenset({"customer", "newcomer", "expert", "manager"}),
}
"""Where a statement that names one holds in fewer places than one that names none."""
EVERY = re.compile(r"\b(?:all|every|each|any|everything|whole|entire|always)\b|一律|所有|全部|都", re.IGNORECASE)
MANNERS = frozenset({"amount of text", "tone", "layout of text", "tongue", "place in sentence"})
"""Of which each kind of text may have its own."""


def _placed(one: str, other: str) -> bool:
    """Whether the two hold in different places."""
    here, there = scopes.scopes(one), scopes.scopes(other)
    for category in NARROW:
        ours, theirs = here.get(category, frozenset()), there.get(category, frozenset())
        if ours and theirs and not ours & theirs:
            return True
        narrow = (ours | theirs) & NARROW.get(category, frozenset())
        if bool(ours) != bool(theirs) and narrow and not EVERY.search(one if ours else other):
            return True
    return False


def _exempt(ours: Meant, theirs: Meant) -> bool:
    """Whether the one makes an exception of what the other speaks of."""
    spans = [(match.start(), match.end()) for match in reading.EXCEPTION.finditer(ours.rest)]
    return any(part.names & theirs.names for part in ours.parts if any(a <= part.at < b for a, b in spans))


def _excepted(against: str, ours: Meant, theirs: Meant) -> bool:
    """Whether the one holds under a condition that the other does not speak of, and does not rule out."""
    if reading.ALWAYS.search(against):
        return False
    if _exempt(ours, theirs):
        return True
    known = {name for part in theirs.parts for name in part.names}
    said = [part for part in ours.parts if part.conditional and not any(sense.kind == "light" for sense in part.meant)]
    return any(not part.names & known and not part.names & TALK for part in said)


def _ranged(ours: Meant, theirs: Meant) -> bool:
    """Whether each tells another end of one range: at least so many, at most so many."""
    return any(
        _comparable(one, other) and {_bound(one, ours), _bound(other, theirs)} == {"least", "most"}
        for one in ours.amounts
        for other in theirs.amounts
    )


ROLES = frozenset({"own", "primary", "alert", "review", "duty-rota", "store"})
"""What one person, or group, does at a time."""
WITH = re.compile(r"\b(?:is|are|lies|stays) with\b|在\S{1,6}(?:手里|手上|那里|那儿)")
GOES_TO = re.compile(r"\b(?:go|goes|ask|contact|turn|write|talk) (?:to )?[A-Z]\w+|说了算|找\S{2,3}(?:问|[，。,]|$)")
DEPUTY = re.compile(
    r"\b(?:deputy|backup (?:owner|person)|stand-?in|substitute|second in line|assistant|assists"
    r"|helps)\b|副|代班|代理|替补|协助|备份人",
    re.IGNORECASE,
)
"""Not the one who is in charge."""


def _weight(names: frozenset[str]) -> float:
    if names <= GENERAL or all(len(name) == 1 and not name.isascii() for name in names):
        return LITTLE
    return 1.0


def _telling(part: Part, aside: frozenset[str]) -> bool:
    """Whether the part tells what the statement is about, and is not what it says of it."""
    return not any(
        sense.kind == "light" or (sense.kind in {"side", "member"} and sense.name in aside) for sense in part.meant
    )


def _met(ours: Meant, theirs: Meant, aside: frozenset[str] = frozenset(), about: frozenset[str] = frozenset()) -> Met:
    here, there = ({part.names for part in said.parts if _telling(part, aside)} for said in (ours, theirs))
    known = {name for names in here for name in names} & {name for names in there for name in names}
    both = sum(_weight(names & known) for names in here if names & known)
    # What is in no list may be one word in two languages.
    unsure = UNSURE if ours.text.isascii() != theirs.text.isascii() else 1
    rests = [
        sum(
            REST * _weight(names) * (1 if names & ours.listed or names & theirs.listed else unsure)
            for names in said
            if not names & known and not names & about and not names <= SPEECH
        )
        for said in (here, there)
    ]
    both += LITTLE * bool(about & ours.names and about & theirs.names and not known & about)
    both += sum(
        len(ours.members[kind] & theirs.members.get(kind, frozenset())) for kind in ours.members if kind not in aside
    )
    both += bool(ours.labels & theirs.labels) + bool(ours.where & theirs.where) + bool(ours.who & theirs.who)
    return Met(frozenset(known), both, both / (both + min(rests)) if both else 0.0, min(rests), max(rests))


def _near(ours: Meant, theirs: Meant, aside: frozenset[str], *, least: float = ENOUGH, share: float = SHARE) -> bool:
    met = _met(ours, theirs, aside)
    lean = met.weight < LEAN * (met.weight + met.most)
    return met.weight >= least and met.share >= share and not lean and not _contrast(ours, theirs, met.shared, aside)


def _contrast(ours: Meant, theirs: Meant, known: frozenset[str], aside: frozenset[str]) -> bool:
    """Whether what both speak of is another one in each: the billing service, the search service."""
    if ours.who and theirs.who and ours.who.isdisjoint(theirs.who):
        return True
    kinds = {
        kind
        for kind in ours.members.keys() & theirs.members.keys()
        if ours.members[kind].isdisjoint(theirs.members[kind])
    }
    if kinds - aside:
        return True
    if ours.subject and theirs.subject and not ours.subject & theirs.names and not theirs.subject & ours.names:
        return not any(
            subject & members
            for subject in (ours.subject, theirs.subject)
            for kind in kinds
            for members in (ours.members[kind] | theirs.members[kind],)
        )
    flat = [
        {one for kind, those in said.members.items() if kind not in aside for one in those} for said in (ours, theirs)
    ]
    if all(flat) and flat[0].isdisjoint(flat[1]) and aside & ALONE:
        return True
    return _heads(ours, theirs, known, aside)


def _heads(ours: Meant, theirs: Meant, known: frozenset[str], aside: frozenset[str]) -> bool:
    heads = [{name: by for name, by, _ in _qualified(said, known, aside)} for said in (ours, theirs)]
    return any(heads[0][name] != heads[1][name] for name in heads[0].keys() & heads[1].keys())


OWN = re.compile(r"\b(?:the|a|an|our|each|every|all)\s+$", re.IGNORECASE)


def _qualified(said: Meant, known: frozenset[str], aside: frozenset[str]) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Things that both speak of, with what stands right before each that only one does, and whether that is sure."""
    for number, (before, part) in enumerate(pairwise(said.parts)):
        beside = part.clause == before.clause and part.at - before.at <= len(before.text) + 2
        other = (
            _telling(before, aside) and not before.names & known and not any(one.kind == "side" for one in before.meant)
        )
        deed = any(one.kind == "deed" for one in before.meant)
        order = deed and (
            (before.at == 0 and before.text.isascii())
            or (before.names <= GENERAL and not OWN.search(said.rest[: before.at]))
        )
        if part.names & known and beside and other and not order:
            lone = not before.meant and not before.text.isascii()
            two = lone and number and said.parts[number - 1].at == before.at - 1 and not said.parts[number - 1].meant
            yield (
                min(part.names & known),
                before.names,
                bool(two)
                if lone
                else before.at > 0 or not before.text.isascii() or any(one.kind == "thing" for one in before.meant),
            )


def _values(ours: Meant, theirs: Meant) -> Iterator[str]:
    """What has two values."""
    if _limitless(ours, theirs) or _limitless(theirs, ours):
        yield "limit"
        return
    none = frozenset[str]()
    if found := _amounts(ours, theirs):
        yield found
    if not (
        _differ(ours, theirs)
        and any(_disjoint(ours, theirs, kind) for kind in ours.members.keys() & theirs.members.keys())
    ):
        yield from _members(ours, theirs)
    if found := _owners(ours, theirs):
        yield found
    also = reading.ALSO.search(ours.text) or reading.ALSO.search(theirs.text)
    if (ours.where and ours.where <= theirs.gone) or (theirs.where and theirs.where <= ours.gone):
        yield "address"
    elif also:
        return
    elif ours.where and theirs.where and ours.where.isdisjoint(theirs.where) and _near(ours, theirs, none):
        yield f"{min(ours.where)} / {min(theirs.where)}"
    days = ours.days, theirs.days
    if len(days[0]) == len(days[1]) == 1 and days[0] != days[1] and not ours.past and _near(ours, theirs, none):
        if not ours.denied and not theirs.denied:
            yield "day"
            times = ours.sides.get("time of day"), theirs.sides.get("time of day")
            if times[0] and times[1] and times[0] != times[1]:
                yield "time of day"


def _limitless(ours: Meant, theirs: Meant) -> bool:
    """Whether the one knows no limit, and the other tells it."""
    return ours.unlimited and any(item.bound == "most" for item in theirs.amounts) and _near(ours, theirs, frozenset())


def _amounts(ours: Meant, theirs: Meant) -> str:
    """Two numbers for one thing."""
    for one in ours.amounts:
        if one.kind.startswith("version") and any(BESIDE.search(said.text) for said in (ours, theirs)):
            continue
        own = [item for item in ours.amounts if _comparable(item, one)]
        there = [item for item in theirs.amounts if _comparable(item, one)]
        if len(own) == len(there) == 1 and own[0].value != there[0].value:
            steps = all(FROM_THERE.search(said.text) for said in (ours, theirs)) and _met(ours, theirs).rest
            if not steps and _near(ours, theirs, frozenset({"existence", "order", "speed"})):
                return f"{own[0].value} / {there[0].value}"
    return ""


def _bound(amount: Amount, said: Meant) -> str:
    """What is refused from there on is allowed up to there."""
    return "most" if amount.bound == "least" and said.denied else amount.bound


def _comparable(one: Amount, other: Amount) -> bool:
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


BESIDE = re.compile(
    r"\b(?:supports?|supported|tested|works? (?:with|on)|compatib\w+|upgrad\w+|migrat\w+|from)\b|支持|兼容|升级|迁移",
    re.IGNORECASE,
)
"""What is so need not be the only one, or not today's."""


def _differ(ours: Meant, theirs: Meant) -> bool:
    return any(one.kind == two.kind and one.value != two.value for one in ours.amounts for two in theirs.amounts)


def _members(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Two things of a kind for one purpose, or one that is used and refused."""
    universal = EVERY.search(ours.text) or EVERY.search(theirs.text) or ours.only or theirs.only
    also = reading.ALSO.search(ours.text) or reading.ALSO.search(theirs.text)
    for kind in ours.members.keys() & theirs.members.keys():
        if any(
            one.only
            and two.members[kind] - one.members[kind]
            and len(one.members[kind]) == 1
            and _near(ours, theirs, frozenset({kind}))
            and (kind != "doer" or _deed(ours, theirs))
            for one, two in ((ours, theirs), (theirs, ours))
        ):
            yield f"{min(ours.members[kind])} / {min(theirs.members[kind])}"
            return
        if also or (kind == "doer" and not _deed(ours, theirs)):
            continue
        here, there = ours.members[kind], theirs.members[kind]
        if here.isdisjoint(there) and len(here) == len(there) == 1:
            known = senses.kinds()[kind]
            met = _met(ours, theirs, frozenset({kind}), known.about)
            least = 0.0 if known.single else LITTLE if universal else ENOUGH
            if (
                met.weight >= least
                and (met.share >= SHARE or met.rest <= least)
                and not _contrast(ours, theirs, met.shared, frozenset({kind}))
            ):
                yield f"{min(here)} / {min(there)}"
                return
    for one, other in ((ours, theirs), (theirs, ours)):
        for kind, against in one.refused.items():
            if against & other.members.get(kind, frozenset()):
                met = _met(one, other, frozenset({kind}), senses.kinds()[kind].about)
                if (met.rest <= LITTLE or met.share >= SHARE) and not _contrast(
                    one, other, met.shared, frozenset({kind})
                ):
                    yield min(against)
                    return


def _roles(said: Meant) -> set[str]:
    """What the people whom it names are to the thing."""
    found = {name for part in said.parts for name in part.names & ROLES}
    return found | ({"store"} if WITH.search(said.text) else set()) | ({"own"} if GOES_TO.search(said.text) else set())


def _owns(said: Meant) -> bool:
    return bool(_roles(said))


def _deed(ours: Meant, theirs: Meant) -> bool:
    """Whether both speak of one deed."""
    done = [
        {sense.name for part in said.parts for sense in part.meant if sense.kind == "deed"} for said in (ours, theirs)
    ]
    return bool(done[0] & done[1])


def _owners(ours: Meant, theirs: Meant) -> str:
    """Two who are in charge of one thing."""
    people = [said.who | said.members.get("doer", frozenset()) for said in (ours, theirs)]
    if not (people[0] and people[1] and people[0].isdisjoint(people[1]) and (ours.who or theirs.who)):
        return ""
    if not (_owns(ours) and _owns(theirs)) or bool(DEPUTY.search(ours.text)) != bool(DEPUTY.search(theirs.text)):
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
        or _heads(ours, theirs, frozenset(known), frozenset())
        or reading.ALSO.search(ours.text + theirs.text)
    ):
        return ""
    least = min(len(about[0]), len(about[1]))
    return f"{min(people[0])} / {min(people[1])}" if 2 * len(known) >= least else ""


def _sides(ours: Meant, theirs: Meant) -> Iterator[str]:
    """Questions that the two answer differently."""
    for name, sides in ours.sides.items():
        there = theirs.sides.get(name, frozenset())
        if there and sides.isdisjoint(there):
            met = _met(ours, theirs, frozenset({name}))
            least = 0.0 if name in ALONE else ENOUGH if met.rest else LITTLE
            share = 0.0 if name in ALONE else CLOSE if name in WEAK else SHARE
            if (
                met.weight >= least
                and met.share >= share
                and not _contrast(ours, theirs, met.shared, frozenset({name}))
                and not _narrower(ours, theirs, met.shared)
            ):
                yield name


def _narrower(ours: Meant, theirs: Meant, known: frozenset[str]) -> bool:
    """Whether one of the two speaks of some of those things alone of which the other speaks: test orders, orders."""
    heads = [{name: by for name, by, sure in _qualified(said, known, frozenset()) if sure} for said in (ours, theirs)]
    bare = [{name for part in said.parts for name in part.names} for said in (ours, theirs)]
    return bool(heads[0].keys() & bare[1] - heads[1].keys()) or bool(heads[1].keys() & bare[0] - heads[0].keys())


def _denies(said: Meant, other: Meant, known: frozenset[str]) -> bool:
    """Whether the statement says no where it speaks of what both do."""
    told = {part.clause for part in said.parts if part.names & known} or {0}
    turned = {clause for question, clause in said.turned.items() if question == "existence" not in other.sides}
    return bool(said.denied & told) != bool(turned & told - said.denied)


def _denied(ours: Meant, theirs: Meant) -> bool:
    """Whether the one says no to what the other says yes to."""
    met = _met(ours, theirs)
    if _denies(ours, theirs, met.shared) == _denies(theirs, ours, met.shared):
        return False
    weight = met.weight + bool(ours.days & theirs.days)
    share = weight / (weight + met.rest) if weight else 0.0
    if (
        weight < ENOUGH
        or share < CLOSE
        or (met.rest and weight < SEVERAL)
        or _contrast(ours, theirs, met.shared, frozenset())
    ):
        return False
    if weight < FIRM and met.most >= ENOUGH:
        return False
    no, yes = (ours, theirs) if _denies(ours, theirs, met.shared) else (theirs, ours)
    if weight < SEVERAL and (yes.where or yes.amounts) and not (no.where or no.amounts):
        return False
    if no.days - yes.days or {one for one in no.amounts if one.kind == "clock"} - set(yes.amounts):
        return False
    if reading.SOME.search(ours.text) or reading.SOME.search(theirs.text):
        return False
    if any(
        _comparable(one, two) and one.value == two.value and one.bound != two.bound
        for one in ours.amounts
        for two in theirs.amounts
    ):
        return False
    return not _narrower(ours, theirs, met.shared)
