"""Which of the four kinds of memory a statement is: a rule (feedback, user) or a fact (project, reference)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.engines.embedded.weigh import cues

if TYPE_CHECKING:
    from dreamd.records import EntryType

PRACTICE = re.compile(
    r"\b(?:tests?|testing|tdd|mocks?|commits?|committing|prs?|pull requests?|reviews?|docs|documentation|readmes?"
    r"|plans?|code|refactor\w*|functions?|methods?|class(?:es)?|variables?|dependenc\w+"
    r"|consolidat\w*|duplicat\w*|lint\w*|naming|style|librar\w+|comments?|changelog|tickets?|issues?|discuss|talk"
    r"|tool)\b"
    r"|测试|提交|评审|文档|计划|代码|函数|变量|依赖|缩进|标准库|重构|重复|风格|命名|注释|讨论|商量",
    re.IGNORECASE,
)
"""What the work itself consists of: a wish about these is a rule, a wish about anything else is a decision."""
PERSONAL = {"person", "self"}
PLACED = {"place", "where", "owner"}
MEASURED = {"custom", "limit"}
POINTERS = {"place", "where", "owner", "named", "framed"}
FACTUAL = {"change", "calendar", "custom", "limit", "holds", "define", "policy"}
MANNERS = {"manner", "verbless", "remember", "instruction"}
STANDING = {"remember", "always", "ban", "chore", "habit", "manner", "verbless", "instruction"}
RULED = {"ban", "prefer", "duty", "joint", "habit"}
WISH = {"prefer", "duty", "joint", "correct"}


def kind_of(text: str, why: str) -> EntryType:
    """The kind of the statement; ``why`` is the rule that made its turn a human one."""
    held = set(cues(text))
    if held & PERSONAL and not held & (MANNERS | {"habit", "ban"}):
        return "user"
    if why == "refusal" and PRACTICE.search(text):
        return "feedback"
    if held & POINTERS and not held & RULED and (held & PLACED or not held & MEASURED):
        return "reference"
    if held & FACTUAL and not held & (RULED | MANNERS):
        return "project"
    if held & STANDING or why == "memory_input":
        return "feedback"
    return "feedback" if PRACTICE.search(text) and held & WISH else "project"
