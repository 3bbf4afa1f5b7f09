"""Lead-ins of lists: one that rules is read into each of its items, any other says nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.sentences import Block, sentences
from dreamd.engines.embedded.weigh import words

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 100
"""Characters of a lead-in that is repeated with every item, or of a heading."""
TAIL = 10
"""Marks after a colon that still leave it at the end."""
LABEL = 2.5
"""An item of so few words names something and states nothing."""
BARE = 1.5
"""Under a ban an item says something from so many words on."""

COLON = re.compile(r"[:：]\W*$")
FRAGMENT = re.compile(
    r"\W*(?:"
    r"(?:[\w'’-]+ ){0,5}(?:must|should|shall|has to|have to|needs? to)"
    r"(?: (?:always|never|not|also|include|contain|have|be|follow|use|ensure|provide|cover|support|do))*"
    r"|(?:you |we )?(?:never|always|must|do not|don['’]t|avoid|required|forbidden)"
    r"|[^，。；,;]{0,12}(?:必须|禁止|严禁|应该|应当|务必|包含|包括)"
    r"|[^，。；,;]{0,16}(?:以下|如下)[^，。；,;]{0,6}"
    r"|(?:当|每|在|如果|所有)(?![^，。；,;]*(?:必须|不|要|先|都))[^，。；,;]{1,16}(?:[前后时]|时候)"
    r"|(?:保持|确保|保证)(?:代码|文件|接口|项目|内容|数据|测试|文档|系统|功能|界面|所有[^，。；,;]{0,4})"
    r")\W*",
    re.IGNORECASE,
)
"""Breaks off before it says what must be."""
TITLE = re.compile(r"(?:[A-Z][\w'-]*|and|of|to|the|for|an?|in|&)(?: (?:[A-Z][\w'-]*|and|of|to|the|for|an?|in|&))+")
BANS = re.compile(
    r"\b(?:never|must not|do not|don['’]t|avoid|forbidden|prohibited)\b|禁止|严禁|不要|不得|不许"
    r"|避免",
    re.IGNORECASE,
)
RULES = re.compile(rf"{BANS.pattern}|\b(?:must|always)\b|必须|务必|始终|一律", re.IGNORECASE)
DELIVERS = re.compile(
    r"\bmust (?:also )?(?:implement|fix|create|build|add|do|deliver|complete|write)\b"
    r"|必须(?:实现|完成|修复|创建|添加|交付|做)",
    re.IGNORECASE,
)
"""Orders a piece of work, whose parts the list names."""
FILE = re.compile(r"[`*\"']*(?:[\w@~.-]*/[\w@./-]*|[\w@.-]*\w\.[a-z]\w{0,4})[`*\"']*")


def fragment(text: str) -> bool:
    """Whether the text breaks off before it states anything: a heading, or the beginning of a sentence."""
    return len(text) <= LONGEST and bool(FRAGMENT.fullmatch(text))


def led(parts: list[Block]) -> Iterator[Block]:
    """The blocks with the lead-ins that rule in front of their items, each on its own line, and without all others."""
    lead, fresh = "", False
    for at, part in enumerate(parts):
        *said, last = sentences(part.text, len(part.text))
        if _leads(last, parts[at + 1 : at + 2]):
            if said:
                yield part._replace(text=part.text[: part.text.rindex(last)].strip())
            lead, fresh = _ruling(last), _announces(last)
            continue
        if not (part.item or fresh):
            lead = ""
        fresh = False
        if not lead:
            yield part
        elif not _label(part.text, lead):
            yield part._replace(lead=lead)


def _leads(text: str, after: list[Block]) -> bool:
    """Whether the text only announces what comes after it."""
    before_list = bool(after) and after[0].item
    return _announces(text) or (before_list and (fragment(text) or bool(TITLE.fullmatch(text[: LONGEST + 1]))))


def _announces(text: str) -> bool:
    return bool(COLON.search(text[-TAIL:]))


def _ruling(text: str) -> str:
    """The lead-in where it says what holds for all its items."""
    return text if len(text) <= LONGEST and RULES.search(text) and not DELIVERS.search(text) else ""


def _label(item: str, lead: str) -> bool:
    return bool(FILE.fullmatch(item)) or words(item) <= (BARE if BANS.search(lead) else LABEL)
