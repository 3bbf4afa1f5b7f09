"""Statements about hosts and services in their one shape: ``db-01: OS = Ubuntu 24.04``, ``api depends_on redis``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from dreamd.memory.entry import fold
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = r"[A-Za-z0-9][\w.-]{0,62}"
HOST = r"(?=[\w.-]*[\d-])[A-Za-z][\w.-]{0,62}"
"""A name that nobody gives a person: it holds a digit or a dash."""
ATTRIBUTE = r"[A-Za-z\u3400-\u9fff][\w /\u3400-\u9fff-]{0,39}?"
SHAPE = re.compile(rf"(?P<subject>{NAME})\s*[:：]\s*(?P<attribute>{ATTRIBUTE})\s*[=＝]\s*(?P<value>\S.*)")
OTHER = r"(?!(?:it|this|that|he|she|we|they|you|i|everything|nothing|all|much|context|time|luck|others?)\b)"
"""What may stand there and names nothing."""
SERVICE = rf"{OTHER}(?P<subject>{NAME})"
LINK = re.compile(
    rf"(?:the )?{SERVICE}(?: service)?\s+(?:depends_on|depends? on|relies on)\s+(?:the )?{OTHER}(?P<value>{NAME})"
    rf"|(?:服务)?\s*(?P<whose>{NAME}|(?-i:[\u3400-\u9fff]){{2,10}}服务)"
    rf"\s*(?:服务)?\s*(?:依赖于?|depends_on)\s*(?P<what>{NAME})(?: 服务)?",
    re.IGNORECASE,
)
SURE = re.compile(r"depends_on|\bservice\b|服务", re.IGNORECASE)
TECHNICAL = re.compile(
    r"\w*[\d_.-][\w.-]*|api|web|db|database|redis|postgres\w*|mysql|mariadb|mongo\w*|kafka|rabbitmq|mq|nginx|cache"
    r"|queue|broker|gateway|proxy|worker|frontend|backend|auth|scheduler|storage|cdn|dns|vault|etcd|consul|elasticsearch"
    r"|memcached|grafana|prometheus|s3|smtp|ldap",
    re.IGNORECASE,
)
"""How services are called: "the price depends on the region" tells of none."""
DEPENDS = "depends_on"
WORDS = {
    "OS": r"os|operating system|操作系统|系统",
    "IP": r"ip|ip address|ip ?地址",
    "port": r"port|端口",
    "role": r"role|角色|用途",
    "version": r"version|版本",
    "owner": r"owner|负责人",
    "RAM": r"ram|memory|内存",
}
"""Attribute as it is written first -> the words for it."""
SPOKEN = "|".join(WORDS.values())
TOLD = (
    re.compile(
        rf"(?P<subject>{HOST})(?:'s|’s)? (?P<attribute>{SPOKEN})(?: is(?: now)?|:|=)\s*(?P<value>\S.*)", re.IGNORECASE
    ),
    re.compile(rf"(?:the )?(?P<attribute>{SPOKEN}) of (?P<subject>{HOST}) is(?: now)? (?P<value>\S.*)", re.IGNORECASE),
    re.compile(
        rf"(?P<subject>{HOST})\s*的?\s*(?P<attribute>{SPOKEN})(?:现在)?\s*(?:(?:是|为|改为|改成|[:：=＝])\s*(?=\S)|(?=[A-Za-z0-9]))"
        r"(?P<value>.+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<subject>{HOST})\s*[:：]\s*(?P<attribute>{SPOKEN}) ?(?:is(?: now)?|是|为|[:：])\s*(?P<value>\S.*)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<subject>{HOST}) has (?P<value>\d+ ?[KMGT]i?B?)(?: of)? (?P<attribute>RAM|memory)", re.IGNORECASE),
)
ALSO = re.compile(rf"(?:\band\b|[,，;；、和])\s*{ATTRIBUTE}\s*[=＝]")
"""A second attribute behind a value: two facts in one line, of which neither may take the place of the other."""
MADE = (
    r"(?P<value>(?:Ubuntu|Debian|CentOS|Rocky|AlmaLinux|Alma|RHEL|Fedora|SUSE|openSUSE|Alpine|FreeBSD|OpenBSD|Windows"
    r"|macOS|Arch|NixOS)(?![\w-])(?: (?:\d[\w.]*|LTS|Server|Core|Linux|Stream|Leap|GNU/Linux))*)"
)
SYSTEM = (
    re.compile(
        rf"(?P<subject>{HOST})(?: (?:now )?runs(?: on)?| is(?: now)?(?: on)?"
        r"|\s*(?:现在)?(?:运行|跑)的?(?:是)?|\s*(?:现在)?装的是"
        rf"|\s*现?在?是)\s*{MADE}",
        re.IGNORECASE,
    ),
    re.compile(rf"{MADE}\s+(?:runs|is installed) on (?P<subject>{HOST})", re.IGNORECASE),
    re.compile(rf"{MADE}\s*(?:跑|装|运行)在\s*(?P<subject>{HOST})\s*上?", re.IGNORECASE),
)


class Fact(Record, frozen=True):
    """What one statement says of a host or a service."""

    subject: str
    attribute: str
    value: str

    @property
    def text(self) -> str:
        """The statement in its shape."""
        if self.attribute == DEPENDS:
            return f"{self.subject} {DEPENDS} {self.value}"
        return f"{self.subject}: {self.attribute} = {self.value}"

    @property
    def spoken(self) -> str:
        """The statement as people say it."""
        return self.text.replace("_", " ") if self.attribute == DEPENDS else self.text

    def about(self, other: Fact) -> bool:
        """Whether both speak of the same attribute of the same subject."""
        return (fold(self.subject), named(self.attribute)) == (fold(other.subject), named(other.attribute))

    def same(self, other: Fact) -> bool:
        """Whether both say the same."""
        return self.about(other) and fold(self.value) == fold(other.value)

    def replaces(self, other: Fact) -> bool:
        """Whether it gives the attribute another value; a service may depend on many."""
        return self.about(other) and self.attribute != DEPENDS and fold(self.value) != fold(other.value)


@lru_cache(maxsize=4096)
def read(text: str) -> Fact | None:
    """The fact that the whole text states, in its shape or in one of the ways to say it; ``None`` for other texts."""
    said = text.strip().rstrip(".。;；")
    link = LINK.fullmatch(said)
    if link and (SURE.search(said) or any(map(TECHNICAL.fullmatch, filter(None, link.groups())))):
        return Fact(subject=link["subject"] or link["whose"], attribute=DEPENDS, value=link["value"] or link["what"])
    if system := next((match for pattern in SYSTEM if (match := pattern.fullmatch(said))), None):
        return Fact(subject=system["subject"], attribute="OS", value=system["value"].strip())
    found = next((match for pattern in (SHAPE, *TOLD) if (match := pattern.fullmatch(said))), None)
    if found is None or ALSO.search(found["value"]):
        return None
    attribute = " ".join(found["attribute"].split())
    return Fact(subject=found["subject"], attribute=attribute, value=" ".join(found["value"].split()))


def shaped(text: str, others: Iterable[str]) -> str:
    """The statement in its shape, in the words that the memory uses for such attributes; other texts as they are."""
    fact = read(text)
    if fact is None:
        return text
    for other in others:
        one = read(other)
        if one and one.attribute != DEPENDS and named(one.attribute) == named(fact.attribute):
            return Fact(subject=fact.subject, attribute=one.attribute, value=fact.value).text
    standard = next((name for name in WORDS if fold(name) == named(fact.attribute)), fact.attribute)
    return Fact(subject=fact.subject, attribute=standard, value=fact.value).text


def named(attribute: str) -> str:
    """The attribute for comparing: each of the words for one thing is the same."""
    said = fold(attribute)
    return next((fold(name) for name, words in WORDS.items() if re.fullmatch(words, said)), said)
