"""Looks over skills: whether agents find the right one, can do what it says, and are told where to stop; pure.

Blocking is what misleads: no telling description, two that are alike, a tool that is not there, a claim to waive an
approval, orders behind the person's back, a secret. What a good procedure has beside its steps (evidence, a stop,
approval, acceptance) is asked for.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from dreamd import words
from dreamd.dangers import injected
from dreamd.records import Finding, Record
from dreamd.skills import tools, waiving

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from dreamd.skills.tools import Known

DESCRIPTION_CHARS = 1_024
"""Agents take no longer one."""
LEAST_WIDTH = 40
"""Columns of a description that tells anything; a Chinese character has two."""
PHRASINGS = 3
TOLD_CHARS = 80
"""Of an order, in a finding."""
ALIKE, SHARED = 0.5, 4
"""Two descriptions are alike that share this part of the shorter one's terms, and at least so many."""
MOMENT = re.compile(
    r"\b(?:use|when|whenever|if|before|after|asks?|says?|wants?|needs?|trigger\w*|during)\b|当|时|触发|用户说|之前|之后|如果|用于",
    re.IGNORECASE,
)
"""A description that is a trigger says when."""
PHRASE = re.compile(r"[\"“「『]([^\"“”「」『』\n]{2,80})[\"”」』]|(?<!\w)['‘]([^'‘’\"\n]{2,80})['’](?!\w)")
PARTED = re.compile(r"[,;/，、；/]|\bor\b|或")
EVERYWHERE = """
user users person people ask asks asking say says wants skill skills trigger triggers task tasks use when agent
当用 用户 户说 触发 此技 技能 使用 时使 时触 个人 人说
"""
EMPTY = frozenset(EVERYWHERE.split())
"""Terms of every description."""
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
EVIDENCE = (
    r"evidence|what to look at|look (?:at|before)|read (?:it |them )?first|collect|gather|\binputs?\b"
    r"|证据|先看|先读|收集|输入|依据"
)
STOP = r"\bstop|\bends? (?:when|here)|do not go on|give up|abort|停止|停下|终止|到此为止|不再继续|就停"
APPROVAL = (
    r"approv|\bask(?:s|ed)? (?:the person|the user|first|before|whether|them|me)|confirm|permission|consent"
    r"|审批|批准|确认|征得|同意|先问|询问"
)
ACCEPTANCE = (
    r"accept(?:ed|ance)|verif|read (?:it |them )?back|\bdone when|check (?:that|the result|it)|succe(?:ss|eds) when"
    r"|验收|验证|核对|读回|复查|检查结果|完成标准"
)
ASKED_FOR = (
    ("evidence", EVIDENCE, "does not say what to look at first", "Add what to look at before anything is done."),
    ("stop", STOP, "does not say when to stop", "Add when to stop and ask, instead of going on."),
    ("approval", APPROVAL, "does not say what needs the person's approval", "Name the steps that change something."),
    ("acceptance", ACCEPTANCE, "does not say how to tell that it worked", "Add a check that can be done again."),
)
"""What a good procedure says: check, signs of it, what is missing, what to do."""


class Page(Record, frozen=True):
    """One skill as it is looked over."""

    name: str
    description: str
    file: str
    """Its path, for people."""
    text: str
    """All of it, head included, redacted."""
    named: str = ""
    """What its head calls it."""
    allowed: str = ""
    """What its head says of allowed tools."""
    beside: tuple[str, ...] = ()
    """The files of its folder, relative to it."""
    texts: tuple[Page, ...] = ()
    """Those of them that agents read, as pages without a head."""
    secrets: tuple[str, ...] = ()
    """Rules that found a secret in it."""


def findings(pages: Sequence[Page], known: Known) -> Iterator[Finding]:
    """What there is to say of these skills, each by itself and then of pairs."""
    names = {page.name for page in pages}
    for page in pages:
        yield from _head(page)
        yield from safety(page)
        for item in tools.missing(page.text, page.allowed, page.beside, names, known):
            if item.sure:
                yield _blocking(
                    "tools", page, f"names {item.what}, which does not exist", "Correct or remove it.", item.line
                )
            else:
                yield _warning("tools", page, f"{item.what} is not on this machine", "", item.line)
        yield from _asked_for(page)
    yield from _overlaps(pages)


def _head(page: Page) -> Iterator[Finding]:
    way = f'Say when to use it, with {PHRASINGS} phrasings: "Use when the person says ..."'
    told = page.description
    if not told:
        yield _blocking("description", page, "its head says no description, so no agent ever chooses it", way)
        return
    if len(told) > DESCRIPTION_CHARS:
        text = f"its description has {len(told)} characters; agents take at most {DESCRIPTION_CHARS}"
        yield _blocking("description", page, text, "Shorten it.")
    if sum(1 if sign.isascii() else 2 for sign in told) < LEAST_WIDTH or not MOMENT.search(told):
        yield _blocking("description", page, f"its description is a label and no trigger: {told[:80]}", way)
    elif len(phrasings(told)) < PHRASINGS and len(PARTED.findall(told)) < PHRASINGS - 1:
        yield _warning("description", page, f"its description covers fewer than {PHRASINGS} phrasings", way)
    if page.named and page.named != page.name:
        text = f"its head calls it {page.named!r} and its folder {page.name!r}; some agents then leave it out"
        yield _blocking("name", page, text, "Call both the same.")
    if not NAME.fullmatch(page.name):
        text = "some agents take only names of small letters, digits and single hyphens"
        yield _warning("name", page, text, "Rename its folder.")


def unfit(page: Page) -> tuple[Finding, ...]:
    """Why no agent may be given the skill, even with its secrets taken out; empty where nothing speaks against it."""
    return tuple(item for item in safety(page) if item.check != "secret")


def safety(page: Page) -> Iterator[Finding]:
    """What harms whoever is given the skill: a claim to waive an approval, orders, a secret, in it or beside it."""
    claims = list(waiving.claims(page.text))
    for line, claim in claims:
        text = f"claims to waive an approval: {claim!r}. A skill is knowledge, never permission"
        yield _blocking("waiver", page, text, "Take it out, and look who wrote it.", line)
    for name in tools.open_ended(page.allowed):
        text = f"its head allows {name} without asking. A skill is knowledge, never permission"
        yield _blocking("waiver", page, text, "Name the single commands that it needs, or none.")
    if told := _ordered(page.text, {line for line, _ in claims}):
        line, order = told
        text = f"gives orders to agents behind the person's back: {order[:TOLD_CHARS]!r}"
        yield _blocking("orders", page, text, "Take them out, and look who wrote them.", line)
    for rule in dict.fromkeys(page.secrets):
        yield _blocking("secret", page, f"holds a secret ({rule}); agents are shown none", "Take it out.")
    for text_beside in page.texts:
        yield from safety(text_beside)


def _ordered(text: str, waived: Container[int]) -> tuple[int, str] | None:
    """Line, 0 where it goes over several, and words of an order, but for the lines of which a claim is told."""
    whole = injected.ordered(text)
    if not whole:
        return None
    found = {number: order for number, line in enumerate(text.split("\n"), 1) if (order := injected.ordered(line))}
    return next(
        ((number, order) for number, order in found.items() if number not in waived), None if found else (0, whole)
    )


def _asked_for(page: Page) -> Iterator[Finding]:
    for check, signs, lack, way in ASKED_FOR:
        if not re.search(signs, page.text, re.IGNORECASE):
            yield _warning(check, page, lack, way)


def phrasings(description: str) -> list[str]:
    """The words in quotation marks that are to trigger the skill."""
    return [(double or single).strip() for double, single in PHRASE.findall(description)]


def _overlaps(pages: Sequence[Page]) -> Iterator[Finding]:
    """Each pair that agents would choose from by chance."""
    way = "Merge them, or say in each when it is the other's turn."
    said = [frozenset(map(words.indexed, phrasings(page.description))) for page in pages]
    terms = [frozenset(words.asked(page.description)) - EMPTY for page in pages]
    for one, two in combinations(range(len(pages)), 2):
        same, shared = sorted(said[one] & said[two]), len(terms[one] & terms[two])
        other = pages[two].name
        if same:
            yield _blocking("overlap", pages[one], f"{other} has the same trigger: {same[0]!r}", way)
        elif shared >= max(SHARED, ALIKE * min(len(terms[one]), len(terms[two]))):
            yield _blocking("overlap", pages[one], f"its description says nearly what that of {other} says", way)


def _blocking(check: str, page: Page, text: str, proposal: str, line: int = 0) -> Finding:
    return Finding(check=check, severity="blocking", file=page.file, text=text, line=line, proposal=proposal)


def _warning(check: str, page: Page, text: str, proposal: str, line: int = 0) -> Finding:
    return Finding(check=check, severity="warning", file=page.file, text=text, line=line, proposal=proposal)
