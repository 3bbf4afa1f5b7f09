"""Statements about hosts and services in their one shape: ``db-01: OS = Ubuntu 24.04``, ``api depends_on redis``."""

from __future__ import annotations

import re
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
LINK = re.compile(
    rf"(?:the )?(?P<subject>{NAME})(?: service)?\s+(?:depends_on|depends? on|relies on)\s+(?:the )?(?P<value>{NAME})"
    rf"|(?P<whose>{NAME})\s*依赖于?\s*(?P<what>{NAME})",
    re.IGNORECASE,
)
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
        rf"(?P<subject>{HOST})\s*的?(?P<attribute>{SPOKEN})(?:现在)?(?:是|为|改为|改成)\s*(?P<value>\S.*)",
        re.IGNORECASE,
    ),
)
SYSTEM = re.compile(
    rf"(?P<subject>{HOST})(?: (?:now )?runs(?: on)?|\s*(?:现在)?(?:运行|跑)的?(?:是)?|\s*(?:现在)?装的是)\s*"
    r"(?P<value>(?:Ubuntu|Debian|CentOS|Rocky|AlmaLinux|Alma|RHEL|Fedora|SUSE|openSUSE|Alpine|FreeBSD|OpenBSD|Windows"
    r"|macOS|Arch|NixOS)\b[\w. -]{0,40})",
    re.IGNORECASE,
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

    def about(self, other: Fact) -> bool:
        """Whether both speak of the same attribute of the same subject."""
        return (fold(self.subject), named(self.attribute)) == (fold(other.subject), named(other.attribute))

    def same(self, other: Fact) -> bool:
        """Whether both say the same."""
        return self.about(other) and fold(self.value) == fold(other.value)

    def replaces(self, other: Fact) -> bool:
        """Whether it gives the attribute another value; a service may depend on many."""
        return self.about(other) and self.attribute != DEPENDS and fold(self.value) != fold(other.value)


def read(text: str) -> Fact | None:
    """The fact that the whole text states, in its shape or in one of the ways to say it; ``None`` for other texts."""
    said = text.strip().rstrip(".。;；")
    if link := LINK.fullmatch(said):
        return Fact(subject=link["subject"] or link["whose"], attribute=DEPENDS, value=link["value"] or link["what"])
    if system := SYSTEM.fullmatch(said):
        return Fact(subject=system["subject"], attribute="OS", value=system["value"].strip())
    found = next((match for pattern in (SHAPE, *TOLD) if (match := pattern.fullmatch(said))), None)
    if found is None:
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
