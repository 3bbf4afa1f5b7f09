"""Talk between people, copied from where they chat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted.lines import lines, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

DAY = r"(?:(?:today|yesterday|heute|gestern|今天|昨天|\w{3,9}day|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}月\d{1,2}日)[, ]{0,2}(?:at |um )?)?"
TIME = rf"{DAY}(?:上午|下午)?\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?"
WHO = r"[@\w\u3400-\u9fff][\w.'’()-]{0,30}(?: [\w.'’()-]{1,30}){0,3}"
STAMPED = re.compile(
    rf"(?:[\[(]{TIME}[\])]\s*[-–—]?\s*{WHO}\s?[:：]|{TIME}\s*[-–—]?\s*{WHO}\s?[:：]\s)"
    rf"|(?P<name>{WHO})(?:\s?(?P<gap>[\[(]|\s[-–—•·|]|[ ]|\t)\s*)(?:APP\s+)?{TIME}[\])]?[:：]?$",
    re.IGNORECASE,
)
NO_NAME = re.compile(r"(?:^|\s)(?:at|by|from|until|till|to|before|after|since|and|um|bis|ab|vor|nach|every|daily)$", re.I)
SAID = re.compile(rf"(?P<who>{WHO})\s?[:：]\s+?(?P<words>\S.*)$")
SPEAKER = re.compile(r"(?:user|human|assistant|ai|system|agent|me|you|bot|claude|chatgpt|gpt-?\d?|用户|助手)$", re.I)
TOPIC = re.compile(
    r"\b(?:from|to|source|target|rules?|notes?|todo|remember|important|always|never|don'?t|do|prefer\w*|styles?|naming|names?|tests?|testing|lint\w*|format\w*"
    r"|docs?|documentation|comments?|commits?|branch\w*|code|backend|frontend|front|back|server|client|api|apis|db|database|stack|language"
    r"|languages?|framework|libs?|library|libraries|tools?|tooling|build|deploy\w*|ci|cd|release\w*|version\w*|indent\w*|quotes?|imports?|types?"
    r"|errors?|logs?|logging|config\w*|env|environment|port|url|host|path|file|files|folder|folders|goal|goals|task|tasks|context|background"
    r"|issue|problem|bug|fix|steps?|step \d+|option \w|question|answer|q|a|summary|input|output|expected|actual|example|examples|edit|update|ps|p\.s\.|fyi|btw"
    r"|reason|why|how|what|when|where|who|first|second|third|one|two|three|also|ui|ux|css|html|python|js|ts|javascript|typescript|go|rust|java|sql"
    r"|security|performance|architecture|package manager|runtime|node|git|prs?|reviews?|tone|output|time ?zone|dates?|currency|units?|role|team|project|repo|staging|production|prod|dev)\b"
    r"|[规约]则?|注意|要求|说明|语言|前端|后端|测试|提交|命名|风格|格式|目标|任务|背景|问题|原因|步骤|记住|偏好|环境|注释|文档|数据库|部署|接口|框架|工具|版本|方案",
    re.IGNORECASE,
)
"""Words before a colon that name what a person speaks of, and no speaker."""


def found(text: str) -> Iterator[Span]:
    """From the first head of a message to the end; of talk without times, to the end of its last paragraph."""
    all_lines = lines(text)
    heads = [number for number in range(len(all_lines)) if _head(all_lines[number])]
    sure = any(_sure(all_lines[number]) for number in heads)
    if len(heads) > 1 or (sure and any(line.text for line in all_lines[heads[0] + 1 :] or all_lines)):
        yield whole(all_lines, heads[0], len(all_lines), "chat")
        return
    said = [(number, match) for number, line in enumerate(all_lines) if (match := SAID.match(line.text[:200]))]
    if _talk([match["who"] for _, match in said]):
        yield whole(all_lines, said[0][0], all_lines[said[-1][0]].last, "chat")


def _head(line: Line) -> bool:
    head = STAMPED.match(line.text) if len(line.text) <= 2_000 else None  # noqa: PLR2004
    return bool(head) and not (head["name"] and NO_NAME.search(head["name"]))


def _sure(line: Line) -> bool:
    """Whether one such line is enough: the time in brackets before the name, or set off from it."""
    head = STAMPED.match(line.text)
    return bool(head) and (line.text[0] in "[(" or bool(head["name"] and head["gap"].strip() in {"[", "(", "—", "•"}))


def _talk(speakers: list[str]) -> bool:
    """Whether these are names of at least two who speak."""
    names = {name.lower() for name in speakers}
    return len(names) > 1 and not any(TOPIC.search(name) and not SPEAKER.match(name) for name in names)
