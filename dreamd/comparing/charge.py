"""Who is in charge of what, in whatever words: who decides, signs, writes or renews it, whose job it is; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import patterns, reading, senses, signs
from dreamd.comparing.people import DEPUTY, SURNAMES

READINGS = tuple(pattern for _, pattern in patterns.listed("charges.txt"))
ENGLISH = tuple(pattern for pattern in READINGS if pattern.pattern.isascii() or "’" in pattern.pattern)
GENERAL = re.compile(
    r"^(?:owns?|owned|leads?|led|runs?|run|handles?|handled|maintain\w*|manage[sd]?|covers?|covered|does|do|done"
    r"|keeps?|kept|takes? care of|taken care of|looks? after|looked after|made|负责|管理?|维护|牵头"
    r"|主管|跟进|主导|处理|把关|说了算)$"
)
"""To do so is to be in charge of it, and nothing besides."""
HINT = re.compile(
    r"(?<=[^.] )[A-Z][a-z]"
    r"|^(?!(?:The|A|An|Each|Every|All|Ask|Use|No|Never|Always|Our|Do|If|When|We)\b)[A-Z][a-z]|\b(?:team|group|office|squad|crew|department|only|nobody)\b|由|归|找|负责|是\S{2,4}的"
    r"|管|只有|说了算|拍板|点头|同意|批准|签字|\b(?:with|by|to|through|past) the [a-z]+\W*$"
)
ASIDE = re.compile(
    r", (?:(?:the |our |an? )?[a-z][\w '’-]{3,40}|(?:and )?(?:nobody|no one) else),(?= (?:is |alone )?\w+)|唯一的?"
    r"|出了?(?:毛病|问题)"
)
"""Between who and what, of no weight."""
CLAUSE = re.compile(r"(?<!\d)[,，;；。!！]\s*|\.(?:\s+|$)| and (?=[a-z]+(?:es|[^su]s) )")
NOBODY = re.compile(
    r"\b(?:was|were|used to|former|formerly|until|not|never|no longer|n['’]t|and [A-Z])\b|以前|原来|不(?!动)|和|跟我"
)
SPELLED = frozenset({"he", "she", "you", "an"})
"""Surnames in Latin letters that are also words."""
FRONT = re.compile(r"(?:for|about|on|if|when|with)\b", re.IGNORECASE)
NAMED_ZH = re.compile(r"[老小阿].$|.*(?:组|部|团队|处|科)$")
NO_ONE_WORDS = """
i we you they it he she this that these those there the all every each a an if when what who please
everyone everybody nobody anyone never always use keep our my your its some most no any use
"""
NO_ONE = frozenset(NO_ONE_WORDS.split())
"""What begins a sentence, and is no one's name."""
IDLE_WORDS = """
break question trouble problem wrong fail stuck error own decision job thing call service system
component other code business
"""
IDLE = frozenset(IDLE_WORDS.split())


class Told(NamedTuple):
    """Who does what with what, in the words of the clause."""

    who: str
    verb: str
    what: str


class Charge(NamedTuple):
    """Who is in charge of what."""

    who: str
    deed: frozenset[str]
    """What this one does with it; empty where it is all."""
    what: tuple[str, ...]
    """What it is, in order."""


@lru_cache(maxsize=16_384)
def tellings(text: str) -> tuple[Told, ...]:
    """Who is in charge of what, as each clause tells it, or the whole: by its form alone."""
    if not HINT.search(text):
        return ()
    bare = ASIDE.sub("", signs.TITLE.sub("", text.strip().rstrip(".。!！")))
    clauses = [clause.strip() for clause in CLAUSE.split(bare) if clause]
    whole = [bare] if len(clauses) > 1 and FRONT.match(bare) else []
    found = tuple(
        told
        for clause in [*whole, *clauses]
        if not NOBODY.search(clause) and (told := _told(clause)) and not signs.ALSO.search(clause)
    )
    return () if found and signs.PAST.search(text.lower()) else found


def _told(clause: str) -> Told | None:
    for pattern in ENGLISH if clause.isascii() or "’" in clause else READINGS:
        if found := pattern.match(clause):
            told = found.groupdict()
            who = told["who"].lower().removeprefix("the ")
            if not _nobody(told["who"], who):
                return Told(who.removesuffix(" team"), told.get("verb") or "", told.get("what") or told["what2"])
    return None


def _nobody(said: str, who: str) -> bool:
    """Whether these words are no one's name."""
    if not who.isascii():
        return not (NAMED_ZH.match(who) or who[0] in SURNAMES)
    word = said[0].isupper() and " " not in who and any(one.kind in {"thing", "deed"} for one in senses.known(who))
    return word or who in NO_ONE or who.split(maxsplit=1)[0] in NO_ONE - SPELLED


@lru_cache(maxsize=16_384)
def charges(text: str) -> tuple[Charge, ...]:
    """Who is in charge of what, with what the words mean."""
    found = list[Charge]()
    for told in tellings(text):
        if what := _names(told.what):
            all_of_it = not told.verb or GENERAL.match(told.verb)
            deed = () if all_of_it else _names(told.verb) or (told.verb,)
            found.append(Charge(told.who, frozenset(deed), what))
    return tuple(found)


def _names(text: str) -> tuple[str, ...]:
    """What a piece names, in order; signs that are in no list are put together to words."""
    names = list[str]()
    behind = -1
    for part in reading.worded(text):
        if part.names & IDLE or any(one.kind == "light" for one in part.meant):
            continue
        name = min(part.names)
        if not part.meant and len(name) == 1 and not name.isascii() and part.at == behind:
            names[-1] += name
        else:
            names.append(name)
        behind = part.at + len(part.text) if len(name) == 1 else -1
    return tuple(names)


def rivals(one: str, other: str) -> str:
    """The two who are in charge of one thing; empty where there are none."""
    first = {told.who.split()[0] for told in tellings(one)}
    then = {told.who.split()[0] for told in tellings(other)} if first else set[str]()
    if not (first and then) or (first == then and len(first) == 1) or DEPUTY.search(one) or DEPUTY.search(other):
        return ""
    for ours in charges(one):
        for theirs in charges(other):
            if ours.who.split()[0] != theirs.who.split()[0] and _same(ours, theirs):
                return f"{ours.who} / {theirs.who}"
    return ""


def _same(ours: Charge, theirs: Charge) -> bool:
    """Whether both are in charge of the same; one may name its kind besides."""
    if ours.deed and theirs.deed and ours.deed != theirs.deed:
        return False
    less, more = sorted((ours, theirs), key=lambda told: len({*told.what} | told.deed))
    deed = less.deed | more.deed
    few, many = {*less.what} - deed, {*more.what} - deed
    if not few <= many:
        return False
    return few == many or (len(many - few) == 1 and len(few) >= 2 and more.what[-1] not in many - few)  # noqa: PLR2004 (a thing of a kind)
