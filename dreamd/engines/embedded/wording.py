"""A person's sentences as one plain line: their words, without greeting, filler, politeness or markup."""

from __future__ import annotations

import re
import unicodedata

LIMIT = 240
"""Characters of an entry."""

REDACTED = "[REDACTED:"
SECRET = re.compile(
    r"(?:pass(?:word|wd|phrase)|secret|api[ _-]?key|access[ _-]?key|token|credential|密码|口令|密钥"
    r"|令牌)s?\s*(?:(?:is|are)(?! (?:\w+ed|never|not|only|always|also|kept|in|on|from|the|now|still|required"
    r"|optional)\b)"
    r"|=|:|：|是|为)\s*[\"'`]?[^\s\"'`]{4,}",
    re.IGNORECASE,
)
TAG = re.compile(r"<!--.*?(?:-->|$)|-->|</?[a-zA-Z][^<>]{0,200}>", re.DOTALL)
LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\(([^()\s]{1,500})\)")
STRONG = re.compile(
    r"(\*\*|__)(?=\S)([^*\n]{1,200}?)(?<=\S)\1|(?<![\w*/])\*(?=\w)([^*\n]{1,80}?)(?<=\w)\*(?![\w*/])"
    r"|(?<![\w_])_(?=\w)([^_\s]{1,40})_(?![\w_])"
)
PAUSE = r"\s*[,:;.!…–—-]+\s*"
FILLER = re.compile(
    r"(?:(?:hi|hey|hello|hmm+|um+|uh|oh|ah|ok(?:ay)?|yes|yeah|yep|yup|alright|thanks|thank you|please|anyway|basically"
    rf"|and|but|also|so(?! that))(?:\s+(?:there|claude|all|everyone))?\b(?:{PAUSE}|\s+)"
    r"|(?:no|nope|right|well|then|great|cool|nice|perfect|sorry|good|wait|actually|my point is|i mean(?: to)?"
    rf"|one more thing)\b{PAUSE}"
    r"|by the way[,:]?\s+"
    r"|(?:go (?:forward|ahead)|for (?:option|point|number|step|question|item) \w+|(?:exactly )?like this"
    r"|one more thing(?: about [\w ]{1,20})?|another thing|as i said|to be clear|quick note)\s*[:,]\s+"
    r"|(?:i(?: do)? think|i feel(?: like)?|i believe)(?: that)?\s+(?=we (?:could|should|can|need|must|want))"
    r"|i(?:'m| am) (?:wondering|considering|thinking) (?:if|whether)\s+(?=we (?:could|should|can)\b)"
    r"|i wonder (?:if|whether)\s+(?=we (?:could|should|can)\b)|can you (?:please )?help me (?=\w)"
    r"|(?:你好|您好|好的?|嗯+|哦|啊|对了?|是的|不|那么?|另外|还有|抱歉|谢谢)[，,。:：！!\s]+"
    r"|(?:请|麻烦)(?![求示问假教客])你?)",
    re.IGNORECASE,
)
"""What is said before the statement; "no" and its like only before a pause, since "no mocks" is a rule."""
SAID = r"(?:like|as) i(?:'ve| have)?(?: already| just)? (?:said|told you|mentioned|asked)"
OFTEN = r"already|before|again|twice|last time|earlier|yesterday|(?:two|three|four|five|many|several|a few|\d) times"
REPROACH = re.compile(
    r"(?:(?:you(?:'ve| have)? (?:just )?(?:forgot(?:ten)?|missed|ignored|broke|did) (?:(?:it|this|that|me) )?"
    r"(?:again|once more)|you (?:keep|are always|always keep) (?:forgetting|missing|ignoring|doing)"
    rf"(?: (?:it|this|that))?|(?:once )?again|once more|{SAID}"
    r"|i(?:'ve| have)?(?: already| just)? (?:said|told you|asked(?: you)?|mentioned)(?: (?:this|that|it|so))?"
    rf"(?= (?:{OFTEN})|\s*[,:;.!…–—-])"
    r"|how (?:often|many times) (?:do|must|should|have) i (?:have to |need to )?(?:say|said|tell|told|repeat)"
    rf")(?: (?:{OFTEN}|you|this|that|it))*\s*[,:;.!?…–—-]+\s*"
    r"|(?:你?(?:怎么)?又(?:一次)?(?:忘|忘记|漏|犯|弄错|搞错|做错)了?|你?(?:总是|老是|一直)忘记?"
    r"|(?:我(?:已经|早就|不是)?|上次(?:就)?|之前(?:就)?)?(?:跟你|和你)?(?:说|讲|提|强调)过"
    r"(?:了|很多|好几|多少|[两三几]|[次遍回]|吗)*|(?:我)?再(?:说|讲|强调)一[次遍])[，,。:：！!？?\s]+)",
    re.IGNORECASE,
)
"""That it was said before is no part of what is said: a correction that is repeated counts with the first."""
TAIL = re.compile(
    r"\s*\(recommended\)$"
    r"|(?:(?:\s*[,，]\s*(?:right|or|no|ok(?:ay)?|yes)|[\s,，]+(?:please|pls|thanks|thank you|thx|谢谢)"
    r"|[，,](?:好吗|可以吗|对吧|谢谢))\s*[?？!！.。]*)+$"
    r"|[\s,;:，；：–—-]+$",
    re.IGNORECASE,
)
BRACKETS = str.maketrans("[]【】", "()()")
STARTS_LIST = re.compile(r"^(?:[-*+#>|•]+\s*|\d{1,2}[.)]\s+|`{3,}\s*|~{3,}\s*)+")


def plain(text: str) -> str:
    """One line of printable text that no reader of Markdown or of our brackets could take for more than words."""
    text = TAG.sub(" ", LINK.sub(r"\1 (\2)", text))
    text = STRONG.sub(lambda found: found.group(2) or found.group(3) or found.group(4), text)
    kept = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text.translate(BRACKETS))
    return STARTS_LIST.sub("", " ".join(part for part in kept.split()))


def opened(text: str) -> str:
    """The text without what is said before the statement."""
    while (filler := FILLER.match(text) or REPROACH.match(text)) and len(filler.group()) < len(text):
        text = text[filler.end() :]
    return text


def cleaned(text: str) -> str:
    """The statement to keep; empty where it holds a secret, or is too long to be one statement."""
    if REDACTED in text or SECRET.search(text):
        return ""
    text = _unwrapped(TAIL.sub("", opened(plain(_without_symbols(plain(text)))))).replace("： ", "：")
    return text if len(text) <= LIMIT and any(char.isalpha() for char in text) else ""


def _unwrapped(text: str) -> str:
    """Without the parentheses or quotation marks that enclose the whole."""
    inner = text[1:-1]
    if len(text) > 2 and (text[0], text[-1]) == ("(", ")") and not set("()") & set(inner):  # noqa: PLR2004 (two marks and a word)
        return inner.strip()
    return text


def _without_symbols(text: str) -> str:
    """Without the emoji at its ends."""
    kept = [at for at, char in enumerate(text) if not _decorates(char)]
    return text[kept[0] : kept[-1] + 1] if kept else ""


def _decorates(char: str) -> bool:
    skin = "\u200d\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
    return unicodedata.category(char) in {"So", "Mn"} or char in skin or char.isspace()
