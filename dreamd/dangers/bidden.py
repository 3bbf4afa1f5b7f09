"""The forms in which a mail, a page or a ticket bids agents to do what no person asked for: ``bidden.txt``; pure."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.telltales import telltales

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMES, NAMED = re.compile(r"(«\S+») = (.*)"), re.compile(r"«\S+?»")
CHINESE = "中文"
SIGN = re.compile("[\u3400-\u9fff]")


def bids(text: str) -> Iterator[re.Match[str]]:
    """Each order that agents are given in the text."""
    chinese, english, worth = _searches()
    if not text.isascii() and SIGN.search(text):
        low = text.lower()
        for signs, searches in chinese:
            for search in searches if signs.search(low) else ():
                yield from _compiled(search).finditer(text)
    for number in sorted(worth(text)):
        yield from _compiled(english[number]).finditer(text)


@cache
def _searches() -> tuple[list[tuple[re.Pattern[str], list[str]]], list[str], Callable[[str], frozenset[int]]]:
    """The Chinese orders, each by itself, since that is quicker; the English ones, and which are worth a search."""
    orders = _orders()
    chinese = [(under, those) for under, those in orders.items() if under.startswith(CHINESE)]
    english = {under: those for under, those in orders.items() if not under.startswith(CHINESE)}
    signed = [(re.compile("|".join(map(re.escape, under.split()[1:]))), those) for under, those in chinese]
    return signed, ["|".join(those) for those in english.values()], telltales([marks.split() for marks in english])


@cache
def _compiled(order: str) -> re.Pattern[str]:
    return re.compile(order, re.IGNORECASE | re.MULTILINE)


def _orders() -> dict[str, list[str]]:
    """Words of which one stands in each order, of Chinese ones behind the language's name -> the orders."""
    names: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    under = ""
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            under = line.removeprefix("# ")
        elif told := NAMES.fullmatch(line):
            names[told[1]] = told[2]
        elif line:
            found.setdefault(under, []).append(NAMED.sub(lambda name: names[name[0]], line))
    return found
