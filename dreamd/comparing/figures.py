"""What two statements say differently of one thing in numbers; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.comparing import senses
from dreamd.comparing.amounts import same
from dreamd.comparing.attributes import unattributed, uncounted
from dreamd.comparing.likeness import SEVERAL, lone, met_in, near

if TYPE_CHECKING:
    from dreamd.comparing.amounts import Amount
    from dreamd.comparing.meanings import Meant

FROM_THERE = re.compile(r"^(?:above|over|under|below|beyond|from)\b|^(?:超过|高于|低于)", re.IGNORECASE)
"""What begins a step of a scale, of which several may stand side by side."""
TOPIC = re.compile(
    r"(?P<topic>[^，。；,]{1,12}?)(?:一律|都|统一|默认|要|的)*(?:用|是|为|设|最多|至少|保留|有|在)"
    r"|(?P<topic2>(?:the |our |a |an )?[\w -]{3,40}?) (?:is|are|has|have|may|must|should|carry|carries|keeps?)\b",
    re.IGNORECASE,
)
"""What a statement begins with, and then says something of."""
BESIDE = re.compile(
    r"\b(?:supports?|supported|tested|works? (?:with|on)|compatib\w+|upgrad\w+|migrat\w+|from)\b|支持|兼容|升级|迁移",
    re.IGNORECASE,
)
"""What is so need not be the only one, or not today's."""


def limitless(ours: Meant, theirs: Meant) -> bool:
    """Whether the one knows no limit, and the other tells it."""
    return ours.unlimited and any(item.bound == "most" for item in theirs.amounts) and near(ours, theirs, frozenset())


def amounts(ours: Meant, theirs: Meant) -> str:
    """Two numbers for one thing."""
    for one in ours.amounts:
        if one.kind.startswith("version") and any(BESIDE.search(said.text) for said in (ours, theirs)):
            continue
        own = [item for item in ours.amounts if comparable(item, one)]
        there = [item for item in theirs.amounts if comparable(item, one)]
        if len(own) == len(there) == 1 and own[0].value != there[0].value and not same(own[0], there[0]):
            if _counted_alone(ours, theirs, one, there[0]) or _strange(ours, theirs):
                continue
            if one.kind == "date" and bool(ours.denied) != bool(theirs.denied):
                continue  # What is not so in July may begin in August.
            if unattributed(ours, theirs, (one, there[0])) or uncounted(ours, theirs, (one, there[0])):
                continue
            steps = all(FROM_THERE.search(said.text) for said in (ours, theirs)) and met_in(ours, theirs).rest
            if not steps and near(ours, theirs, frozenset({"existence", "order", "speed"})):
                return "" if _topics(ours, theirs) else f"{own[0].value} / {there[0].value}"
    return ""


def _topics(ours: Meant, theirs: Meant) -> bool:
    """Whether each begins with a thing of its own: the cover is of so many grams, the spine of so many."""
    if ours.text.isascii() != theirs.text.isascii():
        return False
    begun = [
        {
            name
            for part in said.parts
            if part.at < max(found.span("topic")[1], found.span("topic2")[1])
            for name in part.names
        }
        for said in (ours, theirs)
        if (found := TOPIC.match(said.rest))
    ]
    return len(begun) == 2 and all(begun) and not begun[0] & theirs.names and not begun[1] & ours.names  # noqa: PLR2004 (each has one)


def _counted_alone(ours: Meant, theirs: Meant, one: Amount, other: Amount) -> bool:
    """Whether the two have nothing in common but what they count, and each speaks of more."""
    counted = [senses.of(noun) for amount in (one, other) if (noun := amount.kind.partition(" ")[2])]
    if not one.kind.startswith("count") or not counted:
        return False
    met = met_in(ours, theirs)
    return bool(met.rest) and met.shared <= frozenset().union(*counted) and not ours.where & theirs.where


def _strange(ours: Meant, theirs: Meant) -> bool:
    """Whether the two have nothing in common but single Chinese signs, each of another word."""
    met = met_in(ours, theirs)
    return (
        bool(met.shared) and met.shared <= lone(ours, theirs, met.shared) | {"send"} and not ours.where & theirs.where
    )


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
        if any(amount.kind.strip() == "count" and amount.value == "1" for amount in (one, other)):
            return False  # "One from before" counts nothing that it names.
        if any(amount.value.startswith("0") and len(amount.value) > 1 for amount in (one, other)):
            return False  # "ending in 000" counts nothing.
        return not kinds[0][2] or not kinds[1][2] or bool(senses.of(kinds[0][2]) & senses.of(kinds[1][2]))
    if {kinds[0][0], kinds[1][0]} == {"count", "port"}:
        return kinds[0][2] == kinds[1][2] == "" and min(len(one.value), len(other.value)) > SEVERAL
    return one.kind == other.kind


def differ(ours: Meant, theirs: Meant) -> bool:
    """Whether the two have different numbers of one kind."""
    return any(one.kind == two.kind and one.value != two.value for one in ours.amounts for two in theirs.amounts)
