"""Number words as digits, where they count something."""

from __future__ import annotations

import re

ENGLISH = {
    word: str(value)
    for value, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
} | {"fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}
WORD = re.compile(rf"\b(?:{'|'.join(ENGLISH)})\b", re.IGNORECASE)
COUNTING = frozenset(ENGLISH)
LETTERS = re.compile("[a-z]+")
CHINESE = re.compile(
    r"(?<![\u4e00-\u9fff]周)(?<!星期)([一二两三四五六七八九十百]+)(?=[个次条张天秒分小时周月年人行位兆倍页名遍])"
)
DIGIT = {char: value for value, char in enumerate("一二三四五六七八九", 1)} | {"两": 2}


def digits(text: str) -> str:
    """The text with "three retries" as "3 retries" and 三次 as 3次."""
    if not COUNTING.isdisjoint(LETTERS.findall(text.lower())):
        text = WORD.sub(lambda found: ENGLISH[found.group().lower()], text)
    return text if text.isascii() else CHINESE.sub(lambda found: str(_value(found.group(1))), text)


def _value(word: str) -> int:
    """Of a Chinese number below a thousand."""
    hundreds, mark, rest = word.rpartition("百")
    tens, ten, ones = rest.rpartition("十")
    value = (DIGIT.get(hundreds, 1) * 100 if mark else 0) + (DIGIT.get(tens, 1) * 10 if ten else 0)
    return value + DIGIT.get(ones, 0)
