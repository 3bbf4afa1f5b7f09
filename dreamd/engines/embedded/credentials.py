"""Whether a statement tells a password or a code in plain words, as people say it: no format gives that away."""

from __future__ import annotations

import re

LABEL = (
    r"(?:\b(?:passwords?|passwd|pwd|pw|passphrase|passcode|pin(?: code)?|(?:security|recovery|access|door|one[- ]time)"
    r" code)\b|密码|口令|验证码|通行码|恢复码)"
)
OF = r"(?: (?:for|of|to|on) [^:=：]{1,40}?|[^，。:=：是为]{0,0})?"
SAYS = r"\s*(?:is(?: now)?\b|was\b|are\b|[:=：＝]|是|为|改为|改成)\s*"
NO_VALUE = (
    r"(?!(?:an?|the|at|in|on|by|with|from|to|of|for|not|never|no|always|only|too|kept|set|our|my|your|their|managed"
    r"|stored|saved|\w+ed|required|optional|mandatory|secret|safe|weak|strong|long|short|empty|wrong|different|unique"
    r"|the same|see|ask|required|policy|rotation)\b|[在由放存见问用需要必不没强弱短长保管过动随自]|\$|<|\*)"
)
TOLD = re.compile(
    rf"{LABEL}{OF}{SAYS}{NO_VALUE}(?:[\"'“‘`「].{{2,60}}|[^\s,;，。；]{{3,}}\W*(?:$|[,;，。；])|\S*\d\S*"
    rf"|[^,;，。；]{{3,60}}(?<=[:=：＝]).{{0,60}})"
    rf"|{LABEL}(?:[:=：＝])\s*{NO_VALUE}\S{{2,}}|{LABEL}\s?{NO_VALUE}(?=[^\s,;，。；]*\d)(?=[^\s,;，。；]*[A-Za-z])[^\s,;，。；]{{4,}}"
    r"|\b(?:pin|passcode|(?:door|access|alarm|gate|safe|key ?pad) code)(?: code)?\s?#?\d{4,8}\b"
    r"|(?:\b(?:log-?in|credentials?|creds)\b|登录|账号|帐号)(?: (?:for|of|to|on) [^:=：]{1,40}?|[^，。:=：是为]{0,10})?"
    r"\s*(?:is(?: now)?\b|are\b|[:=：＝]|是|为)\s*[^\s/,，、]{2,40}"
    r"\s*(?:/|:|,|，|、|\band\b|\bwith\b)\s*(?!https?:)[^\s/]{6,}\W*$"
    r"|^[^\s,;，。；]{4,40} is the (?:\w+ ){0,3}(?:password|passphrase|passcode|pin)\b",
    re.IGNORECASE,
)


def told(text: str) -> bool:
    """Whether it does."""
    return bool(TOLD.search(text))
