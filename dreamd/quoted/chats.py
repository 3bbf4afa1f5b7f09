"""Talk between people, copied from where they chat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted import speakers
from dreamd.quoted.lines import lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

may_hold = re.compile(r"\d|ago|yesterday|today|[>＞:：]").search
"""A cheap look: without a match nothing is found."""
HEAD = 2_000
"""Characters of a line that may be the head of a message."""
LABELLED = 200
"""Characters of a line that are looked at for a speaker's name."""
DAY = (
    r"(?:(?:today|yesterday|heute|gestern|今天|昨天|\w{3,9}day|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}月\d{1,2}日)"
    r"[, ]{0,2}(?:at |um )?)?"
)
TIME = rf"{DAY}(?:上午|下午)?\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?"
WHO = r"[@\w\u3400-\u9fff][\w.'’()-]{0,30}(?: [\w.'’()-]{1,30}){0,3}"
STAMPED = re.compile(
    rf"(?:[\[(]{TIME}[\])]\s*[-–—]?\s*{WHO}\s?[:：]|{TIME}\s*[-–—]?\s*{WHO}\s?[:：]\s)"
    rf"|(?P<name>{WHO})(?P<gap>\s?[\[(]|,\s|\s[-–—•·|]\s|\s{{2,}}|\s)\s*(?:APP\s+)?{TIME}[\])]?[:：]?$",
    re.IGNORECASE,
)
ALONE = re.compile(rf"[\[(]?{TIME}[\])]?", re.IGNORECASE)
POSTED = re.compile(
    rf"{WHO} (?:commented|wrote|replied|posted|said|reviewed|left a comment|requested changes|answered|asked)\b"
    r".{0,60}(?:\bago|yesterday|today|on \w{3,9} \d{1,2}.{0,20}|\d{4})[:：]?$",
    re.IGNORECASE,
)
NICK = re.compile(r"<[@+%~&]?[\w.-]{1,30}>\s+\S|[\w.-]{1,30}[>＞]\s+\S")
NO_NAME = re.compile(
    r"(?:^|\s)(?:at|by|from|until|till|to|before|after|since|and|um|bis|ab|vor|nach|every|daily"
    r"|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?$",
    re.IGNORECASE,
)


def found(text: str) -> Iterator[Span]:
    """From the first head of a message to the end; of talk without times, to the end of its last paragraph."""
    all_lines = lines(text)
    heads = [number for number, line in enumerate(all_lines) if _head(line)]
    names = [number for number in range(len(all_lines) - 1) if _named_above_time(*all_lines[number : number + 2])]
    if names:
        yield whole(all_lines, min([*names, *heads]), len(all_lines), "chat")
        return
    if len(heads) > 1 or any(_sure(all_lines[number].text) for number in heads):
        yield whole(all_lines, heads[0], len(all_lines), "chat")
        return
    nicks = [number for number, line in enumerate(all_lines) if NICK.match(line.text)]
    said = [number for number, line in enumerate(all_lines) if speakers.LABEL.match(line.text[:LABELLED])]
    for talk, sure in ((nicks, len(nicks) > 1), (said, speakers.talk([all_lines[at].text for at in said]))):
        if sure:
            yield whole(all_lines, talk[0], all_lines[talk[-1]].last, "chat")


def _head(line: Line) -> bool:
    if len(line.text) > HEAD:
        return False
    head = STAMPED.match(line.text)
    named = head and not (head["name"] and NO_NAME.search(head["name"]))
    return bool(named or POSTED.match(line.text))


def _named_above_time(name: Line, time: Line) -> bool:
    """Whether a line is a name, and the next one nothing but the time of a message."""
    return bool(len(time.text) <= LABELLED and ALONE.fullmatch(time.text) and speakers.NAME.fullmatch(name.text))


def _sure(text: str) -> bool:
    """Whether one such line is enough: the time in brackets before the name, or set off from it."""
    head = STAMPED.match(text)
    return head is None or head["name"] is None or len(head["gap"]) > 1
