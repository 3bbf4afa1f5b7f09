"""Letters that are forwarded or copied whole, by their heads or their greeting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import BREAKS, lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

may_hold = re.compile(rf"[:：]|[-_=*](?:\s|\Z)|(?:[{BREAKS}][^{BREAKS}]*){{2}}").search
"""A cheap look: without a match nothing is found."""
FORWARDED = re.compile(
    r"[-_=*\s]{0,40}(?:begin )?(?:original (?:message|appointment|mail)|forwarded (?:message|mail|by\b.{0,80})"
    r"|(?:ursprüngliche|weitergeleitete) nachricht|message (?:d'origine|transféré)|mensaje (?:original|reenviado)"
    r"|原始邮件|转发的?邮件|转发信息)\s*[-_=*:：\s]{1,40}$",
    re.IGNORECASE,
)
HEADER = re.compile(
    r"\**(?P<key>from|to|cc|bcc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|asunto"
    r"|enviado|发件人|收件人|抄送|发送时间|日期|时间|主题|差出人|宛先|件名)\s?\**\s?[:：]\**\s*(?P<value>.*)",
    re.IGNORECASE,
)
TELLING = re.compile(
    r"(?:sent|date|subject|reply-to|gesendet|betreff|envoyé|objet|asunto|enviado|发件人|发送时间|主题|差出人|件名)$",
    re.IGNORECASE,
)
"""Keys beside which another one makes a letter's head."""
TITLE = re.compile("subject|betreff|主题", re.IGNORECASE)
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.\w")
GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon)|liebe[rs]?|hallo|sehr geehrte\w*|bonjour|hola)\b.{0,60}[,!]$"
    r"|.{1,12}(?:您好|你好|大家好)[,，:：!！]$",
    re.IGNORECASE,
)
REGARDS = re.compile(
    r"(?:(?:best|kind|warm)?\s?(?:regards|wishes)|best|cheers|sincerely(?: yours)?|yours(?: \w+)?|thanks(?: \w+)?"
    r"|many thanks|(?:viele|beste|liebe|mit freundlichen) grüße\w*|cordialement|saludos"
    r"|此致|敬礼|祝好|顺祝商祺)[,!，！.]?$"
    r"|--$",
    re.IGNORECASE,
)
HEAD = 120
"""Characters of a line that may be a letter's head or greeting."""
SIGNED = 3
"""A letter's name stands within so many lines after its regards."""


def found(text: str) -> Iterator[Span]:
    """From a letter's head to the end of the text."""
    all_lines = lines(text)
    signed = _signed([line.text for line in all_lines if line.text])
    for number, line in enumerate(all_lines):
        greets = signed and GREETING.match(line.text[:HEAD])
        if greets or FORWARDED.match(line.text[:HEAD]) or _headed(all_lines, number):
            yield whole(all_lines, number, len(all_lines), "letter")
            return


def _headed(all_lines: list[Line], number: int) -> bool:
    """Whether the head of a letter begins here: two fields, an address, or a subject by itself."""
    first = HEADER.match(all_lines[number].text)
    if not first:
        return False
    if first["key"].lower() in {"from", "von", "de", "发件人"} and ADDRESS.search(first["value"][:200]):
        return True
    below = all_lines[number + 1 : number + 3]
    after = next((one.text for one in below if one.text), "")
    second = HEADER.match(after)
    opens = not number or not all_lines[number - 1].text
    if opens and TITLE.match(first["key"]) and below and not below[0].text:
        return True
    keys = [first["key"].lower(), second["key"].lower() if second else ""]
    return bool(second) and keys[0] != keys[1] and any(map(TELLING.match, keys))


def _signed(said: list[str]) -> bool:
    """Whether regards with a name behind them close the text."""
    return any(REGARDS.fullmatch(one) for one in said[-SIGNED - 1 : -1])
