"""What a statement says of one thing in its own words: who owns it, on which day, how many of it; pure.

``values`` compares two statements word by word. This reads each by itself, so that "the retry limit of the importer
is 3" and "the importer retries up to 8 times" meet.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import measures, slots
from dreamd.telltales import telltales


class Claim(NamedTuple):
    """``value`` is what ``about`` has in one regard."""

    kind: str
    value: str
    about: frozenset[str]
    """Words that tell what it is said of."""
    bound: str
    """``least``, ``most``, or empty."""
    clause: str


CLAUSE = re.compile(r",(?!\d)|[，;；。！!]|\.(?=\s|$)|\s+[—–]\s+|[:：](?=\s)")
ABOUT = re.compile(
    r"^((?:for|with|about|on) [^,]{3,40}), (?=(?:ask|contact|(?:go|talk|turn|write|speak) to)\b)", re.IGNORECASE
)
"""What one asks somebody about."""
DAY = re.compile(
    r"\b(?P<en>mon|tues?|wednes|thurs?|fri|satur|sun)days?\b|(?:周|星期"
    r"|礼拜)(?P<zh>[一二三四五六日天])",
    re.IGNORECASE,
)
DAYS = {"mon": "1", "tue": "2", "wed": "3", "thu": "4", "fri": "5", "sat": "6", "sun": "7"} | {
    sign: str(min(7, number)) for number, sign in enumerate("一二三四五六日天", 1)
}
CHINESE_BOUNDS = "至少 最少 不少于 不低于 下限 最多 至多 不超过 上限 最大"
LEAST = re.compile(r"\bat least\b|\bminimum\b|\bmin\b|\bno(?:t)? (?:less|fewer) than\b|至少|最少|不少于|不低于|下限")
MOST = re.compile(
    r"\bat most\b|\bmax(?:imum)?\b|\bup to\b|\blimit\b|\bno(?:t)? more than\b|最多|至多"
    r"|不超过|上限|最大"
)
KEPT = re.compile(
    r"\b(?:keeps?|kept|keeping|retain\w*|retention|holds?|held|stored?"
    r"|(?:deleted|removed|purged|dropped|discarded)(?= after))\b|保留|保存|留存|存放|留"
)
RETRY = re.compile(r"重试|\b(?:retr(?:y|ies|ied)|attempts?|tries)\b")
VALID = re.compile(r"\b(?:expir\w+|valid|ttl|lives? for|good for|time to live)\b|过期|有效期?|失效")
DROPPED = re.compile(
    r"设置?[为成定]?|配置[为成]?|时间|时长|失败(?=后|之后|时)"
    r"|\bbefore it gives up\b|\bgives? up\b|目前|固定|至少|最少|不少于|不低于|下限"
    r"|最多|至多|不超过|上限|最大|限制|每(?=周|星期|礼拜)|版本"
    r"|\b(?:no(?:t)? (?:more|less|fewer) than|at (?:most|least))\b"
)
EVERY = re.compile(r"\b(?:every|each|per)\b|每")
SAID = (
    (DROPPED, " ", "before gives up no not at 设 配置 时 失败 目前 固定 少 不低于 限 多 不超过 大 每 版本"),
    (
        KEPT,
        " retained ",
        "keep kept retain retention hold held store deleted removed purged dropped discarded 保 留 存放",
    ),
    (VALID, " valid ", "expir valid ttl live good time 过期 效"),
    (RETRY, " redone ", "retr attempt tries 重试"),
    (EVERY, " periodic ", "every each per 每"),
)
"""How a value is said: what stands for it among the words that tell of what; one of the signs stands in each."""
SAID_IN = telltales([signs.split() for *_, signs in SAID])
BOUNDS = telltales([f"at least minimum min no not most maximum max up limit {CHINESE_BOUNDS}".split()])
WORDS = {"sent": "send", "began": "start", "kick": "start", "fir": "start", "goe": "go"}
LIGHT_WORDS = """
limit maximum max minimum min most least up set allow permit last siz target built build after later requir need
must period total upper lower off within 跑 上 里 中 下 环 境 发 send 后 default configur fix time when which exactly
about around out plac due come pin accept enough only suffic 放 做
"""
LIGHT = frozenset(LIGHT_WORDS.split())
"""Words that tell how a value is said, and not of what; without their endings."""
GENERIC_WORDS = """
database service server system module component runtime version job task application app engin host machin
process language environment production entry
"""
GENERIC = frozenset(map(slots.stem, GENERIC_WORDS.split()))
"""Classes of things: they add nothing to a name that stands beside them."""
REACHED_WORDS = """
port listen connect reachable reply reach available expos bind serv open accept connection client traffic 监 听 连
接 端 口 开 放
"""
REACHED = frozenset(map(slots.stem, REACHED_WORDS.split()))
"""Words of how one gets to a port."""
STARTED = frozenset({"start", "begin", "fir", "kick", "open"})
HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+|[a-z]+-[a-z0-9-]+", re.IGNORECASE)
SIDE = re.compile(
    r"\b(?:supports?|supported|tested|works? (?:with|on)|compatib\w+|from|until|since|old|older|new|newer|was|were"
    r"|used to|migrat\w+|upgrad\w+|example|e\.g|either|or|sometimes|another|first|second|third"
    r"|last time|would|could)\b"
    r"|支持|兼容|以前|原来|旧|升级|迁移|例如|比如|或者?|曾|第[一二三四五]"
)
"""With one of these a value need not be the only one, or not today's."""


@lru_cache(maxsize=16_384)
def claims(text: str) -> tuple[Claim, ...]:
    """What the clauses of a statement claim, each at most one thing."""
    found = (_claim(clause.strip()) for clause in CLAUSE.split(_whole(text)) if clause)
    return tuple(claim for claim in found if claim)


def _whole(text: str) -> str:
    """The text, where it is no clause of its own what somebody is asked about."""
    found = ABOUT.match(text)
    return f"{found[1]} {text[found.end() :]}" if found else text


def _claim(clause: str) -> Claim | None:
    plain, low = measures.digits(clause), clause.lower()
    days, read = list(DAY.finditer(plain)), measures.measure(plain)
    if not (days or read) or SIDE.search(low) or slots.negative(DROPPED.sub(" ", low)):
        return None
    if len(days) == 1 and not measures.NUMBER.search(plain):
        named = days[0]["zh"] or days[0]["en"][:3].lower()
        about = _about(EVERY.sub(" ", plain[: days[0].start()].lower()) + " " + plain[days[0].end() :])
        return Claim("day", DAYS[named], about, "", clause) if about else None
    if not read:
        return None
    about = _about(read.rest)
    if read.kind == "clock":
        about -= STARTED
    if read.kind == "port":
        about = frozenset(word for word in about if HOST.fullmatch(word)) or about - REACHED
    return Claim(read.kind, read.value, _bare(about), _bound(low), clause) if about else None


def _bound(low: str) -> str:
    if not BOUNDS(low):
        return ""
    return "least" if LEAST.search(low) else "most" if MOST.search(low) else ""


def _about(text: str) -> frozenset[str]:
    """The words that tell what a value is said of."""
    plain = text.lower()
    for number in sorted(SAID_IN(plain)):
        pattern, instead, _ = SAID[number]
        plain = pattern.sub(instead, plain)
    words = (WORDS.get(word, word) for word in slots.spoken(plain).words)
    return frozenset(word for word in words if word not in LIGHT)


def _bare(words: frozenset[str] | tuple[str, ...]) -> frozenset[str]:
    """The words without classes of things, where others are left."""
    return frozenset(words) - GENERIC or frozenset(words)


def differing(one: str, other: str) -> tuple[Claim, Claim] | None:
    """The two claims that give one thing different values; ``None`` where there are none."""
    theirs = claims(other)
    for ours in claims(one) if theirs else ():
        for there in theirs:
            same = ours.kind == there.kind and ours.about == there.about and ours.about
            if same and ours.value != there.value and {ours.bound, there.bound} != {"least", "most"}:
                return ours, there
    return None
