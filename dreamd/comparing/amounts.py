"""The numbers of a statement as they can be compared: how long, how often, how many of what, when; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from dreamd.comparing import measures, senses
from dreamd.comparing.slots import stem
from dreamd.engines.embedded import numerals


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


UNITS = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds", "毫秒"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "秒", "秒钟"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "分钟", "分"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "小时", "个小时", "钟头", "个钟头"), 3600.0),
    **dict.fromkeys(
        (
            "day",
            "days",
            "working day",
            "working days",
            "business day",
            "business days",
            "天",
            "日",
            "晚",
            "工作日",
            "个工作日",
        ),
        86_400.0,
    ),
    **dict.fromkeys(("night", "nights", "evening", "evenings"), 86_400.0),
    **dict.fromkeys(("week", "weeks", "周", "星期", "个星期", "礼拜", "个礼拜"), 604_800.0),
    **dict.fromkeys(("fortnight", "fortnights"), 1_209_600.0),
    **dict.fromkeys(("month", "months", "月", "个月"), 2_592_000.0),
    **dict.fromkeys(("quarter", "quarters", "季度", "个季度"), 7_776_000.0),
    **dict.fromkeys(("year", "years", "年"), 31_536_000.0),
}
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
LATIN_UNIT = "|".join(sorted((unit for unit in UNITS if unit.isascii()), key=len, reverse=True))
N = r"(?P<n>\d[\d,]*(?:\.\d+)?)"
Z = N.replace("<n>", "<z>")
CHINESE_UNIT = "|".join(sorted((unit for unit in UNITS if not unit.isascii()), key=len, reverse=True))
OFTEN = {
    "hourly": 3600.0,
    "daily": 86_400.0,
    "nightly": 86_400.0,
    "weekly": 604_800.0,
    "fortnightly": 1_209_600.0,
    "biweekly": 1_209_600.0,
    "monthly": 2_592_000.0,
    "quarterly": 7_776_000.0,
    "yearly": 31_536_000.0,
    "annually": 31_536_000.0,
    "annual": 31_536_000.0,
}
CHINESE_DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
CHINESE = re.compile(
    r"(?<![周期拜统唯])(?P<n>[零一二两三四五六七八九十百千]+)(?P<big>[万亿]?)(?![些定切般起概旦直样致共流律])"
)
SAID = (
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
        re.compile(r"\b(kilomet(?:re|er)s?|km|miles?|met(?:re|er)s?) (?:an?|1|per) (?:hour|second)\b", re.IGNORECASE),
        r"\1",
    ),
    (re.compile(r"\b(?:half an|a half|half a) hour\b", re.IGNORECASE), "30 minutes"),
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
    (re.compile(r"(\d)成(?![功为员])"), r"\g<1>0%"),
    (re.compile(r"百分之(\d+)"), r"\1%"),
)
HALVES = re.compile(r"点半|成(?![功为员])|百分之")
LABEL_NOUNS = (
    r"step|issue|pr|ticket|phase|chapter|section|part|item|case|sprint|rfc|adr|error|tier|level|page|room|floor|group"
    r"|team|berth|gate|plan|barn|zone|lane|hall|track|api|appendix|stage|batch|class|hangar|dock|line|site|shift"
    r"|building|tank|pond|field|ward|bay|platform|rule|option|variant|layer|generation|q|no\.|number|#"
)
MONTHS = "january|february|march|april|june|july|august|september|october|november|december"
FORMATS = re.compile(
    r"\b(?P<iso>\d{4}-\d\d-\d\d)\b|\b(?P<slashed>\d\d/\d\d/\d{4})\b"
    r"|\b(?P<dotted>\d\d?\.\d\d?\.\d{4})\b|(?P<signs>\d{4}年\d{1,2}月\d{1,2}日)"
)
"""Dates as a program writes them."""
LABEL = re.compile(
    rf"\b(?P<noun>{LABEL_NOUNS})s? ?#?(?P<no>\d+|(?-i:[A-Z]))\b(?! ?(?:%|{LATIN_UNIT})\b)"
    r"|(?P<no2>(?-i:[A-Z])) ?(?P<sheet>[室区栋楼组线舱房仓])|\b(?P<aim>for"
    r"|by) (?P<letter>(?-i:[A-Z]))\b(?=\W|$)|(?P<first>第)(?P<ordinal>\d+)(?!方)|(?P<mark>\d+"
    r"|(?-i:[A-Z])|[甲乙丙丁]) ?(?P<of>号)(?![口码])|\b(?P<v>[vV])(?P<version>\d+)\b(?!\.)"
    r"|(?<![\d.:])(?P<year>20[0-3]\d)(?![\d:.])|^(?:the |our )?(?P<head>port|端口) ?(?P<portno>\d+)"
    r"|\bthe (?P<rank>first|second|third|fourth|fifth)\b(?= [a-z]+)",
    re.IGNORECASE,
)
PATTERNS = (
    ("often", re.compile(rf"\b(?P<n>\d+) times (?:an?|1|per|every|each) (?P<u>{LATIN_UNIT})\b", re.IGNORECASE)),
    ("date", re.compile(r"(?P<month>\d{1,2})月(?![内份]?报)(?:(?P<d>\d{1,2})[日号])?")),
    ("period", re.compile(rf"(?P<n>\d+)个?(?P<u>{UNIT})1(?=[换次轮检修回])")),
    (
        "period",
        re.compile(rf"\b(?:at|in) (?:intervals of )?(?P<n>\d+)[- ](?P<u>{LATIN_UNIT})(?: intervals?)\b", re.IGNORECASE),
    ),
    (
        "date",
        re.compile(
            rf"\b(?:(?P<d>\d{{1,2}}|end|start|beginning|middle)(?:st|nd|rd"
            rf"|th)? (?:of )?)?(?P<month>{MONTHS})\b(?: (?P<day>\d{{1,2}})\b(?!:))?",
            re.IGNORECASE,
        ),
    ),
    (
        "period",
        re.compile(
            rf"\b(?:every|each|per|once (?:an?|1|per|every|each)|(?:1 )?times? (?:an?|1"
            rf"|per))(?: (?P<n>\d+))? (?P<u>{LATIN_UNIT})\b",
            re.IGNORECASE,
        ),
    ),
    ("period", re.compile(rf"\b(?P<often>{'|'.join(OFTEN)})\b", re.IGNORECASE)),
    ("period", re.compile(rf"每隔?(?P<n>\d+)?个?(?P<u>{UNIT})(?![一二三四五六日末\d])")),
    ("period", re.compile(rf"(?P<n>\d+)个?(?P<u>{UNIT})(?=.{{0,6}}1次|.{{0,4}}1回|.{{0,3}}1轮)")),
    ("day of month", re.compile(r"\b(?P<n>\d{1,2})(?:st|nd|rd|th)\b|每月(?P<z>\d{1,2})[号日]", re.IGNORECASE)),
    (
        "clock",
        re.compile(
            r"(?P<half>早上|上午|凌晨|清晨|下午|晚上|傍晚|中午)?(?P<h>\d{1,2})(?:点钟?"
            r"|:)(?P<m>[0-5]\d)?分?(?: ?(?P<ap>[ap])\.?m\b\.?)?(?!\d)",
            re.IGNORECASE,
        ),
    ),
    ("clock", re.compile(r"\b(?P<h>\d{1,2}) ?(?P<ap>[ap])\.?m\b\.?|\b(?P<oh>\d{1,2}) ?o['’]?clock\b", re.IGNORECASE)),
    ("clock", re.compile(r"\bat (?P<h>\d{1,2})(?=[.,;]|$| in the| on | every| sharp)", re.IGNORECASE)),
    (
        "time",
        re.compile(
            rf"{N}[ -]?(?P<u>{LATIN_UNIT})\b(?!['’]?s? (?:old|of age))"
            rf"|{Z} ?(?P<w>{CHINESE_UNIT})(?![之号])",
            re.IGNORECASE,
        ),
    ),
    ("percent", re.compile(rf"{N} ?(?:%|percent\b|per cent\b)", re.IGNORECASE)),
    (
        "size",
        re.compile(rf"{N} ?(?P<u>[kmgtp])(?:i?b|egabytes?|igabytes?|ilobytes?|erabytes?)?\b(?!\w)", re.IGNORECASE),
    ),
    ("degrees", re.compile(r"(?P<n>-?\d+(?:\.\d+)?) ?(?:°|度|℃|degrees?\b)", re.IGNORECASE)),
    (
        "money",
        re.compile(
            rf"[$€£¥] ?{N}|{Z} ?(?:euros?|dollars?|pounds?|yuan|eur|usd|元|块钱?|欧元|美元)(?![a-z])",
            re.IGNORECASE,
        ),
    ),
    (
        "port",
        re.compile(
            r"(?:\bports?|端口)(?:上)?(?: (?:is|number))?[ 是为:：在]*(?P<n>\d{2,5})\b|(?P<z>\d{2,5}) ?(?:端口|\bport\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "version",
        re.compile(
            r"(?P<name>[A-Za-z][A-Za-z.+#]*)(?: version)? (?P<n>v?\d+(?:\.\d+)*)(?: LTS|\.x)?(?![A-Za-z0-9_:%]"
            r"| ?(?:people|reviewers?|times))"
        ),
    ),
    (
        "count",
        re.compile(
            r"(?<![A-Za-z0-9_.#/-])(?P<n>\d[\d,]*(?:\.\d+)?)(?![A-Za-z])(?:[ -](?P<noun>[a-z]{3,})"
            r"|(?:[个位份条名台张辆间人只头本颗])(?P<zh>[\u3400-\u9fff]{1,2})?"
            r"|(?P<times>[次遍回]))?(?![\w./-]*\d)",
            re.IGNORECASE,
        ),
    ),
)
LEAST = re.compile(
    r"(?:\bat least|\bminimum(?: of)?|\bmin\.?|\bno(?:t)? (?:less|fewer) than|\bmore than|\bover"
    r"|\babove|\bbeyond|\bexceed(?:s|ing)?|\bfrom|\bolder than|\blonger than|\blarger than|至少|最少"
    r"|不得?少于|不得?低于|下限[是为]?|超过|高于|大于|多于|满|低于.{0,3}不)\s*$",
    re.IGNORECASE,
)
MOST = re.compile(
    r"(?:\bat most|\bmax(?:imum)?\.?(?: of)?|\bup to|\bunder|\bbelow|\bwithin|\bless than|\bfewer than"
    r"|\bno(?:t|thing)? (?:more|longer|bigger|larger|later) than|\blimit(?:ed to)?(?: is| of)?"
    r"|\bcap(?:ped at)?|\bmustn?'?t? not exceed|\bmay not exceed|\bnever exceed|最多\S{0,3}|至多"
    r"|不得?超过|不能超过|不可超过|不超|上限[是为]?|最大|最长不?超?过?|以内)\s*$",
    re.IGNORECASE,
)
BEHIND_LEAST, BEHIND_MOST = (
    re.compile(r"\s*\S{0,3}?(?:以上|or more|and up|at least|起)"),
    re.compile(r"\s*\S{0,3}?(?:以下|以内|之内|内|or less|or fewer|at most|max)"),
)
BOUNDING = re.compile(
    r"不得?(?:少于|低于|高于|大于|小于)|不得?超过|不能超过|不可超过|不超过?|不少于|不低于|\bno(?:t"
    r"|thing)? (?:more|less|fewer|longer|later|bigger|larger) than\b|\b(?:may|must|should|can)(?:not"
    r"| not|n['’]t) exceed\b|\bnever exceeds?\b|\bnever more than\b|\bnot exceed(?:ing)?\b",
    re.IGNORECASE,
)
"""A denial that only makes a bound."""
UNLIMITED = re.compile(
    r"\bunlimited\b|\bno (?:\w+ ){0,2}?limits?\b|\bwithout (?:any |a )?limit|\bas (?:many|much|often"
    r"|long) as (?:they|you|we|it)\b|\bany number of\b|不限|无限|没有?(?:任何)?(?:上限|限制)|没做限"
    r"|多少\S{0,3}都(?:行|可以)|随便多少",
    re.IGNORECASE,
)
AT_ONCE = re.compile(
    r"\b(?:immediately|at once|right away|straight away|instantly|without delay)\b|立即|立刻|马上|当场|即刻",
    re.IGNORECASE,
)
DIGIT = re.compile(r"\d")
WORDED = re.compile(
    rf"\b(?:{MONTHS})\b|立即|立刻|马上|当场|即刻|月[底末]|\bmonth|\b(?:immediately|at once|right away"
    rf"|straight away|instantly|without delay|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    rf"|twelve|\w+teen|\w+ty|dozen|hundred|thousand|million|half|quarter|single|twice|once|noon"
    rf"|midnight|midday|every|each|per|first|second|third|fourth|fifth|\w+ly|annual)\b"
    rf"|[零一二两三四五六七八九十百千万半每甲乙丙丁]|\b[A-Z]\b",
    re.IGNORECASE,
)


def _chinese(found: re.Match[str]) -> str:
    value, section = 0, 0
    digit = 0
    for sign in found["n"]:
        if sign in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[sign]
        else:
            section += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[sign]
            digit = 0
    value = (section + digit) * {"": 1, "万": 10_000, "亿": 100_000_000}[found["big"]]
    return str(value)


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
        for pattern, instead in SAID:
            text = pattern.sub(instead, text)
    return text


@lru_cache(maxsize=16_384)
def amounts(text: str) -> Counted:
    """The numbers of the text."""
    if not DIGIT.search(text) and not WORDED.search(text) and not AT_ONCE.search(text):
        return Counted((), frozenset(), text, bool(UNLIMITED.search(text)))
    rest = plain(text)
    labels = set()

    def label(found: re.Match[str]) -> str:
        told = {name: value.lower() for name, value in found.groupdict().items() if value}
        names = [name for name in told if name in {"noun", "first", "of", "v", "year", "head", "rank", "aim", "sheet"}]
        key = told[names[0]] if names[0] in {"noun", "head", "sheet"} else names[0]
        value = next(
            (
                told[name]
                for name in ("no", "no2", "letter", "ordinal", "mark", "version", "year", "portno", "rank")
                if name in told
            ),
            "",
        )
        labels.add((min(senses.of(key)) if names[0] in {"noun", "sheet"} else key, value))
        return f" {told.get('noun', '')} "

    found: list[Amount] = []
    for match in FORMATS.finditer(text):
        found.append(Amount("date format", next(name for name, value in match.groupdict().items() if value), ""))
    rest = re.sub(r"每个?月(\d{1,2})[号日]", r" \1th ", rest)
    rest = LABEL.sub(label, FORMATS.sub(" ", rest))
    for kind, pattern in PATTERNS:
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
    return Counted(
        tuple(dict.fromkeys(found)), frozenset(labels), BOUNDING.sub(" ", rest), bool(UNLIMITED.search(text))
    )


def _amount(kind: str, match: re.Match[str]) -> Amount | None:
    told = {name: value for name, value in match.groupdict().items() if value}
    number = (told.get("n") or told.get("z") or "1").replace(",", "").lstrip("v")
    if kind in {"period", "time"}:
        unit = (told.get("u") or told.get("w") or "").lower()
        seconds = OFTEN[told["often"].lower()] if "often" in told else float(number) * UNITS[unit]
        return Amount(kind, f"{seconds:g}", "")
    if kind == "clock":
        hour = int(told.get("h") or told.get("oh") or 0)
        if hour > 24:  # noqa: PLR2004 (hours of a day)
            return None
        late = told.get("ap", "").lower() == "p" or told.get("half") in {"下午", "晚上", "傍晚"}
        return Amount("clock", f"{hour % 12 + 12 if late and hour else hour}:{told.get('m', '00')}", "")
    if kind == "often":
        return Amount("period", f"{UNITS[told['u'].lower()] / float(number):g}", "")
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


UNIT_NAMES = frozenset(
    [
        "kilometres",
        "kilometers",
        "km",
        "miles",
        "metres",
        "meters",
        "kilograms",
        "kg",
        "pounds",
        "grams",
        "tonnes",
        "tons",
        "litres",
        "liters",
        "watts",
        "volts",
        "hertz",
        "euros",
        "dollars",
        "cents",
        "celsius",
        "fahrenheit",
    ]
)
NO_NAMES = frozenset(
    [
        "is",
        "are",
        "be",
        "to",
        "at",
        "the",
        "a",
        "an",
        "and",
        "or",
        "for",
        "on",
        "in",
        "by",
        "of",
        "with",
        "than",
        "most",
        "least",
        "after",
        "every",
        "within",
        "only",
        "after",
        "before",
        "it",
        "may",
        "up",
        "under",
        "over",
        "until",
        "limit",
        "retries",
        "times",
        "attempts",
        "tries",
        "more",
        "per",
        "from",
        "we",
        "i",
        "you",
        "if",
        "when",
        "needs",
        "has",
        "have",
        "was",
        "were",
        "keep",
        "use",
        "so",
        "do",
        "not",
        "must",
        "can",
        "should",
        "will",
    ]
)
