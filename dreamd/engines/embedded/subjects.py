"""The subjects that topics are about, as people who write software know them, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dreamd.records import EntryType


class Subject(NamedTuple):
    """One topic that may come to be."""

    stem: str
    type: EntryType
    title: str
    description: str
    """When to read it."""
    pattern: re.Pattern[str]


def subject(stem: str, kind: EntryType, title: str, description: str, pattern: str) -> Subject:
    """A subject recognised by words in either language."""
    return Subject(stem, kind, title, description, re.compile(pattern, re.IGNORECASE))


NEVER = r"(?!)"

PRACTICES = (
    subject(
        "testing",
        "feedback",
        "How to test",
        "Read before writing, changing or running tests: what to cover, how to assert, when to run them",
        r"\b(?:tests?|testing|tested|unit|integration|mock\w*|fixtures?|asserts?|assertions?|coverage|tdd|e2e|ci)\b"
        r"|测试|单测|用例|断言|覆盖率",
    ),
    subject(
        "commits-and-reviews",
        "feedback",
        "Commits, branches and reviews",
        "Read before committing, pushing, opening or answering a pull request: what a commit holds, how to reply",
        r"\b(?:commit\w*|branch\w*|push\w*|rebase\w*|merg\w+|squash|prs?|pull requests?|reviews?|reviewer|changelog"
        r"|tags?|releases?|publish\w*|sha)\b"
        r"|提交|分支|合并|评审|推送|发布|版本",
    ),
    subject(
        "writing-code",
        "feedback",
        "How to write code",
        "Read before writing or restructuring code: style, names, structure, errors, dependencies that are preferred",
        r"\b(?:code|functions?|methods?|class(?:es)?|types?|names?|naming|refactor\w*|duplicat\w*|consolidat\w*"
        r"|helpers?|librar\w+|dependenc\w+|packages?|lint\w*|format\w*|style|implement\w*|logging|loggers?|logs?"
        r"|errors?|exceptions?|comments?)\b"
        r"|代码|函数|命名|类型|重构|重复|依赖|格式|风格|日志|异常|注释|缩进",
    ),
    subject(
        "documents",
        "feedback",
        "Documents and plans",
        "Read before writing a document, a plan or an issue: where it goes, how long it is, what it leaves out",
        r"\b(?:docs?|documents?|documentation|readmes?|plans?|design|issues?|tickets?|tasks?|spec(?:s|ification)?"
        r"|notes|wiki|summar\w+)\b"
        r"|文档|说明|计划|设计|方案|任务|工单|注记",
    ),
)
"""In the order in which they win where two are named equally often."""

AGREEMENTS = subject(
    "working-agreements",
    "feedback",
    "Working agreements",
    "Read before starting a task: how the person wants the work done, which tools to use, when to ask first",
    NEVER,
)
OPERATIONS = subject(
    "operations",
    "project",
    "Releases, versions and limits",
    "Read before releasing, deploying, upgrading or scheduling anything: dates, versions, limits, what moved or goes"
    " away",
    r"\b(?:releas\w+|deploy\w*|versions?|ci|servers?|databases?|cluster|nodes?|migrat\w+|backups?|cron|nightly"
    r"|schedul\w+|limits?|limited|timeouts?|requests|retr(?:y|ies)|per (?:second|minute|hour|day)|deprecated|gone"
    r"|moved|support|expires?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|\d+ ?(?:[kmg]b|ms|seconds|minutes|hours|days))\b"
    r"|(?-i:[A-Z])[a-z]+ \d[\d.]*\b|发布|部署|上线|下线|版本|服务器|数据库|备份|迁移|上限|最多|不超过|超时|重试|到期",
)
DECISIONS = subject(
    "product-decisions",
    "project",
    "Product decisions",
    "Read before changing behaviour: what was decided, how it is meant to work, and why",
    NEVER,
)
PLACES = subject(
    "where-things-are",
    "reference",
    "Where things are, and who owns them",
    "Read before looking for a service, an environment, a document or a person to ask: its name, its place, its owner",
    NEVER,
)
PERSON = subject(
    "about-the-person",
    "user",
    "About the person",
    "Read before explaining or proposing: who the person is, what they know, what they are after",
    NEVER,
)


def subject_of(text: str, kind: EntryType) -> Subject:
    """What a statement of this kind is about."""
    if kind == "project":
        return OPERATIONS if OPERATIONS.pattern.search(text) else DECISIONS
    if kind != "feedback":
        return PLACES if kind == "reference" else PERSON
    counts = [(len(each.pattern.findall(text)), -at) for at, each in enumerate(PRACTICES)]
    most, at = max(counts)
    return PRACTICES[-at] if most else AGREEMENTS
