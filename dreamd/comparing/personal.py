"""What the person says of themselves that is so or otherwise: their work, and how they are addressed; pure."""

from __future__ import annotations

import re
from functools import lru_cache

JOB = r"(?:engineer|developer|programmer|scientist|designer|manager|analyst|tester|writer|administrator|dev)"
WORK = re.compile(
    rf"^(?:i am|i['’]m|i work as|my (?:role|job|profession) is|the user is)(?: an?| the)? "
    rf"(?P<job>(?:[\w/-]+ ){{0,3}}?{JOB})\b"
    r"|^(?:我是|我的(?:职业|角色|工作)是|用户是)(?:一[名个位])?(?P<zh>[^，。；,的]{2,10}?"
    r"(?:工程师|开发者?|设计师|科学家|分析师|经理|程序员|运维|测试))$",
    re.IGNORECASE,
)
OTHERWISE = re.compile(
    r"\b(?:not|no longer|was|used to|former|also|and|or|until)\b|不|曾|以前|也|和|兼|[/,]", re.IGNORECASE
)
FIELDS_WORDS = """
frontend front-end 前端
backend back-end server-side 后端 服务端
data 数据
machine-learning ml 机器学习 算法
mobile ios android 移动 安卓
embedded firmware 嵌入式
security 安全
devops sre platform infrastructure 运维
game 游戏
designer 设计师
product 产品
tester qa test 测试
project 项目
"""
FIELDS = {word: line.split()[0] for line in FIELDS_WORDS.strip().splitlines() for word in line.split()}
"""Word -> the field of work that it tells."""
NAME = (
    r"(?P<name>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|If|When|I\b)[A-Z][\w'’-]*)"
)
ADDRESSED = (
    re.compile(
        rf"(?:^|[.,;:!]\s*|\b(?i:please|always|just|to|you|may|can|should|and|but) )"
        rf"(?P<no>(?i:never |do not |don['’]t ))?(?i:call|address|refer to) (?:me )(?:as |by )?{NAME}"
    ),
    re.compile(
        r"(?P<no>别|不要|不许)?(?:叫我|称呼我(?:为|作|叫)?|喊我)(?P<name>[\u3400-\u9fffA-Za-z]{1,8}?)(?=$|[，。；,]|就行|就好|即可)"
    ),
)
WORKED = re.compile(r"^(?:i\b|my |the user is|我|用户是)", re.IGNORECASE)


def unlike(one: str, other: str) -> str:
    """What the two say differently of the person; empty where they do not."""
    works = _field(one), _field(other)
    if works[0] and works[1] and works[0] != works[1]:
        return "the person's work"
    names = _name(one), _name(other)
    if names[0] and names[1]:
        name, no = names[0]
        there, never = names[1]
        words = {*name.split()}, {*there.split()}
        same = words[0] <= words[1] or words[1] <= words[0]
        if (not no and not never and not same) or (no != never and name == there):
            return "how the person is addressed"
    return ""


def answers(text: str) -> dict[str, tuple[str, str]]:
    """Question -> what the statement answers, and what is left of it: nothing."""
    found = {}
    if field := _field(text):
        found["the person's work"] = (field, "")
    if told := _name(text):
        found["how the person is addressed"] = (f"not {told[0]}" if told[1] else told[0], "")
    return found


@lru_cache(maxsize=16_384)
def _field(text: str) -> str:
    """The one field in which the person works; empty where none, or several, are told."""
    said = text.strip().rstrip(".。!！")
    found = WORK.match(said) if WORKED.match(said) and not OTHERWISE.search(said) else None
    if not found:
        return ""
    job = (found["job"] or found["zh"]).lower()
    words = job.replace("machine learning", "machine-learning").replace("front end", "frontend").split()
    fields = {FIELDS[word] for word in (words if found["job"] else FIELDS) if word in FIELDS and word in job}
    fields -= {"product"} if len(fields) > 1 else set()
    return min(fields) if len(fields) == 1 else ""


@lru_cache(maxsize=16_384)
def _name(text: str) -> tuple[str, bool] | None:
    """How the person is to be addressed, and whether not; ``None`` where it is not told."""
    found = next((match for pattern in ADDRESSED if (match := pattern.search(text))), None)
    return (found["name"].lower().replace(".", ""), bool(found["no"])) if found else None
