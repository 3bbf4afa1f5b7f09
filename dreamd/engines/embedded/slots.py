"""What a statement fills in where there is room for one value: a person's name, their home, the language of a text."""

from __future__ import annotations

import re
from typing import NamedTuple

TONGUES = {
    "chinese": r"chinese|mandarin|中文|汉语|普通话",
    "english": r"english|英文|英语",
    "german": r"german|德文|德语",
    "french": r"french|法文|法语",
    "spanish": r"spanish|西班牙文|西班牙语",
    "portuguese": r"portuguese|葡萄牙文|葡萄牙语",
    "italian": r"italian|意大利文|意大利语",
    "russian": r"russian|俄文|俄语",
    "japanese": r"japanese|日文|日语",
    "korean": r"korean|韩文|韩语",
}
TONGUE = rf"(?P<tongue>{'|'.join(TONGUES.values())})"
PIECES = {
    "reply": r"reply|replies|answers?|responses?|respond|回复|回答|答复|交流|沟通",
    "comment": r"(?:code )?comments?|(?:代码)?注释",
    "document": r"docs?|documentation|文档",
    "commit": r"commit messages?|提交信息|提交说明",
}
PIECE = rf"(?P<piece>{'|'.join(PIECES.values())})"
MODAL = "(?: (?:are|should|must|be|written))*"
SOFT = re.compile(
    r"\b(?:please|always|now|currently|from now on|these days|(?:i|we)(?:'d| would)? (?:really |much )*"
    r"(?:prefer|like|want)(?: it)?(?: that| to)?)\b,?|从现在起|请|现在|目前|以后|今后|都|统一|一律|总是"
    r"|(?<=我)更?(?:喜欢|希望|偏好|想要)"
    r"|^更?(?:喜欢|希望|偏好|想要)|了$",
    re.IGNORECASE,
)
"""What adds no value: courtesy, a wish, that it is so from now on."""
HOME, NAME, CALLED = "home", "name", "called"
VALUE = r"(?P<value>[^\s,;，。；][^,;，。；]{0,40})"
PLACE = r"(?P<value>[^\s,;]+(?: (?!(?:with|and|but|near|since|for|until|from|on|in)\b)[^\s,;]+){0,2})"
READINGS = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "",
            rf"(?:write |keep )?(?:all |the |your |my )*{PIECE}(?: (?:to|with) me)?{MODAL} in {TONGUE}",
        ),
        ("", rf"我?{PIECE}(?:要|必须|应该|需要|改)*(?:使?用|写){TONGUE}(?:来?写)?"),
        ("", rf"我?(?:要|必须|应该|需要|改)*使?用{TONGUE}(?:来|写)?{PIECE}我?"),
        (NAME, rf"my name is {VALUE}|i am called (?P<other>[^,;]{{1,40}})"),
        (NAME, rf"我叫{VALUE}|我的名字[是叫](?P<other>[^，。；]{{1,20}})"),
        (CALLED, rf"call me {VALUE}|(?:叫我|称呼我为?)(?P<other>[^，。；]{{1,20}})"),
        (HOME, rf"i (?:live in|(?:have )?moved to|am (?:based|living) in) {PLACE}"),
        (HOME, rf"我(?:住在?|搬到|搬去|定居在?)(?:了)?{VALUE}"),
    )
)


class Filled(NamedTuple):
    """One value that a statement gives."""

    name: str
    value: str


def slot(text: str) -> Filled | None:
    """The value that the whole statement gives, whatever the language it is said in; ``None`` for other statements."""
    said = " ".join(SOFT.sub(" ", text.strip().rstrip(".!。！")).replace("’", "'").split()).strip(" ,，")
    said = re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", said)
    for name, pattern in READINGS:
        if found := pattern.fullmatch(said):
            parts = found.groupdict()
            if tongue := parts.get("tongue"):
                return Filled(_named(PIECES, parts["piece"]), _named(TONGUES, tongue))
            return Filled(name, (parts.get("value") or parts.get("other") or "").strip().casefold())
    return None


def _named(table: dict[str, str], said: str) -> str:
    return next(name for name, words in table.items() if re.fullmatch(words, said, re.IGNORECASE))
