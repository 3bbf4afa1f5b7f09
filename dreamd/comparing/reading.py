"""What a statement is about and what it says of it; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing import amounts, senses
from dreamd.comparing.days import CHINESE_DAY, DAYS, ENGLISH_DAY, WEEK, nth
from dreamd.comparing.meanings import Meant, Part
from dreamd.comparing.people import dismissed, named
from dreamd.comparing.signs import (
    BECAUSE,
    BREAKS,
    CODE,
    CONDITION,
    HARMLESS,
    HOST,
    MENTION,
    NEGATION,
    NUMERIC,
    ONLY,
    PARTED,
    PAST,
    REMARK,
    STOPPED,
    TITLE,
    TOKEN,
    UNLESS,
    small,
)
from dreamd.comparing.slots import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.comparing.senses import Sense


YES = frozenset({"permission", "duty", "switch", "availability", "order"})
"""Questions of which one side is a plain yes, and the order of two things."""


SPAN = 5
"""Words within which a denial meets what it denies."""


FIXED = frozenset({"time of day", "compass", "checks in", "way to main", "indentation", "structure", "repositories"})
"""Questions of which "not this side" is not the other side."""


CONCERNED = frozenset({"doer", "contact", "distance"})
"""Kinds of whom and what a deed is about."""


ADVERBS = frozenset(
    {
        "order",
        "first or last",
        "pace",
        "speed",
        "kind of copy",
        "end",
        "side",
        "increase",
        "strictness",
    }
)
"""What tells how something is done: a denial is about the deed."""


@lru_cache(maxsize=16_384)
def meant(text: str) -> Meant:
    """The statement as it is compared."""
    text = PARTED.sub(r"\1 \3 \2", REMARK.sub(r"\1", BECAUSE.sub("", MENTION.sub(r"\1 ", text.strip()))))
    numbered = NUMERIC.findall(text)
    text = NUMERIC.sub(" ", text)
    text, weekdays = nth(text)
    low = small(text)
    counted = amounts.amounts(ENGLISH_DAY.sub(" ", CHINESE_DAY.sub(" ", TITLE.sub("", text))))
    rest = counted.rest
    week = {day for pattern, those in WEEK for day in those if pattern.search(text)}
    days = frozenset(week | {DAYS[day.lower()[:3]] for day in [*ENGLISH_DAY.findall(text), *CHINESE_DAY.findall(text)]})
    who, rest = named(rest)
    where = {(address, 0) for address in numbered}
    pieces, denials = _pieces(rest, where)
    read = _read(pieces, [(match.start(), match.end()) for match in CONDITION.finditer(small(rest))])
    who = frozenset(name for name in who if not dismissed(name, text))
    flipped, denied = _denied(read, denials, twice=bool(UNLESS.search(low)))
    sides, members, refused = _said(read, flipped, denied)
    names = {name for part in read for name in part.names}
    names |= {sense.side for part in read for sense in part.meant if sense.kind == "member"}
    return Meant(
        text,
        rest,
        tuple(part for part in read if part.names),
        frozenset(names),
        frozenset(name for part in read if part.meant for name in part.names),
        sides,
        members,
        refused,
        (*counted.amounts, *weekdays),
        counted.labels,
        days,
        frozenset(word for word in CODE.findall(text) if not senses.known(word)),
        who,
        frozenset(host for host, clause in where if clause not in denied),
        frozenset(host for host, clause in where if clause in denied),
        counted.unlimited,
        denied,
        bool(PAST.search(low)) and not STOPPED.search(low),
        bool(ONLY.search(low)),
        {sense.name: read[n].clause for n in flipped for sense in read[n].meant if sense.kind == "side"},
        _subject(rest, read),
    )


def worded(text: str) -> list[Part]:
    """The words of a piece of a statement, without what the statement says with them."""
    text, _ = nth(NUMERIC.sub(" ", PARTED.sub(r"\1 \3 \2", BECAUSE.sub("", text.strip()))))
    counted = amounts.amounts(ENGLISH_DAY.sub(" ", CHINESE_DAY.sub(" ", TITLE.sub("", text))))
    pieces, _ = _pieces(named(counted.rest)[1], set())
    return [part for part in _read(pieces, []) if part.names]


def _subject(text: str, read: list[Part]) -> frozenset[str]:
    """What the first words name, where they name a thing and do nothing."""
    start = len(OPENING.match(text)[0]) if OPENING.match(text) else 0  # type: ignore[index]
    first = next((part for part in read if part.at >= start), None)
    if not first or first.at != start:
        return frozenset()
    if any(sense.kind in {"deed", "side"} for sense in first.meant) and not DOERS.fullmatch(first.text):
        return frozenset()
    return first.names | {sense.side for sense in first.meant if sense.kind == "member"}


DOERS = re.compile(r"[a-z]{3,}[eo]rs")
"""Those who do what the word is made of."""
OPENING = re.compile(r"\s*(?:(?:the|our|all|every|each|a|an|any) )*", re.IGNORECASE)


Told = dict[str, frozenset[str]]


def _said(read: list[Part], flipped: set[int], denied: frozenset[int]) -> tuple[Told, Told, Told]:
    """The sides that the parts take, the things of one kind that they are for, and those that they are against."""
    sides: dict[str, set[str]] = {}
    members: dict[str, set[str]] = {}
    refused: dict[str, set[str]] = {}
    gone = {
        part.clause
        for n, part in enumerate(read)
        for sense in part.meant
        if sense.name == "existence" and (sense.side == "1") != (n in flipped)
    }
    for number, part in enumerate(read):
        for sense in part.meant:
            against = number in flipped
            if sense.kind == "side" and not sense.side.startswith("!") and sense.name not in YES:
                if not (against and sense.name in FIXED):
                    sides.setdefault(sense.name, set()).add(_other(sense.side) if against else sense.side)
            elif sense.kind == "member":
                against |= part.clause in denied or part.clause in gone
                (refused if against else members).setdefault(sense.name, set()).add(sense.side)
    return tuple({name: frozenset(found) for name, found in told.items()} for told in (sides, members, refused))  # type: ignore[return-value]


def _other(side: str) -> str:
    return {"0": "1", "1": "0"}.get(side, side)


Piece = tuple[str, int, int, str]
"""A word in small letters, where it stands, in which clause, and the word as it stands."""


TOPICS = frozenset({"existence", "automation", "visibility", "explaining", "deletion", "pinning"})
"""Questions whose words also tell what a statement is about."""


def _named(found: tuple[Sense, ...], *, capital: bool) -> Iterator[Sense]:
    for sense in found:
        if sense.kind != "named":
            yield sense
        elif capital:
            yield sense._replace(kind="member")


def _pieces(text: str, where: set[tuple[str, int]]) -> tuple[list[Piece], list[tuple[int, int]]]:
    """The words of a text, and its denials with place and clause; hosts are put aside."""
    bare = HARMLESS.sub(lambda match: "·" * len(match[0]), small(text))
    found = [match.span() for match in NEGATION.finditer(bare)]
    hidden = {at for start, stop in found for at in range(start, stop)}
    pieces, clause = list[Piece](), 0
    told = list[tuple[int, int]]()
    waiting = [start for start, _ in found]
    for match in TOKEN.finditer(text):
        while waiting and waiting[0] <= match.start():
            told.append((waiting.pop(0), clause))
        word = match[0]
        if word in BREAKS:
            clause += 1
        elif match.start() not in hidden:
            low = word.lower().strip("` ")
            if HOST.fullmatch(low) and not senses.known(low):
                where.add((low.rstrip("/"), clause))
            else:
                plain = low.removesuffix("'s").removesuffix("’s")
                pieces.append((plain, match.start(), clause, word if match.start() or word.startswith("`") else low))
    return pieces, told + [(at, clause) for at in waiting]


def _read(pieces: list[Piece], conditions: list[tuple[int, int]]) -> list[Part]:
    """The words put together to what the lists know; what they do not know stands for itself."""
    words = [(part, number) for number, (word, *_) in enumerate(pieces) for part in senses.parts(word)]
    said = [word for word, _ in words]
    stems = [stem(word) for word in said]
    read, at = list[Part](), 0
    while at < len(words):
        found = senses.phrase(said, stems, at)
        _, place, clause, _ = pieces[words[at][1]]
        size = len(found.stems) if found else 1
        if found and pieces[words[at + size - 1][1]][2] != clause:
            found, size = None, 1
        meant_by = (
            tuple(_named(found.senses, capital=pieces[words[at][1]][0] != pieces[words[at][1]][3])) if found else ()
        )
        names = frozenset(sense.name for sense in meant_by if sense.kind in {"thing", "deed"})
        if meant_by and all(sense.kind == "side" and sense.name in TOPICS for sense in meant_by):
            names = frozenset({meant_by[0].name})
        if not meant_by and not said[at].isdigit():
            names = frozenset({stems[at]})
        read.append(
            Part(
                "".join(said[at : at + size]),
                meant_by,
                names,
                place,
                clause,
                any(a <= place < b for a, b in conditions),
            )
        )
        at += size
    return read


def _denied(read: list[Part], denials: list[tuple[int, int]], *, twice: bool) -> tuple[set[int], frozenset[int]]:
    """Numbers of the parts that a denial meets, and the clauses that say no as a whole.

    A denial meets the next part that takes a side or is of a kind, else the last before it; else it denies the whole.
    """
    flipped, no = set[int](), set[int]()
    told = [(at, clause, True) for at, clause in denials]
    told += [(part.at, part.clause, False) for part in read if any(sense.side.startswith("!") for sense in part.meant)]
    if twice and len(told) > 1:
        told = told[2:]
    for at, clause, word in told:
        ahead = [n for n, part in enumerate(read) if part.at > at and part.clause == clause][:SPAN]
        behind = [n for n, part in enumerate(read) if part.at < at and part.clause == clause][::-1][:SPAN]
        thing = next((n for n in ahead if word and _one_of(read[n], next_to=n == ahead[0])), None)
        met = next((n for n in [*ahead, *behind] if _sided(read[n])), thing)
        if met is not None:
            asked = {sense.name for sense in read[met].meant if sense.kind == "side"}
            flipped ^= {met} | {n for n in ahead if asked & {one.name for one in read[n].meant if one.kind == "side"}}
        else:
            no ^= {clause}
    return flipped, frozenset(no)


def _sided(part: Part) -> bool:
    return any(
        sense.kind == "side" and not sense.side.startswith("!") and sense.name not in YES | ADVERBS
        for sense in part.meant
    )


def _one_of(part: Part, *, next_to: bool) -> bool:
    """Whether the part is a thing of a kind that a denial may mean; whom it is about it means only right beside it."""
    return any(sense.kind == "member" and (next_to or sense.name not in CONCERNED) for sense in part.meant)
