"""How much two statements speak of the same; pure.

Words that only one of them has are its own detail; words that each has in the other's place are another subject.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.meanings import Meant, Part


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
        "website",
        "interface",
        "own",
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


LITTLE = 0.5
"""Weight of a general word."""


UNSURE = 0.4
"""Weight, beside a statement in the other language, of what is in no list."""


LEAN = 0.25
"""Part of the longer one's words that both must have."""


FIRM = 1.5
"""Weight that both must share before the longer one may say much beside it."""


SEVERAL = 2
"""Weight, or number of words, that is no accident."""


REST = 0.9
"""Part of its weight by which a word counts that only one of them has."""


ENOUGH = 1.0
"""Weight of what both speak of."""


SHARE, CLOSE, NEARLY = 0.55, 0.6, 0.75
"""Part of the shorter one's words that both have: for two values, for yes and no, for the same in other words."""


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


EVERY = re.compile(r"\b(?:all|every|each|any|everything|whole|entire|always)\b|一律|所有|全部|都", re.IGNORECASE)


OWN = re.compile(r"\b(?:the|a|an|our|each|every|all)\s+$", re.IGNORECASE)


def weight(names: frozenset[str]) -> float:
    """How much a word tells of what a statement is about."""
    if names <= GENERAL or all(len(name) == 1 and not name.isascii() for name in names):
        return LITTLE
    return 1.0


def telling(part: Part, aside: frozenset[str]) -> bool:
    """Whether the part tells what the statement is about, and is not what it says of it."""
    return not any(
        sense.kind == "light" or (sense.kind in {"side", "member"} and sense.name in aside) for sense in part.meant
    )


def met_in(ours: Meant, theirs: Meant, aside: frozenset[str] = frozenset(), about: frozenset[str] = frozenset()) -> Met:
    """What two statements have in common.

    Args:
        ours: one.
        theirs: the other.
        aside: questions and kinds of things that do not count.
        about: senses that do not part the two.
    """
    signs = {
        part.names for said in (ours, theirs) for part in said.parts if len(part.text) == 1 and not part.text.isascii()
    }
    here, there = ({part.names for part in said.parts if telling(part, aside)} for said in (ours, theirs))
    known = {name for names in here for name in names} & {name for names in there for name in names}
    both = sum(LITTLE if names in signs else weight(names & known) for names in here if names & known)
    # What is in no list may be one word in two languages.
    unsure = UNSURE if ours.text.isascii() != theirs.text.isascii() else 1
    rests = [
        sum(
            REST * weight(names) * (1 if names & ours.listed or names & theirs.listed else unsure)
            for names in said
            if not names & known and not names & about and not names <= SPEECH
        )
        for said in (here, there)
    ]
    both += LITTLE * bool(about & ours.names and about & theirs.names and not known & about)
    both += sum(
        len(ours.members[kind] & theirs.members.get(kind, frozenset())) for kind in ours.members if kind not in aside
    )
    both += LITTLE * bool({*ours.amounts} & {*theirs.amounts})
    both += bool(ours.labels & theirs.labels) + bool(ours.where & theirs.where) + bool(ours.who & theirs.who)
    return Met(frozenset(known), both, both / (both + min(rests)) if both else 0.0, min(rests), max(rests))


def lone(ours: Meant, theirs: Meant, known: frozenset[str]) -> frozenset[str]:
    """Chinese signs that both have, but no word of two of them."""
    signs = {name for name in known if len(name) == 1 and not name.isascii()}
    if not signs:
        return frozenset()
    pairs = [
        {(a.text, b.text) for a, b in pairwise(said.parts) if a.text in signs and b.text in signs and b.at == a.at + 1}
        for said in (ours, theirs)
    ]
    return frozenset(signs - {sign for pair in pairs[0] & pairs[1] for sign in pair})


def deeds(said: Meant) -> set[str]:
    """What is done in it."""
    told = (part for part in said.parts if telling(part, frozenset()))
    return {sense.name for part in told for sense in part.meant if sense.kind == "deed"}


def near(ours: Meant, theirs: Meant, aside: frozenset[str]) -> bool:
    """Whether both speak of one thing."""
    met = met_in(ours, theirs, aside)
    lean = met.weight < LEAN * (met.weight + met.most)
    return met.weight >= ENOUGH and met.share >= SHARE and not lean and not contrast(ours, theirs, met.shared, aside)


def disjoint(ours: Meant, theirs: Meant, kind: str) -> bool:
    """Whether both name things of the kind, and none in common."""
    here, there = ours.members.get(kind, frozenset()), theirs.members.get(kind, frozenset())
    return bool(here and there) and here.isdisjoint(there)


def contrast(ours: Meant, theirs: Meant, known: frozenset[str], aside: frozenset[str]) -> bool:
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
    return heads(ours, theirs, known, aside)


def heads(ours: Meant, theirs: Meant, known: frozenset[str], aside: frozenset[str]) -> bool:
    """Whether a thing that both speak of is another in each."""
    heads = [{name: by for name, by, _ in _qualified(said, known, aside)} for said in (ours, theirs)]
    return any(heads[0][name] != heads[1][name] for name in heads[0].keys() & heads[1].keys())


def _qualified(said: Meant, known: frozenset[str], aside: frozenset[str]) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Things that both speak of, with what stands right before each that only one does, and whether that is sure."""
    for number, (before, part) in enumerate(pairwise(said.parts)):
        beside = part.clause == before.clause and part.at - before.at <= len(before.text) + 2
        other = (
            telling(before, aside) and not before.names & known and not any(one.kind == "side" for one in before.meant)
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


def narrower(ours: Meant, theirs: Meant, known: frozenset[str]) -> bool:
    """Whether one of the two speaks of some of those things alone of which the other speaks: test orders, orders."""
    heads = [{name: by for name, by, sure in _qualified(said, known, frozenset()) if sure} for said in (ours, theirs)]
    bare = [{name for part in said.parts for name in part.names} for said in (ours, theirs)]
    return bool(heads[0].keys() & bare[1] - heads[1].keys()) or bool(heads[1].keys() & bare[0] - heads[0].keys())
