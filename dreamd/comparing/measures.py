"""The one number that a clause gives: a time, a size, a port, a version, a count; pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from dreamd.engines.embedded import numerals


class Measure(NamedTuple):
    """A number as it can be compared, and the rest of its clause."""

    kind: str
    value: str
    rest: str


NUMBER = re.compile(r"(?<![A-Za-z0-9_.#:/-])v?\d+(?:[.:]\d+)*(?![\w.]*_)")
PLAIN = re.compile(r"\d+(?:\.\d+)?")
HOURS = re.compile(r"\d{1,9}(?:\.\d+)?")
"""A number of thousands of digits is no hour, and to Python infinite."""
TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
VALUES = {word: number for number, word in enumerate(TEENS, 13)} | {word: 10 * n for n, word in enumerate(TENS, 2)}
COMPOUND = re.compile(rf"\b({'|'.join(TENS)})[- ]({'|'.join(ONES)})\b", re.IGNORECASE)
SINGLE = re.compile(rf"\b({'|'.join(VALUES)})\b", re.IGNORECASE)
SPELLED = ("hundred", "ty", "teen", *numerals.ENGLISH)
"""One of these stands in each number that is spelled in English, but for "a" and "one"."""
SIGNS = re.compile(r"(?<![\u4e00-\u9fff]周)(?<!星期)[一二三四五六七八九十百]+(?=毫秒|季度|点)")
HUNDRED = re.compile(r"\b(?:a|one) hundred\b", re.IGNORECASE)
ONE = re.compile(
    r"\b(?:one|a|an)(?= (?:second|minute|hour|day|week|fortnight|month|quarter|year|approval|review"
    r"|reviewer|replica|copy|attempt|retry)\b)",
    re.IGNORECASE,
)
SECONDS = (
    (r"ms|milliseconds?|毫秒", 0.001),
    (r"s|secs?|seconds?|秒钟?", 1),
    (r"mins?|minutes?|分钟?", 60),
    (r"h|hrs?|hours?|个?小时|个?钟头", 3600),
    (r"days?|天|日(?!志)", 86_400),
    (r"weeks?|周|个?星期", 604_800),
    (r"months?|个?月", 2_592_000),
    (r"quarters?|个?季度", 7_776_000),
    (r"years?|年", 31_536_000),
)
TIME = re.compile(
    rf"\s*-?(?:{'|'.join(f'(?P<u{number}>{unit})(?![A-Za-z])' for number, (unit, _) in enumerate(SECONDS))})",
    re.IGNORECASE,
)
"""The first unit that stands there whole, as the group of its number in ``SECONDS``."""
SIZE = re.compile(r"\s*(?P<unit>[KMGT])i?B\b|\s*(?P<name>kilo|mega|giga|tera)bytes?\b", re.IGNORECASE)
PERCENT = re.compile(r"\s*(?:%|percent\b|per cent\b)")
CLOCK = re.compile(r"\s*(?P<half>am|pm)\b|\s*o'clock\b|\s*点(?P<part>半|整)?钟?", re.IGNORECASE)
COUNTS = re.compile(r"\s*(?:times|retries|attempts|tries|次|遍|回)(?![A-Za-z])", re.IGNORECASE)
OF = re.compile(
    r"\s*[个位份条名台行列]|(?:\s+|-)(?!(?:is|are|was|has|have|had|must|may|can|should|will|needs?|covers|contains?|includes?)\b)"
    r"(?=[A-Za-z])",
    re.IGNORECASE,
)
PORT = re.compile(r"\bports?\b|端口", re.IGNORECASE)
COUNTED = re.compile(
    r"(?:#|\b(?:steps?|issues?|pr|tickets?|phase|chapter|section|part|item|case|no\.?|sprint|q|rfc|adr|error|code|http|level"
    r"|tier|status|api|page|room|floor|group|team|in|since) ?|第|步骤|\d\s*(?:年|月)\s*)$",
    re.IGNORECASE,
)
"""Before a number that only tells things apart, or a year."""
GIVEN = re.compile(
    r"(?:\b(?:is|are|be|to|at|=|most|than|limit|max|maximum|port|version|uses?|size"
    r"|of)|[=:：=]|[是为到在用成]|最多|上限)\s*(?:now )?$",
    re.IGNORECASE,
)
NAMED = re.compile(r"(?:^|.*[\s\u3400-\u9fff])(?P<name>[A-Za-z][\w.+#-]*)\s+$", re.DOTALL)
NO_NAME = re.compile(
    r"(?:is|are|be|to|at|the|a|an|and|or|for|on|in|by|of|with|than|most|least|after|every|within|only)", re.IGNORECASE
)


def digits(text: str) -> str:
    """The text with number words as digits, in English and Chinese."""
    low = text.lower()
    if not low.isascii() or any(word in low for word in SPELLED):
        text = _spelled(text)
    return ONE.sub("1", text)


def _spelled(text: str) -> str:
    text = HUNDRED.sub("100", COMPOUND.sub(_compound, text))
    text = numerals.digits(SINGLE.sub(lambda word: str(VALUES[word[0].lower()]), text))
    return SIGNS.sub(_chinese, text)


def _chinese(word: re.Match[str]) -> str:
    return numerals.digits(f"{word[0]}个").removesuffix("个")


def _compound(words: re.Match[str]) -> str:
    return str(VALUES[words[1].lower()] + ONES.index(words[2].lower()) + 1)


def measure(text: str) -> Measure | None:
    """The number of a clause; ``None`` where it gives none, or several, or one that only tells things apart.

    Args:
        text: the clause, with its numbers in digits.
    """
    numbers = list(NUMBER.finditer(text))
    if len(numbers) != 1:
        return None
    found = numbers[0]
    before, behind, value = text[: found.start()], text[found.end() :], found[0].lstrip("v")
    if COUNTED.search(before):
        return None
    if match := TIME.match(behind):
        factor = SECONDS[int(str(match.lastgroup)[1:])][1]
        seconds = f"{float(value) * factor:g}" if PLAIN.fullmatch(value) else value
        return _made("time", seconds, before, behind[match.end() :])
    if match := SIZE.match(behind):
        return _made("size", value + (match["unit"] or match["name"][0]).upper(), before, behind[match.end() :])
    if match := PERCENT.match(behind):
        return _made("percent", value, before, behind[match.end() :])
    if (match := CLOCK.match(behind)) or ":" in value:
        return _clock(value, before, behind, match) if HOURS.fullmatch(value.partition(":")[0]) else None
    return _number(value, before, behind)


def _clock(value: str, before: str, behind: str, mark: re.Match[str] | None) -> Measure:
    hour, _, minute = value.partition(":")
    late = mark is not None and (mark["half"] or "").lower() == "pm"
    half = mark is not None and mark["part"] == "半"
    at = f"{int(float(hour)) % 12 + 12 if late else int(float(hour))}:{'30' if half else minute or '00'}"
    return _made("clock", at, before, behind[mark.end() :] if mark else behind)


def _number(value: str, before: str, behind: str) -> Measure | None:
    """A port, how often, how many, or the version of what is named before it."""
    if PORT.search(before[-12:]) or PORT.match(behind.strip()):
        return _made("port", value, PORT.sub(" ", before), PORT.sub(" ", behind))
    if match := COUNTS.match(behind):
        more = " retry " if "retr" in match[0].lower() or "attempt" in match[0].lower() else " "
        return _made("number", value, before, more + behind[match.end() :])
    if behind[:1].isascii() and behind[:1].isalpha():
        return None
    named = NAMED.match(before)
    if (
        named
        and not NO_NAME.fullmatch(named["name"])
        and (named.start("name") > 0)
        and (named["name"][0].isupper() or "." in value)
    ):
        return _made("number", value, before, behind)
    if GIVEN.search(before) or OF.match(behind):
        return _made("number", value, before, behind)
    return None


def _made(kind: str, value: str, before: str, behind: str) -> Measure:
    return Measure(kind, value, f"{before} {behind}")
