"""The days that a statement names; pure."""

from __future__ import annotations

import re

from dreamd.comparing.amounts import Amount

ENGLISH_DAY = re.compile(
    r"\b((?-i:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=(?:s|nes|rs|ur)?\b)|(?:mon|tue|wed|thu|fri|sat|sun)(?=\w*day))"
    r"(?:s|nes|rs|ur)?(?:day)?s?\b(?=\W|$)",
    re.IGNORECASE,
)
"""A short form has its capital: what sat, or the sun, is no day."""


CHINESE_DAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?![次天])")


DAYS = dict(zip(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "1234567", strict=True)) | dict(
    zip("一二三四五六日天", "12345677", strict=True)
)


WEEK = (
    (re.compile(r"\bweekends?\b|周末|双休日", re.IGNORECASE), "67"),
    (
        re.compile(
            r"\bweekdays?\b|\b(?:working|business) days?\b(?! (?:to|of|after|before))|(?<![个\d])工作日", re.IGNORECASE
        ),
        "12345",
    ),
)


RANKS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "5"} | dict(
    zip("一二三四末", "12345", strict=True)
)


NTH = re.compile(
    r"\b(?P<rank>first|second|third|fourth|last) (?P<day>mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|第(?P<no>[一二三四])个?(?:周|星期|礼拜)(?P<sign>[一二三四五六日天])",
    re.IGNORECASE,
)


def nth(text: str) -> tuple[str, list[Amount]]:
    """The text without days of a month that are told by week, and those."""
    found = []
    for match in NTH.finditer(text):
        rank, day = match["rank"] or match["no"], match["day"] or match["sign"]
        if rank.lower() != "last" or re.search(r"\bof\b", text):
            found.append(Amount("weekday of month", RANKS[rank.lower()] + DAYS[day.lower()[:3]], ""))
    return (NTH.sub(" ", text), found) if found else (text, found)
