"""Which deeds a statement orders, leaves free, has asked for, or forbids; pure.

What one forbids the other must not order or leave free, and what is asked for in one is not free in the other: both
times of the same deed, of which the ban names no more than the order does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import glance, patterns, reading, senses, slots

READINGS = patterns.listed("leaves.txt", re.IGNORECASE)
SPLIT = re.compile(
    r",?\s*(?:and |but )?"
    r"(?=\bnot (?:in(?:to)?|on(?:to)?|beside|next to|at|to|from|under|with|via|through|by) )"
    r"|\s+(?=(?:instead of|rather than) )|(?<!\d)[;；。!！，]\s*|\.(?:\s+|$)"
    r"|,(?!\s*(?:no need|don['’]t ask|never ask|ask|check|get|wait|不用|不必|别问|there))\s*"
)
CONDITION = re.compile(
    r"\b(?:before|after|when(?:ever)?|if|once|while|until|as soon as|every time|unless|in case)\b[^,，.;]*"
    r"|^\S{1,12}?(?:之前|之后|以后|时候?|后|前)(?=[先就再直都])"
    r"|^如果[^，]*|\S{2,10}(?:有(?:错|问题|毛病)|坏了|不对)就",
    re.IGNORECASE,
)
ABSTAIN = re.compile(
    r"\b(?:avoid|leave|hands off|away from|clear of|taboo|off[- ]limits|forbidden|prohibited|banned|out of the question"
    r"|consult|check with|wait for|confirm with|ask (?:me|us|the user|them|first|before)|(?:my|explicit) \w+|permission"
    r"|approval|go-ahead)\b|征求|请示|确认|先问|问我|问过|同意|点头|批准|禁|勿",
    re.IGNORECASE,
)
TWICE = re.compile(
    r"\bnot (?:the case|true)\b|(?:没有?|不|未)[^，。；]{1,14}(?:就|则|便)(?:不|别"
    r"|禁止)",
    re.IGNORECASE,
)
"""What is not so unless."""
WHEN = re.compile(r"^(?:when(?:ever)?|if|once|after|before|as soon as)\b", re.IGNORECASE)
TROUBLE = re.compile(
    r"有(?:错|问题|毛病)就?|坏了?就?|不对就?|\b(?:broken|wrong|stale|out of date|faulty|incorrect)\b", re.IGNORECASE
)
"""What is so is dealt with."""
IMPERATIVES_WORDS = """
use put keep run do patch fix repair mend correct regenerate touch squash amend rebase reformat tag
"""
IMPERATIVES = frozenset(IMPERATIVES_WORDS.split())
MEND = re.compile(r"\s*(?:fix|repair|mend|correct) ", re.IGNORECASE)
PRONOUN = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
ANY = frozenset({"edit", "touch", "动", "碰", "change", "modify"})
"""Whoever may not do this may do nothing with it."""
HARMLESS_WORDS = """
read view search ask explain discuss show report notify review test
"""
HARMLESS = frozenset(HARMLESS_WORDS.split())
"""Deeds that leave their object as it is."""
IDLE_WORDS = """
ever yourself myself simply directly manually repo repository new file whatever name
"""
IDLE = frozenset(IDLE_WORDS.split())
MANNER = re.compile(
    r"\bby hand or by \w+|\b(?:yourself|myself|in any way|at all|ever|on this repo(?:sitory)?|here"
    r"|anywhere)\b|(?:这个|本)(?:仓库|项目)里?|直接",
    re.IGNORECASE,
)
PUT = frozenset({"upload"})
"""What is done with a thing that goes into another."""
DEEDS = (
    PUT | {"add", "paste"},
    frozenset({"install", "add", "need", "upgrade", "import"}),
    frozenset({"print", "write", "log", "show"}),
)
"""Deeds that come to the same."""
BANS, ORDERS = frozenset({"forbidden", "refused", "asked"}), frozenset({"ordered", "free", "imperative"})
NARROW = 2
"""Names of an order that a ban of one word alone may meet."""


class Leave(NamedTuple):
    """What is said of a deed."""

    status: str
    """``ordered``, ``free``, ``asked`` or ``forbidden``."""
    names: frozenset[str]
    deeds: frozenset[str]
    """Those of the names that are deeds."""
    narrow: bool
    """It holds for some people, days or amounts alone."""
    when: frozenset[str]
    """What its condition names."""
    doers: frozenset[str]


class Clause(NamedTuple):
    """A clause that tells of a deed, before its words are looked up."""

    status: str
    pieces: tuple[str, ...]
    """Where the deed is told."""
    any: bool
    """It is any deed."""
    put: bool
    """It is to put one thing into another."""
    rest: bool
    """It names only what is not meant: the thing stands in the first clause."""
    text: str
    """With what stands before it as its condition."""
    first: str
    """The first clause of the statement."""


@lru_cache(maxsize=16_384)
def clauses(text: str) -> tuple[Clause, ...]:
    """What each clause says of a deed, as it is read by its form alone."""
    found, first, when = list[Clause](), "", ""
    if TWICE.search(text):
        return ()
    for clause in filter(None, map(str.strip, SPLIT.split(text.strip().rstrip(".。!！")))):
        if WHEN.match(clause):
            when = clause
            continue
        whole = f"{when}; {clause}" if when else clause
        told = next(
            (
                (status, {name: piece for name, piece in match.groupdict().items() if piece})
                for status, pattern in READINGS
                if (match := pattern.match(clause)) and _holds(status, match)
            ),
            None,
        )
        if told:
            status, by = told
            pieces = tuple(by[name] for name in ("what", "deed", "deed2", "any", "else", "put") if name in by)
            found.append(Clause(status, pieces, "any" in by, "put" in by, "else" in by, whole, first))
        first = first or clause
    return tuple(found)


def _holds(status: str, match: re.Match[str]) -> bool:
    """Whether what fits a pattern is meant so."""
    words = (match.groupdict().get("deed") or "").split()
    if status == "imperative":
        bare = MANNER.sub(" ", CONDITION.sub(" ", match["deed"])).split()
        return bool(bare) and _deed(bare[0])
    return not (status == "forbidden" and _undone(words[:1]))


@lru_cache(maxsize=16_384)
def leaves(text: str) -> tuple[Leave, ...]:
    """What each clause says of a deed."""
    return tuple(found for clause in clauses(text) if (found := _leave(clause)))


def _leave(told: Clause) -> Leave | None:
    """What is said of the deed; ``None`` where no deed is told."""
    bare = MANNER.sub(" ", CONDITION.sub(" ", " ".join(told.pieces)))
    names, deeds = _named(bare)
    if not names and PRONOUN.search(bare) and MEND.match(bare):
        names = deeds = frozenset({"edit"})
    if told.put:
        names, deeds = names | PUT, deeds | PUT
    if told.any:
        names, deeds = names | {"edit"}, frozenset({"edit"})
    if names and told.rest:
        names |= _first(told.first)
    elif names and (PRONOUN.search(bare) or TROUBLE.search(told.text)):
        around = [_named(TROUBLE.sub(" ", piece)) for piece in CONDITION.findall(told.text)]
        names = names.union(*(those for those, _ in around))
    if not names:
        return None
    deeds |= names & ANY | (frozenset({slots.stem(bare.split()[0].lower())}) & names)
    meant = reading.meant(told.text)
    names |= meant.codes
    narrow = bool(meant.days or meant.who or meant.labels or any(one.kind != "count " for one in meant.amounts))
    when = frozenset(name for piece in CONDITION.findall(told.text) for name in _named(piece)[0])
    doers = meant.members.get("doer", frozenset()) | meant.refused.get("doer", frozenset())
    return Leave("ordered" if told.status == "imperative" else told.status, names, deeds, narrow, when, doers)


def _undone(words: list[str]) -> bool:
    """Whether what is forbidden begins with an answer to some question: not to skip it is to do it."""
    known = [one for word in words for one in senses.known(word.lower())]
    return any(one.kind in {"side", "member"} and one.name not in {"push or pull", "checks in"} for one in known)


def _deed(word: str) -> bool:
    """Whether a clause that begins with the word may be an order."""
    low = word.lower()
    return low in IMPERATIVES or (
        not low.endswith(("ed", "ing", "s", "payment", "tion")) and any(one.kind == "deed" for one in senses.known(low))
    )


def _first(clause: str) -> frozenset[str]:
    """What a clause names first."""
    parts = (part for part in reading.worded(clause) if not any(one.kind == "light" for one in part.meant))
    return next((part.names for part in parts if not part.names <= IDLE), frozenset())


def _named(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a piece names, and what of that are deeds."""
    parts = [part for part in reading.worded(text) if not any(one.kind == "light" for one in part.meant)]
    names = frozenset(name for part in parts for name in part.names) - IDLE
    names |= frozenset(one.side for part in parts for one in part.meant if one.kind == "member")
    return names, frozenset(one.name for part in parts for one in part.meant if one.kind == "deed") & names


def unlike(one: str, other: str) -> str:
    """What the one forbids and the other orders, or is asked for and free; empty where there is none."""
    if not (_bans(one) or _bans(other)):
        return ""
    status = [{clause.status for clause in clauses(text)} for text in (one, other)]
    if not any(
        status[number] & BANS and (status[1 - number] & ORDERS or "refused" in status[number]) for number in (0, 1)
    ):
        return ""
    ours, theirs = leaves(one), leaves(other)
    for bans, orders, text in ((ours, theirs, other), (theirs, ours, one)):
        if any(ban.status == "refused" and _stated(ban, text) for ban in bans):
            return "this, and not"
        for ban in bans:
            for order in orders:
                if ban.status == "forbidden" and order.status in {"ordered", "free"} and _covers(ban, order):
                    return "forbidden, and not"
                if ban.status == "asked" and order.status == "free" and (_covers(ban, order) or _covers(order, ban)):
                    return "asking"
    return ""


@lru_cache(maxsize=16_384)
def _bans(text: str) -> bool:
    """Whether the statement may forbid something, or have it asked for."""
    return glance.marks(text).denies or ABSTAIN.search(text) is not None


def _stated(ban: Leave, text: str) -> bool:
    """Whether the other statement says just what this one refuses, of the same thing."""
    said = reading.meant(text)
    return len(ban.names) >= NARROW and ban.names <= said.names and not said.denied and not said.refused


def beside(one: str, other: str) -> bool:
    """Whether the one forbids something else than the other orders: each names what the other does not."""
    if one.isascii() != other.isascii():
        return False
    met = [
        bool((ban.names - order.names) - ANY) and bool(order.names - ban.names)
        for ours in leaves(one)
        for theirs in leaves(other)
        for ban, order in ((ours, theirs), (theirs, ours))
        if ban.status == "forbidden" and order.status in {"ordered", "free"}
    ]
    return bool(met) and all(met)


def _covers(ban: Leave, order: Leave) -> bool:
    """Whether all that is ordered falls under the ban."""
    if ban.narrow or not ban.when <= order.names | order.when:
        return False
    if ban.doers and ban.doers.isdisjoint(order.doers):
        return False
    if len(ban.names) == 1 and len(order.names) > NARROW:
        return False
    left = ban.names - order.names
    if left and left <= ban.deeds:
        able = order.deeds - HARMLESS
        left = (
            frozenset[str]()
            if able and (left <= ANY or any(left | (able - ban.names) <= those for those in DEEDS))
            else left
        )
    if ban.deeds <= ANY and ban.deeds and not order.deeds - HARMLESS and not order.names - ban.names:
        return False
    things = ban.names & order.names - ban.deeds
    return not left and bool(things or (ban.names & order.names))
