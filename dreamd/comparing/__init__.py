"""Whether two statements of a memory contradict each other, or say the same; pure, and for a person to judge.

A dream asks ``engines.embedded.same`` and lets the later statement win; so that one is sure. This shows a person two
lines, so it also takes opposite ways of working ("short replies", "explain each step"), and decides nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dreamd.comparing import (
    agreement,
    amounts,
    charge,
    claims,
    clashes,
    entitled,
    glance,
    leave,
    nearness,
    neighbours,
    orders,
    personal,
    questions,
    scopes,
    senses,
    signs,
    slots,
    stances,
    values,
)
from dreamd.memory import fact
from dreamd.memory.entry import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.comparing.axes import Axis
    from dreamd.comparing.slots import Spoken

OBJECTS = {"asking"}
"""Axes on which two statements meet only where they speak of the same deed, or one of any."""
NAMED = re.compile(
    r"\b(?:variable|function|method|class|file|table|column|field|key|endpoint|branch|constant"
    r"|component|module|route)(?:e?s)?\b"
    r"|变量|函数|方法|类|文件|表|列|字段|键|接口|分支|常量|组件|模块|路由",
    re.IGNORECASE,
)
"""What has a name."""
DEED = re.compile(r"\b(?:before|for|prior to|about)\s+(?!me\b|it\b)(?P<deed>[\w -]{3,60})", re.IGNORECASE)
ASKED_BEFORE = re.compile(r"\bask\w* [^.;]{0,20}?\bbefore (?:you |anyone )?(?P<verb>[a-z]+)", re.IGNORECASE)
HISTORY = {"squashing", "commit size", "integration"}
"""Axes of which a commit and a pull request are the same occasion."""
DONE = re.compile(
    r"(?:you may |you can |just )?([a-z][\w -]{3,100}?) without (?:asking|checking|confirming|my)\b"
    r"|((?-i:[\u3400-\u9fff]){2,12}?)(?:之?前)?(?:都|也|要|必须|一定)*(?:先问|先征|先和我|不用问|不必问"
    r"|无需问|别问|不需要问)",
    re.IGNORECASE,
)
SLOTS = frozenset({"moment", "day", "host", "path", "language", "text", "branch"})
"""Categories in which a value of its own may lie."""
RANKED = re.compile(r"\b(?:over|instead|than|before|after|from|replaces?)\b|而不是|而非|之前|之后|代替|优于|先|从")
"""The order of the words tells who comes before whom."""
PUT_FIRST = re.compile(
    r"\b(?:over(?! \W?\d)|instead|(?<!more )(?<!less )(?<!fewer )(?<!later )(?<!longer )(?<!older )than)\b"
    r"|而不是|而非|代替|优于"
)
MEETING, DUPLICATE, ENOUGH, VERY = 0.5, 0.75, 0.66, 0.9
"""Shares of words in common."""
TELLING = 6
"""Words of a statement that says of itself what it is about, whatever it stands under."""
ALONE: Mapping[str, float] = {}
"""Two statements by themselves."""
LEAST = 2
"""Words of a statement that can be told from others."""


_fact = lru_cache(maxsize=16_384)(fact.read)


class Said(NamedTuple):
    """A statement with what it stands under."""

    text: str
    about: str = ""
    """Title of its file, and headings."""


def contrary(one: Said, other: Said, told: Mapping[str, float] = ALONE) -> str:
    """What the two contradict each other in, for people; empty where they do not.

    Args:
        one: a statement.
        other: another one.
        told: what words weigh in the memory of both (``nearness.weights``); without it each weighs the same.
    """
    if fold(one.text) == fold(other.text):
        return ""
    facts = _fact(one.text), _fact(other.text)
    if facts[0] and facts[1]:
        return facts[0].attribute if facts[0].replaces(facts[1]) else ""
    about = (one.about, other.about)
    if any(signs.ROUNDABOUT.search(said.text) for said in (one, other)) or scopes.beside(*about):
        return ""
    found = _found(one, other, about) or (neighbours.differing(one.text, other.text, told) if told else "")
    if not found:
        return ""
    lapsed = signs.lapsed(one.text), signs.lapsed(other.text)
    # What was and what is stand beside each other, and so do two events.
    return "" if lapsed[0] != lapsed[1] or (all(lapsed) and " / " not in found) else found


def _found(one: Said, other: Said, about: tuple[str, str]) -> str:
    """What seems to contradict: who is in charge, what is ordered, what is said word by word, or by its meaning."""
    if found := personal.unlike(one.text, other.text):
        return found
    if not clashes.placed(one.text, other.text):
        for differing in (charge.rivals, leave.unlike, questions.differing):
            if (found := differing(one.text, other.text)) and not clashes.ranged(one.text, other.text):
                return found
    told = "" if _other_deeds(one.text, other.text) else _told(one, other, about)
    if told:
        agreed = told == "yes and no" and clashes.agreed(one.text, other.text)
        told = "" if agreed or clashes.elsewhere(one.text, other.text) else told
    told = told or clashes.clash(one.text, other.text)
    if told and told != "order" and " / " not in told and leave.beside(one.text, other.text):
        told = ""
    return told or entitled.entitled(one.text, other.text)


def _told(one: Said, other: Said, about: tuple[str, str]) -> str:
    """What the two contradict each other in word by word."""
    if axis := stances.opposed(one.text, other.text) or _in_part(one.text, other.text):
        free = frozenset({"text"}) if axis.name in HISTORY else frozenset[str]()
        strange = axis.name == "natural language" and clashes.strange(one.text, other.text)
        if not strange and not scopes.apart(one.text, other.text, about, free) and _meet(axis, one.text, other.text):
            return axis.name
    return _valued(one.text, other.text, about) or _claimed(one.text, other.text, about)


def _in_part(one: str, other: str) -> Axis | None:
    """The question that two of their clauses answer differently, both about texts of one kind."""
    if not (stances.stances(one) and stances.stances(other) and claims.CLAUSE.search(one.rstrip(".。") + other)):
        return None
    for ours in claims.CLAUSE.split(one):
        for theirs in claims.CLAUSE.split(other):
            kinds = [scopes.scopes(clause).get("text", frozenset()) for clause in (ours, theirs)]
            axis = stances.opposed(ours, theirs) if kinds[0] & kinds[1] else None
            if axis and axis.text and clashes.met(ours, theirs):
                return axis
    return None


def _claimed(one: str, other: str, about: tuple[str, str]) -> str:
    """What two clauses say differently of one thing, or yes and no of what each statement begins with."""
    if scopes.excepted(one, other):
        return ""
    if found := claims.differing(one, other):
        ours, there = found
        if amounts.equal(ours.clause, there.clause) or scopes.purposed(one, other):
            return ""
        return "" if scopes.apart(ours.clause, there.clause, about, SLOTS) else f"{ours.value} / {there.value}"
    heads = [claims.CLAUSE.split(text, maxsplit=1)[0] for text in (one, other)]
    if heads != [one, other] and not scopes.apart(heads[0], heads[1], about):
        first, second = slots.spoken(heads[0]), slots.spoken(heads[1])
        return (
            "yes and no" if min(len(first.words), len(second.words)) >= LEAST and values.denied(first, second) else ""
        )
    return ""


def _other_deeds(one: str, other: str) -> bool:
    """Whether the one speaks of what comes before a deed, and the other before another."""
    found = ASKED_BEFORE.search(one), ASKED_BEFORE.search(other)
    verbs = [senses.of(match["verb"]) for match in found if match]
    return len(verbs) == 2 and not verbs[0] & verbs[1]  # noqa: PLR2004 (each has one)


def _valued(one: str, other: str, about: tuple[str, str]) -> str:
    """What has two values, or is denied by one of the two alone."""
    if scopes.apart(one, other, about, SLOTS):
        return ""
    first, second = slots.spoken(one), slots.spoken(other)
    if values.denied(first, second):
        return "" if scopes.apart(one, other, about) else "yes and no"
    if found := values.opposite(first, second):
        return "" if scopes.apart(one, other, about, frozenset({"moment", "day"})) else found
    found = values.value(first, second)
    if not found and not scopes.apart(one, other, about):
        found = values.framed(one, other)
    return "" if found and (amounts.equal(one, other) or scopes.purposed(one, other)) else found


def _meet(axis: Axis, one: str, other: str) -> bool:
    """Whether the two speak of the same, where their question may have several answers side by side."""
    if axis.text and scopes.aimed(one, other):
        return False
    if axis.name == "case":
        things = [{match[0].lower().rstrip("s") for match in NAMED.finditer(text)} for text in (one, other)]
        return not all(things) or bool(things[0] & things[1])
    if axis.shares:
        left = [slots.spoken(stances.beside(axis, text)) for text in (one, other)]
        return slots.shared(*left)[0] > MEETING
    if axis.name in OBJECTS:
        done = [_done(text) for text in (one, other)]
        if all(done):
            return 2 * len(done[0] & done[1]) > min(map(len, done))
        if any(
            named and "act" in stances.stances(text)["asking"][0]
            for named, text in zip(done, (one, other), strict=True)
        ):
            return False
        deeds = [_deed(text) for text in (one, other)]
        return not all(deeds) or bool(deeds[0] & deeds[1])
    return True


def _deed(text: str) -> set[str]:
    """What is asked about before it is done; empty where it is anything."""
    found = DEED.search(text)
    return set(slots.spoken(found["deed"]).words) if found else set()


def _done(text: str) -> set[str]:
    """What is done with or without asking, where the statement names that; empty where it is anything."""
    found = DONE.match(text.strip())
    named = set(slots.spoken(found[1] or found[2]).words) if found else set[str]()
    return named or _deed(text)


def alike(one: Said, other: Said, told: Mapping[str, float] = ALONE) -> bool:
    """Whether the two say the same of the same, in whatever words.

    Args:
        one: a statement.
        other: another one.
        told: what words weigh in the memory of both (``nearness.weights``); without it each weighs the same.
    """
    if fold(one.text) == fold(other.text):
        return True
    facts = _fact(one.text), _fact(other.text)
    if facts[0] and facts[1]:
        return facts[0].same(facts[1])
    first, second = slots.spoken(one.text), slots.spoken(other.text)
    ranked = bool(RANKED.search(one.text) or RANKED.search(other.text))
    if first.negative != second.negative or not _same_words(first, second, ordered=ranked):
        if not (glance.nearly(one.text, other.text) or nearness.tied(one.text, other.text, told)):
            return False
        apart = (
            bool(PUT_FIRST.search(one.text + other.text))
            or orders.differ(one.text, other.text)
            or scopes.beside(one.about, other.about)
        )
        return not apart and agreement.same(one.text, other.text, told) and not contrary(one, other)
    if slots.shared(first, second) == (1, 1) and len(first.words) >= TELLING:
        one, other = Said(one.text), Said(other.text)
    return not scopes.apart(one.text, other.text, (one.about, other.about)) and not contrary(one, other)


def _same_words(first: Spoken, second: Spoken, *, ordered: bool) -> bool:
    """Whether one says little beyond what the other says, and nothing in its place."""
    least, most = slots.shared(first, second)
    if least < DUPLICATE or min(len(first.words), len(second.words)) < LEAST:
        return False
    if any(values.particular(word) for word in {*first.words} ^ {*second.words}):
        return False
    found, share = slots.runs(first, second)
    if ordered:
        return share >= DUPLICATE and not any(run.was and run.now for run in found)
    return (least == 1 and most >= ENOUGH) or (share >= VERY and least >= VERY)
