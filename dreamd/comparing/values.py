"""Whether two statements give one thing two values, or say yes and no to the same; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from dreamd.comparing import slots
from dreamd.comparing.charge import tellings
from dreamd.comparing.lexicon import PAIRS
from dreamd.engines.embedded import frames, same

if TYPE_CHECKING:
    from dreamd.comparing.slots import Run, Spoken

OPPOSITE = frozenset(frozenset(map(slots.stem, pair)) for pair in PAIRS)
NEAR = 0.6
"""Share of the longer statement's words that two about one thing have in common."""
MOST = 3
"""Words of a value."""
SAME = 0.5
"""Share of the words of both statements that agree where the rest is a value."""
DAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?s?|(?:周|星期|礼拜)[一二三四五六日天]")
MONTH = re.compile(r"january|february|march|april|may|june|july|august|september|october|november|december")
NUMBER = re.compile(r"v?\d+(?:[.:/-]\d+)*%?")
ADDRESS = re.compile(r"https?://\S+|[\w.+-]+@[\w.-]+|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|[\w-]+(?:\.[\w-]+){2,}")
NAMED = re.compile(r"[a-z]\w*[-_/.][\w./-]*|[a-z]+\d[\w-]*")
UNIT = re.compile(
    r"\S+[\s-]*(?:characters?|chars?|columns?|lines?|spaces?|seconds?|secs?|minutes?|mins?|hours?|days?"
    r"|weeks?|months?"
    r"|years?|[kmgt]i?b|ms|s|times|retries|attempts|reviewers?|reviews?|approvals?|people|replicas?|workers?|copies"
    r"|percent|am|pm|%|[个字符行列空格秒分钟小时天周月年次人位份副本条核点])",
    re.IGNORECASE,
)
MEASURED = re.compile(
    r"(?:\b(?:limit|max(?:imum)?|min(?:imum)?|at (?:most|least)|up to|port|version|timeout|length|width|size|coverage"
    r"|threshold|level|ttl|retention|budget|quota|interval|deadline|node|python|java|ruby|php|django|rails|react|vue"
    r"|postgres(?:ql)?|mysql|ubuntu|debian|go|indent|is|are|to|at|by|than|with|within|every|after|for|of"
    r"|over|keep|needs?"
    r"|use|uses|run|runs|on|[=:：=])|上限|下限|最多|最少|至少|超过|长度|阈值"
    r"|[是为到在每用个保留跑于])\s*(?:version |v)?$",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?:#|\b(?:steps?|issues?|pr|tickets?|phase|chapter|section|part|item|case|no\.?|sprint|q|rfc|adr"
    r"|error|code|http"
    r"|status)|第|步骤)\s*$",
    re.IGNORECASE,
)
"""Before a number that only tells things apart."""
SIDE = re.compile(
    r"\b(?:supports?|tested (?:with|on)|works? (?:with|on)) [\w ]{0,20}$|支持\s*[\w ]{0,20}$|^\W*(?:port|端口)\s*$",
    re.IGNORECASE,
)
"""Before a number that stands beside others."""
INTRODUCED = re.compile(
    r"(?:\b(?:is|are|be|called|named|me|to|at|on|in|by|with|use|uses|using|via|from|under|owns?|runs?"
    r"|through|prefers?"
    r"|likes?|into|for|against|than)|[=:：=]|[是为叫用在到成由归找给跑装于])\s*(?:now |the |a |an |现在)?`?$",
    re.IGNORECASE,
)
COPULA = re.compile(
    r"(?:\b(?:is|are|be|called|named)|[=:：=]|[是为叫成])\s*(?:now |the |a |an |现在)?`?$", re.IGNORECASE
)
OWNED = re.compile(
    r"^\s*\S+(?: \S+)?? (?:owns?|maintains?|leads?|is (?:the )?(?:owner|lead|responsible|in charge)"
    r"|handles|approves)\b"
    r"|^\s*(?-i:[\u3400-\u9fff]){2,4}?(?:负责|维护|管理|审批|主导)",
    re.IGNORECASE,
)
HELD = re.compile(
    r"\b(?:default|name|branch|channel|owner|lead|maintainer|region|database|language|editor|time ?zone|licen[cs]e"
    r"|framework|tool|format|formatter|registry|provider|host|server|address|contact|theme|font|method|strategy|model"
    r"|engine|role|os|title|colou?r|manager|drink)\b"
    r"|名字|名称|渠道|语言|编辑器|时区|许可|框架|工具|格式|地址|主机|联系人|方式|策略|引擎|主题|字体|角色|系统|颜色",
    re.IGNORECASE,
)
"""A thing that has one value at a time."""
PROPER = re.compile(r"[A-Z][\w.+#-]*")
PASSING = frozenset({"test", "temporary", "draft", "临", "dummy", "fake"})
"""What is done to such things is an exception to what is never done."""
ADDRESSED = re.compile(r"\b(?:call|address)(?:s|ed)? (?:me|the user|him|her)\b|称呼|叫我")


def denied(one: Spoken, other: Spoken) -> bool:
    """Whether one says yes and the other no to the same."""
    if one.negative == other.negative:
        return False
    found, share = slots.runs(one, other)
    if any(run.was and run.now and (_both(DAY, run) or _both(NUMBER, run) or _both(NAMED, run)) for run in found):
        return False
    if any(frozenset((" ".join(run.was), " ".join(run.now))) in PAIRS for run in found):
        return False
    yes, no = (set(one.words), set(other.words)) if other.negative else (set(other.words), set(one.words))
    if yes < no or (yes - no) & PASSING:
        return False
    least, most = slots.shared(one, other)
    return least >= 0.75 and (most >= SAME or share >= SAME)  # noqa: PLR2004 (a word in four may differ)


def opposite(one: Spoken, other: Spoken) -> str:
    """The word and its opposite in which alone the two differ; empty where they differ otherwise."""
    if not _comparable(one, other):
        return ""
    found, share = slots.runs(one, other)
    if len(found) != 1 or share < SAME:
        return ""
    was, now = ("".join(part) if _han(part) else " ".join(part) for part in (found[0].was, found[0].now))
    return f"{was} / {now}" if frozenset((was, now)) in OPPOSITE else ""


def value(one: Spoken, other: Spoken) -> str:
    """The two values that stand in one place; empty where there are none."""
    if not _comparable(one, other):
        return ""
    found, share = slots.runs(one, other)
    if len(found) != 1 or share < SAME or _thin(one, other, found[0]):
        return ""
    run = found[0]
    kinds = (_number, _day, _address, _name, _held)
    return f"{_told(run.was)} / {_told(run.now)}" if any(kind(run) for kind in kinds) else ""


def _comparable(one: Spoken, other: Spoken) -> bool:
    """Whether the two may differ in one place alone."""
    return one.negative == other.negative and slots.apart(one, other) <= 2 * MOST and slots.outer(one, other) >= SAME


def _thin(one: Spoken, other: Spoken, run: Run) -> bool:
    """Whether too little else is said, or one of the two sides is no value."""
    rest = len(one.words) - len(run.was), len(other.words) - len(run.now)
    most = MOST if not _han((*run.was, *run.now)) else 2 * MOST
    return not (run.was and run.now) or max(len(run.was), len(run.now)) > most or min(rest) < 1


def _both(kind: re.Pattern[str], run: Run) -> bool:
    return bool(kind.fullmatch(_told(run.was)) and kind.fullmatch(_told(run.now)))


def _han(words: tuple[str, ...]) -> bool:
    return any("\u3400" <= word[:1] <= "\u9fff" for word in words)


def _told(words: tuple[str, ...]) -> str:
    return "".join(words) if _han(words) else " ".join(words)


def _number(run: Run) -> bool:
    if not (NUMBER.fullmatch(run.was[0]) and NUMBER.fullmatch(run.now[0])) or run.was[1:] != run.now[1:]:
        return len(run.was) == len(run.now) == 2 and bool(NUMBER.fullmatch(run.was[0]) and NUMBER.fullmatch(run.now[0]))  # noqa: PLR2004 (with its unit)
    if any(COUNTED.search(text) or SIDE.search(text) for text in run.before):
        return False
    return any(UNIT.match(text) for text in run.behind) or all(MEASURED.search(text) for text in run.before)


def _day(run: Run) -> bool:
    return _both(DAY, run) or _both(MONTH, run)


def _address(run: Run) -> bool:
    return _both(ADDRESS, run) and not run.first


def _name(run: Run) -> bool:
    """Names of hosts, branches, people in the place of a value; at the beginning only of who owns something."""
    owned = all(OWNED.match(text) for text in run.behind)
    proper = all(PROPER.match(text.lstrip("`")) for text in run.behind) or _both(NAMED, run)
    if run.first and not owned:
        return False
    if owned:
        return True
    introduced = all(INTRODUCED.search(text) for text in run.before)
    return introduced and proper and (_held(run) or not _listed(run))


def _listed(run: Run) -> bool:
    """Whether such things may well be true side by side: what one depends on, supports, reviews."""
    return bool(
        re.search(
            r"depends?|contact|reach|support|review|includ|test|contain|import|know|speak|also|依赖|支持|包括|包含|会说",
            run.before[0],
            re.IGNORECASE,
        )
    )


def _held(run: Run) -> bool:
    """A word in the place of a word, said of a thing that has one value at a time."""
    if run.first:
        return False
    if all(ADDRESSED.search(text) for text in run.before):
        return True
    return all(HELD.search(text) for text in run.before) and all(COPULA.search(text) for text in run.before)


def framed(one: str, other: str) -> str:
    """The thing of which the two tell different values, in whatever words; empty where there is none."""
    near = slots.shared(slots.spoken(one), slots.spoken(other))[1] >= NEAR
    if near and (same.contradicts(one, other) or same.contradicts(other, one)):
        return "what is said of it"
    if bool(tellings(one)) != bool(tellings(other)) or len(frames.frames(one)) != 1:
        return ""
    ours, theirs = frames.frames(one), frames.frames(other)
    if len(theirs) != 1 or ours[0].kind != theirs[0].kind or ours[0].value == theirs[0].value:
        return ""
    what, about = (set(slots.spoken(item.what).words) for item in (ours[0], theirs[0]))
    if not what or what != about:
        return ""
    forms = frames.form(ours[0].value), frames.form(theirs[0].value)
    single = ours[0].kind in {"owner", "limit"} or HELD.search(ours[0].what)
    return ours[0].what if forms[0] == forms[1] and (forms[0] != "word" or single) else ""


@lru_cache(maxsize=65_536)
def particular(word: str) -> bool:
    """Whether the word is a number, a day, an address or a name: two statements that differ in it differ."""
    return any(kind.fullmatch(word) for kind in (NUMBER, DAY, ADDRESS, NAMED))
