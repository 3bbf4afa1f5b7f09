"""What a number or letter only tells apart: step 2, room B, gateway 10; pure."""

from __future__ import annotations

import re

from dreamd.comparing.quantities import LATIN_UNIT

LABEL_NOUNS = (
    r"step|issue|pr|ticket|phase|chapter|section|part|item|case|sprint|rfc|adr|error|tier|level|page|room|floor|group"
    r"|team|berth|gate|plan|barn|zone|lane|hall|track|api|appendix|stage|batch|class|hangar|dock|line|site|shift"
    r"|building|tank|pond|field|ward|bay|platform|rule|option|variant|layer|generation|q|no\.|number|#"
)


COUNTED = "times?|people|persons?|copies|pages|lines|words|characters|files|items|entries|votes|approvals|reviewers"
"""What a number before them counts."""
MEASURED = (
    r"(?:ports?|versions?|limits?|timeouts?|sizes?|levels?|least|most|first|last|next|past|other|node|python|java|ruby|rust"
    r"|swift|php|react|angular|django|rails|postgres\w*|mysql|redis|kafka|debian|ubuntu|temperature|weight|length|width"
    r"|height|depth|price|cost|budget|count|total|score|threshold|value|priority|maximum|minimum|average|interval|delay"
    r"|ratio|scale|quality|year|month|week|hour|these|those|about|only|over|under|within|after|before|than)\b"
)
"""Behind these a number is a value; behind other things it is their name."""
LABEL = re.compile(
    rf"\b(?P<noun>{LABEL_NOUNS})s? ?#?(?P<no>\d+|(?-i:[A-Z]))\b(?! ?(?:%|{LATIN_UNIT})\b)"
    rf"|\b(?:the|of|each|every) (?P<thing>(?!{MEASURED})(?-i:[a-z]){{4,}}) #?(?P<thingno>\d+)\b"
    rf"(?! ?(?:[%:/-]|\d|(?:{LATIN_UNIT}|{COUNTED})\b)|\.\d)"
    r"|(?P<no2>(?-i:[A-Z])) ?(?P<sheet>[室区栋楼组线舱房仓])|\b(?P<aim>for"
    r"|by) (?P<letter>(?-i:[A-Z]))\b(?=\W|$)|(?P<first>第)(?P<ordinal>\d+)(?!方)|(?P<mark>\d+"
    r"|(?-i:[A-Z])|[甲乙丙丁]) ?(?P<of>号)(?![口码])|\b(?P<v>[vV])(?P<version>\d+)\b(?!\.)"
    r"|(?<![\d.:])(?P<year>20[0-3]\d)(?![\d:.])|^(?:the |our )?(?P<head>port|端口) ?(?P<portno>\d+)"
    r"|\bthe (?P<rank>first|second|third|fourth|fifth)\b(?= [a-z]+)",
    re.IGNORECASE,
)
