"""Mail: quoted lines with their attribution, and what is forwarded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

QUOTED = re.compile(r"[>＞]|(?:[-*+•]|\d{1,3}[.)])\s+[>＞]\s*[^\W\d]")
STOPS = re.compile(r"[.!?:;。！？：；]\W*$")
GOES_ON = re.compile(r"[a-z\u3400-\u9fff]")
ATTRIBUTION = re.compile(
    r"(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,99}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió"
    r"|il\b.{4,200}\bha scritto|[在于].{4,120}写道|.{4,120}(?:书写道|書きました|のメール))\s?[:：]$",
    re.IGNORECASE,
)
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
    """Quoted lines, and from a letter's head to the end of the text."""
    all_lines = lines(text)
    signed, quoted = _signed([line.text for line in all_lines if line.text]), False
    for number, line in enumerate(all_lines):
        if QUOTED.match(line.text):
            quoted = True
            yield whole(all_lines, number, number + 1, "quoted_line")
        elif quoted and _wrapped(all_lines[number - 1], line):
            yield whole(all_lines, number, number + 1, "quoted_line")
        else:
            quoted = False
    for number, line in enumerate(all_lines):
        if _attributes(all_lines, number):
            after = next((one.text for one in all_lines[number + 1 :] if one.text and not _wrote(one)), "")
            past = number + 1 if QUOTED.match(after) else len(all_lines)
            yield whole(all_lines, number, past, "attributed")
            if past == len(all_lines):
                return
        greets = signed and GREETING.match(line.text[:HEAD])
        if greets or FORWARDED.match(line.text[:HEAD]) or _headed(all_lines, number):
            yield whole(all_lines, number, len(all_lines), "letter")
            return


def _wrapped(before: Line, line: Line) -> bool:
    """Whether the mail program broke a quoted line and left the second half without its mark."""
    return bool(line.text and not STOPS.search(before.text[-4:]) and GOES_ON.match(line.text))


def _wrote(line: Line) -> bool:
    return line.text.lower() in {"wrote:", "schrieb:", "写道：", "写道:"}


def _attributes(all_lines: list[Line], number: int) -> bool:
    line = all_lines[number].text[:400]
    after = all_lines[number + 1].text[:200] if number + 1 < len(all_lines) else ""
    return bool(ATTRIBUTION.match(line)) or bool(
        after.endswith((":", "：")) and ATTRIBUTION.match(f"{line} {after}") and not line.endswith((".", "!", "?"))
    )


def _headed(all_lines: list[Line], number: int) -> bool:
    """Whether the head of a letter begins here: two fields of it, or one with an address."""
    first = HEADER.match(all_lines[number].text)
    if not first:
        return False
    if first["key"].lower() in {"from", "von", "de", "发件人"} and ADDRESS.search(first["value"][:200]):
        return True
    after = next((one.text for one in all_lines[number + 1 : number + 3] if one.text), "")
    second = HEADER.match(after)
    keys = [first["key"].lower(), second["key"].lower() if second else ""]
    return bool(second) and keys[0] != keys[1] and any(map(TELLING.match, keys))


def _signed(said: list[str]) -> bool:
    """Whether regards with a name behind them close the text."""
    return any(REGARDS.fullmatch(one) for one in said[-SIGNED - 1 : -1])
