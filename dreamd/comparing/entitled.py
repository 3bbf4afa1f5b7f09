"""Whether one statement lets anybody do what the other leaves to a few, or asks nobody where the other asks; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import reading, scopes
from dreamd.comparing.likeness import ENOUGH, contrast, met_in
from dreamd.telltales import telltales

ANYBODY = re.compile(
    r"\bopen to (?:the (?:whole|entire) \w+|every(?:one|body)|all|any(?:one|body))(?: of us)?\b"
    r"|\b(?:by )?(?:any|every|each|all)(?:one|body)\b|\b(?:by )?(?:any|every|each|all)(?: of)?(?: the)? (?:\w+ )?"
    r"(?:developer|engineer|editor|member|employee|colleague|user|operator|volunteer|keeper|nurse"
    r"|teacher|author|agent"
    r"|person|contributor|maintainer|student|visitor|guest|driver|manager|analyst|admin|technician"
    r"|worker|reviewer|team"
    r"|staff|people|clerk|customer|trainee)s?\b|\bwhoever (?:wants|likes)(?: to)?"
    r"|任何(?:人|一个人|同事|成员|员工|开发者|人员)都?|谁都?|人人都?|所有(?:人|同事|成员|员工|开发者"
    r"|人员)都?|每个(?:人|同事|成员)都?|大家都?",
    re.IGNORECASE,
)
HINTS = """
only any every everyone everybody anyone anybody each all no one nobody none alone solely exclusively whoever open
人 谁 所有 每个 大家 任何 只 仅 除
"""
WORTH = telltales([HINTS.split()])
"""Without one of these nobody is let or kept from anything."""
MAY = re.compile(
    r"\b(?:may|can|could|allowed to|free to|has|have|is|are) ?(?:be )?|(?:可以|都?能|都?可|有权|允许)", re.IGNORECASE
)
ANY_ONE = re.compile(r"^(?:any|every|each) (?P<whom>\w+)(?= (?:may|can|is allowed to)\b)", re.IGNORECASE)
"""Of what there are many, and each may."""
SOLE = re.compile(
    r"^(?P<whom>.{3,40}?) (?:is|are) the only (?:one|\w+) (?:that|who|which|to) (?:may|can|is allowed to)?",
    re.IGNORECASE,
)
FEW = re.compile(
    r"\b(?:only|nobody (?:but|except|other than)|no[- ]one (?:but|except|other than)|none but|solely|exclusively)"
    r" (?:by )?(?:the |a |an |our )?(?:(?:[\w-]+ ){0,2}?(?:on duty|in charge|manager|lead|owner|officer|operator"
    r"|admin\w*|maintainer|editor|chief|head|keeper|nurse|director|captain|master|warden|secretary"
    r"|supervisor|treasurer"
    r"|foreman|engineer|developer|architect|coordinator|steward|registrar|doctor|teacher|curator"
    r"|librarian|members?|staff|people|team|group|squad)s?"
    r"|(?-i:[A-Z])\w+(?: and \w+)?|\w+)"
    r"(?: (?:may|can|is allowed to|are allowed to|has the right to))?"
    r"|\bby (?:the |our )?(?:[\w-]+ ){1,3}?(?:alone|only|and nobody else)\b|\b(?:the |our )?(?:[\w-]+ ){1,2}alone\b"
    r"|(?:只有|唯有|仅有|只许|只能由|只由|仅由|只准|仅限)[^，,。；;]{1,8}?(?:才能?|能|可以|可|来|有权|负责|本人)"
    r"|除了?[^，,。；;]{1,8}?(?:以?外|之外)?[，,]?(?:谁|任何人|其他人|别人)(?:都|也)?(?:不能|不可以?|不得|不许|不准)",
    re.IGNORECASE,
)
DENIED = re.compile(r"\b(?:not|never|nobody|no|cannot|\w+n['’]t)\b|不|没|禁止|别|勿", re.IGNORECASE)
ASSENT = re.compile(
    r"\b(?:sign(?:s|ed|ature|-?off)?|approv\w+|consent|ok|clearance|authoris\w+|authoriz\w+|permission)\b"
    r"|签字|签名|批准|审批|同意|点头|许可|核准",
    re.IGNORECASE,
)
WHATEVER = re.compile(
    r"\b(?:of )?(?:any|whatever|every) (?:amount|sum|size|value|height)s?\b"
    r"|\b(?:regardless|irrespective) of (?:the |their |its )?"
    r"(?:amount|sum|size|value|height)s?\b|\b(?:whatever|no matter) (?:the|their|how (?:high|much|large))(?: \w+)?"
    r"|(?:不论|无论|不管)(?:金额|数额|多少|大小|多大)(?:钱|多少|大小)?|多少钱都",
    re.IGNORECASE,
)
UNASKED = re.compile(
    r"\bwithout\b|\bno\b|\bn(?:ot|ever) need|\bneed(?:s)? no\b|\bdo(?:es)?n['’]t need|不用|无需|无须|不需要?|不必|免",
    re.IGNORECASE,
)
OWN = re.compile(r"\b(?:their|his|her|one['’]s|your) own\b|自己", re.IGNORECASE)
"""What is one's own anybody may treat as nobody else's."""
CLOSE, SAME = 0.5, 0.8
"""Part of the shorter one's words that both have."""


class Right(NamedTuple):
    """Who may do what."""

    whom: str
    few: bool
    deed: str
    """The statement without those who may do it."""


@lru_cache(maxsize=16_384)
def _right(text: str) -> Right | None:
    """The right that the statement gives to anybody, or to a few alone."""
    if not WORTH(text) or OWN.search(text):
        return None
    if sole := SOLE.match(text):
        return Right(sole["whom"], few=True, deed=text[sole.end() :])
    if few := FEW.search(text):
        return Right(few[0], few=True, deed=f"{text[: few.start()]} {text[few.end() :]}")
    if (every := ANYBODY.search(text) or ANY_ONE.match(text)) and MAY.search(text) and not DENIED.search(text):
        return Right(every[0], few=False, deed=MAY.sub(" ", f"{text[: every.start()]} {text[every.end() :]}"))
    return None


@lru_cache(maxsize=16_384)
def _assent(text: str) -> str:
    """``asked`` where somebody's assent is needed from an amount on, ``free`` where it is for no amount."""
    if not ASSENT.search(text):
        return ""
    if WHATEVER.search(text):
        return "free" if UNASKED.search(text) else ""
    amounts = reading.meant(text).amounts
    return "asked" if not UNASKED.search(text) and any(one.bound == "least" for one in amounts) else ""


def entitled(one: str, other: str) -> str:
    """Who may do it, or who is asked, where the two differ in that; empty where they do not."""
    ours, theirs = _right(one), _right(other)
    if ours and theirs and ours.few != theirs.few:
        met = _met(ours.deed, theirs.deed, SAME) and not _met(ours.whom, theirs.whom, CLOSE)
        return "who may do it" if met and not scopes.apart(ours.deed, theirs.deed, ("", "")) else ""
    if {_assent(one), _assent(other)} == {"asked", "free"}:
        matter, another = (ASSENT.sub(" ", WHATEVER.sub(" ", text)) for text in (one, other))
        return "who is asked" if _met(matter, another, CLOSE) else ""
    return ""


def _met(one: str, other: str, share: float) -> bool:
    ours, theirs = reading.meant(one.strip()), reading.meant(other.strip())
    met = met_in(ours, theirs)
    return met.weight >= ENOUGH and met.share >= share and not contrast(ours, theirs, met.shared, frozenset())
