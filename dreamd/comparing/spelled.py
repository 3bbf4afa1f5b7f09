"""Numbers in words as digits, in English and Chinese; pure."""

from __future__ import annotations

import re

from dreamd.comparing import measures
from dreamd.engines.embedded import numerals

MONTHS = "january|february|march|april|june|july|august|september|october|november|december"


DIGIT = re.compile(r"\d")


AT_ONCE = re.compile(
    r"\b(?:immediately|at once|right away|straight away|instantly|without delay)\b|立即|立刻|马上|当场|即刻",
    re.IGNORECASE,
)


FREE = re.compile(
    r"\b(?:free of charge|for free|free entry|(?:gets?|enters?|goes?|comes?) in free|(?:enters?|rides?|travels?) free"
    r"|pays? nothing|no (?:extra )?charge|costs? nothing|(?:is|are) free(?=[.,;]|$))|免费|不收费|不要钱|不收钱",
    re.IGNORECASE,
)
"""What costs nothing."""
NO_PRICE = re.compile(r"\b(?:for )?free\b(?: of charge)?|免费|不收费|不要钱|不收钱", re.IGNORECASE)
"""The words of it that say so."""


CHINESE_DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}


CHINESE = re.compile(
    r"(?<![周期拜统唯])(?P<n>[零一二两三四五六七八九十][零一二两三四五六七八九十百千万亿]*)(?![些定切般起概旦直样致共流律])"
)


def _before_hour(found: re.Match[str]) -> str:
    """The time of the day that is a quarter, or so many minutes, before an hour."""
    return f"{(int(found[2]) - 1) % 12 or 12}:{60 - int(found[1] or 15):02}"


SAID = (
    (re.compile(r"\bbetween (?:two|2)\b", re.IGNORECASE), "between"),
    (
        re.compile(
            r"\b(?:the )?(?:end of (?:the|each|every) month|month[- ]end|last day of (?:the|each"
            r"|every) month)\b",
            re.IGNORECASE,
        ),
        " 31st ",
    ),
    (re.compile(r"月底|月末"), " 31th "),
    (re.compile(r"\b(?:the )?(?:start|beginning|first day) of (?:the|each|every) month\b", re.IGNORECASE), " 1st "),
    (
        re.compile(
            r"(?<=\d )(?:(?P<km>kilomet(?:re|er)s?|km)|(?P<mph>miles?)|met(?:re|er)s?) (?:an?|1|per) (?:hour|second)\b",
            re.IGNORECASE,
        ),
        lambda found: "km/h" if found["km"] else "mph" if found["mph"] else "m/s",
    ),
    (
        re.compile(r"\b(kilomet(?:re|er)s?|km|miles?|met(?:re|er)s?) (?:an?|1|per) (?:hour|second)\b", re.IGNORECASE),
        r"\1",
    ),
    (re.compile(r"\b(?:half an|a half|half a) hour\b", re.IGNORECASE), "30 minutes"),
    (re.compile(r"\bhalf (?:a|1) minute\b", re.IGNORECASE), "30 seconds"),
    (re.compile(r"\bhalf (?:a|1) day\b", re.IGNORECASE), "12 hours"),
    (re.compile(r"\bhalf (?:a|1) year\b", re.IGNORECASE), "6 months"),
    (re.compile(r"\b(?:a )?quarter of an hour\b", re.IGNORECASE), "15 minutes"),
    (re.compile(r"\b(?:an|1) hour and a half\b|\bone and a half hours\b", re.IGNORECASE), "90 minutes"),
    (re.compile(r"\bhalf past (\d+)\b", re.IGNORECASE), r"\1:30"),
    (re.compile(r"\bquarter past (\d+)\b", re.IGNORECASE), r"\1:15"),
    (re.compile(r"\b(?:at|by|before|until) noon\b|\bmidday\b", re.IGNORECASE), " 12:00 "),
    (re.compile(r"\b(?:at|by|before|until) midnight\b", re.IGNORECASE), " 0:00 "),
    (re.compile(r"\b(?:a |one )?dozen\b", re.IGNORECASE), "12"),
    (re.compile(r"\b(?:a|one|1) hundred\b", re.IGNORECASE), "100"),
    (re.compile(r"\b(\d+) hundred\b", re.IGNORECASE), r"\g<1>00"),
    (re.compile(r"\b(?:a|one|1) thousand\b", re.IGNORECASE), "1000"),
    (re.compile(r"\b(\d+) thousand\b|\b(\d+) ?k\b(?! ?b)", re.IGNORECASE), r"\1\g<2>000"),
    (re.compile(r"\b(?:a|one|1) million\b", re.IGNORECASE), "1000000"),
    (
        re.compile(r"\b(?:a|1) (second|minute|day|week|month|year) and a half\b", re.IGNORECASE),
        r"1.5 \1s",
    ),
    (re.compile(r"周岁"), "岁"),
    (re.compile(r"半个?小时|半个钟头"), "30分钟"),
    (re.compile(r"([一1-9])个半小时"), lambda found: f"{(1 if found[1] == '一' else int(found[1])) * 60 + 30}分钟"),
    (re.compile(r"\b(\d)[.]5 hours?\b", re.IGNORECASE), lambda found: f"{int(found[1]) * 60 + 30} minutes"),
    (
        re.compile(
            r"\b(?:a|an|1|one) (?:full|whole|entire) (?=(?:second|minute|hour|day|week|month|quarter|year)\b)",
            re.IGNORECASE,
        ),
        "1 ",
    ),
    (re.compile(r"半天"), "12小时"),
    (re.compile(r"半个月"), "15天"),
    (re.compile(r"半年"), "6个月"),
    (re.compile(r"(?<=\d)点半"), ":30"),
    (re.compile(r"(?<=\d)点1刻"), ":15"),
    (re.compile(r"(?<=\d)点3刻"), ":45"),
    (
        re.compile(r"\b(?:(?:a |1 )?quarter|([1-5]?\d) minutes) to (\d+)\b(?! ?(?:%|\w+s\b))", re.IGNORECASE),
        _before_hour,
    ),
    (re.compile(r"(\d)成(?![功为员])"), r"\g<1>0%"),
    (re.compile(r"百分之(\d+)"), r"\1%"),
)


SAID_SIGNS = re.compile(
    r"month|hour|half|quarter|noon|midday|midnight|dozen|hundred|thousand|million|second|minute|day|week|year|\d ?k\b"
    r"|半|月|周岁|\d成|\d点[13]刻|百分",
    re.IGNORECASE,
)
"""One of these stands in each of them."""


WORDED = re.compile(
    rf"\ban? (?:second|minute|hour|day|week|month|quarter|year)\b|\b(?:{MONTHS})\b"
    r"|立即|立刻|马上|当场|即刻|月[底末]|\bmonth|\b(?:immediately|at once|right away"
    rf"|straight away|instantly|without delay|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    rf"|twelve|\w+teen|\w+ty|dozen|hundred|thousand|million|half|quarter|single|twice|once|noon"
    rf"|midnight|midday|every|each|per|first|second|third|fourth|fifth|\w+ly|annual)\b"
    rf"|[零一二两三四五六七八九十百千万半每甲乙丙丁]|\b[A-Z]\b",
    re.IGNORECASE,
)


TENS, GREAT = {"十": 10, "百": 100, "千": 1000}, {"万": 10_000, "亿": 100_000_000}


def _chinese(found: re.Match[str]) -> str:
    """The number: sections of tens, hundreds and thousands, each with its 万 or 亿; "一千二" is 1200."""
    value, section, digit, unit = 0, 0, 0, 0
    for sign in found["n"]:
        if sign in CHINESE_DIGITS:
            digit, unit = CHINESE_DIGITS[sign], unit if CHINESE_DIGITS[sign] else 0
        elif sign in TENS:
            section, digit, unit = section + (digit or 1) * TENS[sign], 0, TENS[sign]
        else:
            value, section, digit, unit = value + (section + digit) * GREAT[sign], 0, 0, GREAT[sign]
    return str(value + section + digit * (unit // 10 if unit > TENS["十"] else 1))


def _english(text: str) -> str:
    text = measures.COMPOUND.sub(
        lambda two: str(measures.VALUES[two[1].lower()] + measures.ONES.index(two[2].lower()) + 1), text
    )
    text = numerals.WORD.sub(lambda word: numerals.ENGLISH[word[0].lower()], text)
    text = measures.SINGLE.sub(lambda word: str(measures.VALUES[word[0].lower()]), text)
    return measures.ONE.sub("1", text)


def plain(text: str) -> str:
    """The text with its numbers in digits."""
    if not (text.isascii() or text.isalpha()) or WORDED.search(text):
        text = re.sub(r"\b(?:a |the )?single (?=\w)", "1 ", text, flags=re.IGNORECASE)
        text = re.sub(r"\btwo-factor\b", "2fa", text, flags=re.IGNORECASE)
        text = re.sub(r"\btwice\b", "2 times", text, flags=re.IGNORECASE)
        text = re.sub(r"([一二三两])个半小时", lambda found: f"{CHINESE_DIGITS[found[1]] * 60 + 30}分钟", text)
        text = re.sub(r"百分之([零一二两三四五六七八九十百\d.]+)", r"\1%", text)
        if not text.isascii():
            text = CHINESE.sub(_chinese, text)
        text = _english(text)
        text = re.sub(
            r"(?<!the )(?<!this )(?<!no )\bone\b(?= (?!go|of|by|another|who|that|responsible|piece|place|thing)\w)",
            "1",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(r"(\d)整(?=[年月天日周个小])", r"\1", text)
        if SAID_SIGNS.search(text):
            for pattern, instead in SAID:
                text = pattern.sub(instead, text)
    return text
