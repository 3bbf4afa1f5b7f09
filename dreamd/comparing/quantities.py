"""The forms in which people write numbers, with their units, bounds and labels; pure."""

from __future__ import annotations

import re

from dreamd.comparing.spelled import MONTHS

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


DIMENSIONS = {
    "length": {
        "mm millimetre millimetres millimeter millimeters 毫米": 0.001,
        "cm centimetre centimetres centimeter centimeters 厘米": 0.01,
        "metre metres meter meters 米": 1.0,
        "km kilometre kilometres kilometer kilometers 公里 千米": 1000.0,
        "mile miles 英里": 1609.344,
    },
    "speed": {"m/s": 1.0, "km/h kmh": 0.27778, "mph": 0.44704, "kn knot knots": 0.51444},
    "weight": {
        "gram grams 克": 0.001,
        "kg kilogram kilograms 公斤 千克": 1.0,
        "tonne tonnes ton tons 吨": 1000.0,
    },
    "volume": {"ml millilitre millilitres milliliter milliliters 毫升": 0.001, "litre litres liter liters 升": 1.0},
    "power": {"watt watts 瓦": 1.0, "kw kilowatt kilowatts 千瓦": 1000.0},
    "tension": {"volt volts 伏": 1.0},
    "frequency": {"hz hertz 赫兹": 1.0, "khz": 1000.0, "mhz": 1e6, "ghz": 1e9},
    "pixels": {"px pixel pixels 像素": 1.0},
}
"""What is measured -> its units, each with its names, in the first of them or what is usual."""
MEASURES = {
    name: (kind, factor)
    for kind, units in DIMENSIONS.items()
    for names, factor in units.items()
    for name in names.split()
}


LATIN_MEASURE, CHINESE_MEASURE = (
    "|".join(sorted((name for name in MEASURES if name.isascii() is latin), key=len, reverse=True))
    for latin in (True, False)
)


LATIN_UNIT = "|".join(sorted((unit for unit in UNITS if unit.isascii()), key=len, reverse=True))


N = r"(?P<n>(?<!\d)(?<!\d,)\d+(?:,\d{3})*(?:\.\d+)?)"


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


FORMATS = re.compile(
    r"\b(?P<iso>\d{4}-\d\d-\d\d)\b|\b(?P<slashed>\d\d/\d\d/\d{4})\b"
    r"|\b(?P<dotted>\d\d?\.\d\d?\.\d{4})\b|(?P<signs>\d{4}年\d{1,2}月\d{1,2}日)"
)
"""Dates as a program writes them."""


PATTERNS = (
    (
        "often",
        "times",
        re.compile(rf"\b(?P<n>\d+) times (?:an?|1|per|every|each) (?P<u>{LATIN_UNIT})\b", re.IGNORECASE),
    ),
    ("date", "月", re.compile(r"(?P<month>\d{1,2})月(?![内份]?报)(?:(?P<d>\d{1,2})[日号])?")),
    ("period", "换 次 轮 检 修 回", re.compile(rf"(?P<n>\d+)个?(?P<u>{UNIT})1(?=[换次轮检修回])")),
    (
        "period",
        "interval",
        re.compile(rf"\b(?:at|in) (?:intervals of )?(?P<n>\d+)[- ](?P<u>{LATIN_UNIT})(?: intervals?)\b", re.IGNORECASE),
    ),
    (
        "date",
        MONTHS.replace("|", " "),
        re.compile(
            rf"\b(?:(?P<d>\d{{1,2}}|end|start|beginning|middle)(?:st|nd|rd"
            rf"|th)? (?:of )?)?(?P<month>{MONTHS})\b(?: (?P<day>\d{{1,2}})\b(?!:))?",
            re.IGNORECASE,
        ),
    ),
    (
        "period",
        "every each per once time",
        re.compile(
            rf"\b(?:every|each|per|once (?:an?|1|per|every|each)|(?:1 )?times? (?:an?|1"
            rf"|per))(?: (?P<n>\d+))? (?P<u>{LATIN_UNIT})\b",
            re.IGNORECASE,
        ),
    ),
    ("period", "ly annual", re.compile(rf"\b(?P<often>{'|'.join(OFTEN)})\b", re.IGNORECASE)),
    ("period", "每", re.compile(rf"每隔?(?P<n>\d+)?个?(?P<u>{UNIT})(?![一二三四五六日末\d])")),
    ("period", "次 回 轮", re.compile(rf"(?P<n>\d+)个?(?P<u>{UNIT})(?=.{{0,6}}1次|.{{0,4}}1回|.{{0,3}}1轮)")),
    ("day of month", "", re.compile(r"\b(?P<n>\d{1,2})(?:st|nd|rd|th)\b|每月(?P<z>\d{1,2})[号日]", re.IGNORECASE)),
    (
        "clock",
        "点 :",
        re.compile(
            r"(?P<half>早上|上午|凌晨|清晨|下午|晚上|傍晚|中午)?(?P<h>\d{1,2})(?: ?点钟?"
            r"|:)(?P<m>[0-5]\d)?分?(?: ?(?P<ap>[ap])\.?m\b\.?)?(?!\d)",
            re.IGNORECASE,
        ),
    ),
    (
        "clock",
        "am pm a.m p.m clock",
        re.compile(r"\b(?P<h>\d{1,2}) ?(?P<ap>[ap])\.?m\b\.?|\b(?P<oh>\d{1,2}) ?o['’]?clock\b", re.IGNORECASE),
    ),
    ("clock", "at", re.compile(r"\bat (?P<h>\d{1,2})(?=[.,;]|$| in the| on | every| sharp)", re.IGNORECASE)),
    (
        "measure",
        "",
        re.compile(
            rf"{N}[ -]?(?P<u>{LATIN_MEASURE})(?![A-Za-z/])|{Z} ?(?P<w>{CHINESE_MEASURE})(?![级朗])",
            re.IGNORECASE,
        ),
    ),
    (
        "time",
        "",
        re.compile(
            rf"{N}[ -]?(?P<u>{LATIN_UNIT})\b(?!['’]?s? (?:old|of age))"
            rf"|{Z} ?(?P<w>{CHINESE_UNIT})(?![之号])",
            re.IGNORECASE,
        ),
    ),
    ("percent", "% per", re.compile(rf"{N} ?(?:%|percent\b|per cent\b)", re.IGNORECASE)),
    (
        "size",
        "",
        re.compile(
            rf"{N} ?(?!m\b)(?P<u>[kmgtp])(?:i?b|egabytes?|igabytes?|ilobytes?|erabytes?)?\b(?!\w)", re.IGNORECASE
        ),
    ),
    ("degrees", "° 度 ℃ degree", re.compile(r"(?P<n>-?\d+(?:\.\d+)?) ?(?:°|度|℃|degrees?\b)", re.IGNORECASE)),
    (
        "money",
        "$ € £ ¥ eur doll pound yuan usd kro crown franc rupe yen roub zlo real rand 元 块 美 欧 克 镑 郎 布 比 铢 币",
        re.compile(
            rf"[$€£¥] ?{N}|{Z} ?(?:euros?|dollars?|pounds?|yuan|eur|usd|kron\w{{1,3}}|crowns?|francs?|rupees?|yen"
            rf"|roubles?|zloty\w?|reals|rand|元|块钱?|欧元?|[美日韩港澳]元|克朗|英镑|法郎|卢[布比]|泰铢|人民币)(?![a-z])",
            re.IGNORECASE,
        ),
    ),
    (
        "port",
        "port listen answer : 端口 监听",
        re.compile(
            r"(?:\bports?|端口|(?:listen|answer)(?:s|ing)? on|监听)上?(?: (?:is|number))?[ 是为:：在]*(?P<n>\d{2,5})\b"
            r"|(?P<z>\d{2,5}) ?(?:端口|\bport\b)"
            r"|(?:(?<=\.[a-z]{2})|(?<=\.[a-z]{3})|(?<=\.[a-z]{5})|(?<=internal)|(?<=localhost)):(?P<y>\d{2,5})\b",
            re.IGNORECASE,
        ),
    ),
    (
        "version",
        "",
        re.compile(
            r"(?P<name>[A-Za-z][A-Za-z.+#]*)(?: version)? (?P<n>v?\d+(?:\.\d+)*)(?: LTS|\.x)?(?![A-Za-z0-9_:%]"
            r"| ?(?:people|reviewers?|times))"
        ),
    ),
    (
        "count",
        "",
        re.compile(
            r"(?<![A-Za-z0-9_.#/-])(?P<n>\d[\d,]*(?:\.\d+)?)(?![A-Za-z])(?:[ -](?P<noun>[a-z]{3,})"
            r"|(?:[个位份条名台张辆间人只头本颗])(?P<zh>(?-i:[\u3400-\u9fff])(?:(?![一都就才也必要同来去能可是])(?-i:[\u3400-\u9fff]))?)?"
            r"|(?P<times>[次遍回]))?(?![\w./-]*\d)",
            re.IGNORECASE,
        ),
    ),
)
"""Kind, words of which one stands in each such number (none: any text may hold it), and its form."""


LEAST = re.compile(
    r"(?:\bat least|\bminimum(?: of)?|\bmin\.?|\bno(?:t)? (?:less|fewer) than|\bmore than|\bover"
    r"|\babove|\bbeyond|\bexceed(?:s|ing)?|\bfrom|\bolder than|\blonger than|\blarger than|至少|最少"
    r"|不得?少于|不得?低于|下限[是为]?|超过|高于|大于|多于|(?<![未不])满|低于.{0,3}不)\s*$",
    re.IGNORECASE,
)


MOST = re.compile(
    r"(?:\bat most|\bmax(?:imum)?\.?(?: of)?|\bup to|\bunder|\bbelow|\bwithin|(?<!no )(?<!not )\b(?:less|fewer) than"
    r"|\bno(?:t|thing)? (?:more|longer|bigger|larger|later) than|\blimit(?:ed to)?(?: is| of)?"
    r"|\bcap(?:ped at)?|\bmustn?'?t? not exceed|\bmay not exceed|\bnever exceed|最多\S{0,3}|至多"
    r"|不得?[晚迟]于[^，。；]{0,6}"
    r"|不得?超过|不能超过|不可超过|不超|上限[是为]?|[未不]满|不到|不足|最大|最长不?超?过?|以内)\s*$",
    re.IGNORECASE,
)


BOUNDING = re.compile(
    r"不得?(?:少于|低于|高于|大于|小于|晚于|迟于)|不得?超过|不能超过|不可超过|不超过?|不少于|不低于|\bno(?:t"
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


BEHIND_LEAST, BEHIND_MOST = (
    re.compile(r"\s*\S{0,3}?(?:以上|or more|and up|at least|起)"),
    re.compile(r"\s*\S{0,3}?(?:以下|以内|之内|内|or less|or fewer|at most|max)"),
)


UNIT_NAMES_WORDS = """
kilometres kilometers km miles metres meters kilograms kg pounds grams tonnes tons litres liters watts volts
hertz euros dollars cents celsius fahrenheit
"""
UNIT_NAMES = frozenset(UNIT_NAMES_WORDS.split())


NO_NAMES_WORDS = """
is are be to at the a an and or for on in by of with than most least after every within only after before it
may up under over until limit retries times attempts tries more per from we i you if when needs has have was
were keep use so do not must can should will
"""
NO_NAMES = frozenset(NO_NAMES_WORDS.split())
