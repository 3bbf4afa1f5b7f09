"""The numbers of a statement as they can be compared: how long, how often, how many of what, when; pure."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import senses
from dreamd.comparing.labels import LABEL
from dreamd.comparing.quantities import (
    BEHIND_LEAST,
    BEHIND_MOST,
    BOUNDING,
    FORMATS,
    LEAST,
    MEASURES,
    MOST,
    NO_NAMES,
    OFTEN,
    PATTERNS,
    UNIT_NAMES,
    UNITS,
    UNLIMITED,
)
from dreamd.comparing.slots import stem
from dreamd.comparing.spelled import AT_ONCE, DIGIT, FREE, NO_PRICE, WORDED, plain


class Amount(NamedTuple):
    """One number. ``kind`` is ``time``, ``clock``, ``percent``, ``size``, ``port``, ``version x``, ``count x``..."""

    kind: str
    value: str
    bound: str
    """``least``, ``most``, or empty."""


class Counted(NamedTuple):
    """The numbers of a statement, and what is left of it."""

    amounts: tuple[Amount, ...]
    labels: frozenset[tuple[str, str]]
    """What a number or letter only tells apart: (``step``, ``2``)."""
    rest: str
    unlimited: bool = False


READINGS = tuple((kind, tuple(signs.split()), pattern) for kind, signs, pattern in PATTERNS)


@lru_cache(maxsize=16_384)
def amounts(text: str) -> Counted:
    """The numbers of the text."""
    if not any(sign.search(text) for sign in (DIGIT, WORDED, AT_ONCE, FREE)):
        return Counted((), frozenset(), text, bool(UNLIMITED.search(text)))
    rest = plain(text)
    labels = set()

    def label(found: re.Match[str]) -> str:
        told = {name: value.lower() for name, value in found.groupdict().items() if value}
        names = [
            name
            for name in told
            if name in {"noun", "thing", "first", "of", "v", "year", "head", "rank", "aim", "sheet"}
        ]
        key = told[names[0]] if names[0] in {"noun", "thing", "head", "sheet"} else names[0]
        value = next(
            (
                told[name]
                for name in ("no", "thingno", "no2", "letter", "ordinal", "mark", "version", "year", "portno", "rank")
                if name in told
            ),
            "",
        )
        labels.add((min(senses.of(key)) if names[0] in {"noun", "thing", "sheet"} else key, value))
        return f" {told.get('noun') or told.get('thing', '')} "

    found = [Amount("date format", str(match.lastgroup), "") for match in FORMATS.finditer(text)]
    rest = re.sub(r"每个?月\s*(\d{1,2})\s*[号日]", r" \1th ", rest)
    rest = re.sub(r"每个?月([^，。；\d]{1,8}?)(\d{1,2})\s*[号日](?=之?前|以前)", r"\1 \2th ", rest)
    rest = LABEL.sub(label, FORMATS.sub(" ", rest))
    low = rest.lower()
    for kind, signs, pattern in READINGS:
        if signs and not any(sign in low for sign in signs):
            continue
        if not DIGIT.search(rest) and kind not in {"period", "often", "date"}:
            break

        def taken(match: re.Match[str], kind: str = kind) -> str:
            whole, amount = match.string, _amount(kind, match)
            if amount is None:
                return match[0]
            before, behind = whole[: match.start()], whole[match.end() :]
            bound = "least" if LEAST.search(before) or BEHIND_LEAST.match(behind) else ""
            bound = "most" if MOST.search(before) or BEHIND_MOST.match(behind) else bound
            found.append(amount._replace(bound=bound))
            told = match.groupdict()
            noun = told.get("name") or told.get("noun") or told.get("zh") or ""
            return f" {'' if noun.lower() in UNIT_NAMES else noun} "

        rest = pattern.sub(taken, rest)
    if AT_ONCE.search(text):
        found.append(Amount("time", "0", ""))
    if FREE.search(text):
        found.append(Amount("money", "0", ""))
        rest = NO_PRICE.sub(" ", rest)
    return Counted(
        tuple(dict.fromkeys(found)), frozenset(labels), BOUNDING.sub(" ", rest), bool(UNLIMITED.search(text))
    )


WRITTEN = re.compile(r"\d+(?:\.\d+)*")


def equal(one: str, other: str) -> bool:
    """Whether both give the same numbers, written otherwise: a month, 30 days; 15, 15.4."""
    if WRITTEN.findall(one) == WRITTEN.findall(other):
        return False
    ours, theirs = amounts(one).amounts, amounts(other).amounts
    return bool(ours) and len(ours) == len(theirs) and all(map(same, sorted(ours), sorted(theirs)))


ROUNDED = {"time": 365 / 360, "size": 1.024}
"""A year beside twelve months, and a thousand beside 1,024."""


def same(one: Amount, other: Amount) -> bool:
    """Whether two numbers of a kind are one, rounded perhaps."""
    if one.kind != other.kind or one.value == other.value:
        return (one.kind, one.value) == (other.kind, other.value)
    if one.kind.startswith("version"):
        parts = one.value.split("."), other.value.split(".")
        return all(a == b for a, b in zip(*parts, strict=False))
    if one.kind not in ROUNDED:
        return False
    least, most = sorted(float(amount.value.rstrip("K")) for amount in (one, other))
    return math.isclose(most, least * ROUNDED[one.kind], rel_tol=1e-4)


def _amount(kind: str, match: re.Match[str]) -> Amount | None:
    told = {name: value for name, value in match.groupdict().items() if value}
    number = (told.get("n") or told.get("z") or told.get("y") or "1").replace(",", "").lstrip("v")
    if kind in {"period", "time", "often"}:
        unit = UNITS.get((told.get("u") or told.get("w") or "").lower(), 0.0)
        many = float(number) * unit if kind != "often" else unit / float(number)
        seconds = OFTEN[told["often"].lower()] if "often" in told else many
        return Amount("time" if kind == "time" else "period", f"{seconds:g}", "")
    if kind == "measure":
        what, factor = MEASURES[(told.get("u") or told.get("w") or "").lower()]
        return Amount(f"measure {what}", f"{float(number) * factor:g}", "")
    if kind == "clock":
        return _clock(told)
    if kind == "date":
        return Amount("date", f"{told['month'].lower()} {told.get('d', told.get('day', ''))}".strip(), "")
    if kind == "size":
        return Amount(kind, f"{float(number) * 1024 ** 'kmgtp'.index(told['u'].lower()):g}K", "")
    if kind == "version":
        name = told["name"].lower()
        proper = told["name"][0].isupper() or "." in number
        return Amount(f"version {name}", number, "") if proper and len(name) > 1 and name not in NO_NAMES else None
    if kind == "count":
        noun = told.get("noun", told.get("zh", ""))
        return Amount("count " + ("" if noun.lower() in NO_NAMES else stem(noun.lower())), number, "")
    return Amount(kind, number, "")


def _clock(told: dict[str, str]) -> Amount | None:
    """A time of the day; none has more than 24 hours."""
    hour = int(told.get("h") or told.get("oh") or 0)
    if hour > 24:  # noqa: PLR2004 (hours of a day)
        return None
    late = told.get("ap", "").lower() == "p" or told.get("half") in {"下午", "晚上", "傍晚"}
    if told.get("ap") or (late and hour):
        hour = hour % 12 + 12 * late
    return Amount("clock", f"{hour}:{told.get('m', '00')}", "")
