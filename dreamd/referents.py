"""What a statement claims of a repository: files, symbols, branches, versions and addresses that it says are there.

Only what it asserts of here and now counts: an example, a prohibition, an account of what was, and what lies elsewhere
claim nothing that the repository could contradict.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dreamd.mentions import KNOWN

PATH = re.compile(
    rf"(?<![\w:/.~@$%{{<*-])(?:\./)?(?:[\w.@+-]+/)+(?:[\w.@+-]*\w)(?![\w(/*{{<])"
    rf"|(?<![\w:/.~@$%-])[\w-]+\.(?:{KNOWN})(?![\w(/.*-])"
)
FILE = re.compile(rf"\.(?:{KNOWN})$")
MADE = frozenset(
    [
        "dist",
        "build",
        "node_modules",
        "target",
        "out",
        "tmp",
        "temp",
        "log",
        "logs",
        "coverage",
        "venv",
        ".venv",
        ".git",
        "__pycache__",
        "vendor",
        ".cache",
        ".next",
        "bin",
        "obj",
        "generated",
        "htmlcov",
        "site",
        ".tox",
        ".mypy_cache",
        "path",
        "examples",
        "your",
        "my",
        "some",
    ]
)
"""First folders of what is made, or made up."""
ELSEWHERE = re.compile(
    r"\b(?:(?:names?|paths?|files?|folders?) (?:like|such as)|repository of (?:the )?[A-Z]\w+"
    r"|in [A-Z]\w+['’]s (?:repo(?:sitory)?|fork)|e\.g\.?|for example|for instance|such as|like `"
    r"|example|sample|template|placeholder|hypothetical"
    r"|would be|naming"
    r"|(?:other|another|separate|upstream|infra(?:structure)?|ops|sibling|different|second|old"
    r"|their) (?:\w+ )?(?:repo(?:sitory)?|project)"
    r"|outside (?:of )?(?:the|this) repo\w*|home directory|on the (?:server|host|machine|laptop|vm|box)"
    r"|on my (?:machine|laptop|desktop)"
    r"|(?:my|the) (?:dotfiles|desktop|notes)|sdk|third[- ]party|standard library|stdlib|vendor(?:ed|'s)?"
    r"|upstream|\w+ in the \w+ repo(?:sitory)?)\b"
    r"|\bsay,|, say\b|\bsay [`:]|\bimagine\b|\b(?:like|as in|something like|looks? like|of the form|in the form"
    r"|shaped like|along the lines of) $|\b(?:like|as in|say|looks? like|of the form) (?= |$)|\bi\.e\. for a\b"
    r"|譬如|诸如|假如|好比|假设|类似(?:于)?|之类|打个比方|照这个样子|样子(?:是|为|如下)|以.{0,12}为例"
    r"|(?:那边|厂家|对方|客户|供应商|别家)(?:的)?(?:仓库|项目)|某|他们(?:的)?仓库|例如|比如|示例|样例"
    r"|举例|形如|模板|占位|(?:另一个|其他|别的|外部|旁边的?|上游)(?:的)?(?:仓库|项目)"
    r"|仓库(?:之)?外|主目录|家目录|服务器上"
    r"|(?:我|本)(?:的)?(?:电脑|笔记本|机器)上|第三方|标准库",
    re.IGNORECASE,
)
PAST = re.compile(
    r"\b(?:was|were|used to|formerly|previously|removed|deleted|dropped|renamed|replaced|moved (?:from|out)"
    r"|gone|no longer|obsolete"
    r"|deprecated|retired|old name|earlier|legacy|migrat(?:ed|ing)|until (?:\d{4}|last|recently|then)|before \d{4})\b"
    r"|曾(?:经)?|以前|原来|原先|旧(?:的|版|名)|故意删|删掉了|不要再加回|已(?:经)?(?:被)?(?:在\S{1,6}?)?(?:删|移除|移走|废弃|改名|下线|替换|迁)|不再"
    r"|被删|被移除|弃用|迁移到|迁移至|迁走",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:no|not|never|don['’]?t|do not|avoid|without|instead of|rather than|stop|forbid\w*|nobody"
    r"|isn['’]?t|there is no|planned?|will|shall"
    r"|should (?:be )?(?:add|creat|mov|introduc)\w*|to be (?:added|created|written)|create|add|introduce"
    r"|write a|todo|proposed|gitignored?|ignored"
    r"|generated|untracked|local only)\b"
    r"|不(?:要|用|再|得|能|许|准|可|应|会|存在|提交)?|没有|禁止|别|勿|避免|而不是|计划|将(?:要|会|来)?|打算"
    r"|新建|创建|新增|生成|待|忽略",
    re.IGNORECASE,
)
BRANCHES = (
    re.compile(r"\bbranch(?: (?:called|named|is))? [`'\"“]?([A-Za-z][\w./-]*\w)(?![\w*])"),
    re.compile(r"(?<![\w/*.-])[`'\"“]?([A-Za-z][\w./-]*\w)[`'\"”]? branch\b"),
    re.compile(r"(?<![\w/*.-])([A-Za-z][\w./-]*\w)[`'\"”]?\s*(?:长期|开发|发布|主|集成)?分支"),
    re.compile(r"分支\s*(?:是|为|叫|名为)?\s*[`'\"“]?([A-Za-z][\w./-]*\w)(?![\w*])"),
)
NO_BRANCH_WORDS = """
the a an this that each every any own new feature features release releases hotfix topic main-line default shared
protected long-lived short-lived git remote local separate same other which your my our no another development
working stable current integration names name per from into on to of for with is are and or after before when if
public private bugfix fix one single base target head deploy deployment team personal merged unmerged stale fine ok
okay enough allowed gone dead free frozen locked empty broken green red ready clean open closed up behind ahead
always never only not
"""
NO_BRANCH = frozenset(NO_BRANCH_WORDS.split())
CODE = re.compile(r"`([^`\n]{2,80})`")
SYMBOL = re.compile(r"(?:[A-Za-z_]\w*(?:\.|::))*([A-Za-z_]\w*)(\(\))?")
SHAPED = re.compile(r"[a-z]+_[a-z_0-9]+|[A-Z]?[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z]{2,}(?:_[A-Z0-9]+)+")
KIND = re.compile(
    r"(?:\b(?:function|method|class|helper|constant|module|hook|component|struct|enum|type|decorator"
    r"|fixture|handler|interface"
    r"|variable|macro|trait|table|endpoint|test|symbol)s?|函数|方法|类|常量|变量|组件|模块|接口|结构体|枚举"
    r"|装饰器|宏)\s*$",
    re.IGNORECASE,
)
USED = re.compile(
    rf"(?:\.(?:{KNOWN})`?\s*(?:(?:里面?|中|内)?的|['’]s|:)"
    r"|\b(?:(?:only |always )?(?:through|via|by calling)|calls?|invokes?|goes? through|wrap(?:s|ped)? in|handled by)"
    r"|只?(?:通过|经由|经过|调用))\s*$",
    re.IGNORECASE,
)
"""Before what code of the project goes by, or behind the file that holds it."""
HELD = re.compile(rf"^\s*(?:in|from|of|lives in|stands in|定义在|写在|在)\s+`?[\w./-]+\.(?:{KNOWN})\b")
"""Behind what a file of the project holds."""
KIND_AFTER = re.compile(
    r"^\s*(?:\(\))?\s*(?:function|method|class|helper|constant|hook|component|struct|enum|decorator|fixture"
    r"|handler|interface|macro"
    r"|trait|函数|方法|类|常量|组件|接口|结构体|枚举|装饰器|宏)(?![a-z])",
    re.IGNORECASE,
)
VERSION = re.compile(
    r"(?<![\w./-])(?P<name>[A-Za-z][\w.@/+-]{1,40}?)`?(?:\s+version)?(?:\s*(?:==|=|@|:|版本(?:是|为)?)\s*"
    r"|\s+(?:(?:is|are|stays?|kept|held|pinned|locked|fixed|frozen|remains?) )*(?:at |is |on |to )?(?:version )?"
    r"|\s*(?:停在|锁在|锁定在|固定在|钉在|保持在|用的是)\s*)[`v]?(?P<number>(?!\d{4})\d+(?:\.\d+){0,3})(?![\w%-]|\.\d|\s*(?:%|seconds?|minutes?"
    r"|hours?|days?|ms|MB|GB|KB|lines?|characters?|columns?|retries|times))"
)
URL = re.compile(r"https?://[^\s<>\"'`)\]，。；、（）]+|git@[\w.-]+:[\w./-]+")
TRAILING = ".,;:!?"


LONGEST = 2_000
"""Characters of a statement; dreamd writes at most 500."""


class Versioned(NamedTuple):
    """A package, or a language, at a version."""

    name: str
    number: str


def asserts(text: str) -> bool:
    """Whether the statement may claim something of this repository as it is now; what is very long is a text."""
    if len(text) > LONGEST:
        return False
    plain = PATH.sub(" ", CODE.sub(" ", URL.sub(" ", text)))
    return not (ELSEWHERE.search(plain) or PAST.search(plain))


def paths(text: str) -> tuple[str, ...]:
    """Files and folders that it says are there, relative to the repository."""
    found = dict.fromkeys(
        match[0].rstrip(".").removeprefix("./")
        for match in PATH.finditer(URL.sub(" ", text))
        if _claimed(text, match.start())
    )
    return tuple(path for path in found if _is_path(path))


PLACEHOLDER = re.compile(
    r"(?:^|[/._-])(?:foo|bar|baz|qux|quux|example|sample|dummy|placeholder|name|xxx+|yyy+|zzz+|abc|whatever|something"
    r"|(?:my|your|some|any|this|that|the|other)[_-]\w[\w-]*|<[^/]*>|n{2,}|yyyy|mm|dd|hhmm|x|y|n|todo)(?=$|[/._-])"
    r"|[*{}<>$%…]|某|你的|我的|(?:^|[/._-])(?:X{1,}|N|M|YYYY\w*|NNN*|[A-Z]+NAME)(?=$|[/._-])",
    re.IGNORECASE,
)
"""A part of a path that stands for another."""


def _is_path(path: str) -> bool:
    first = path.partition("/")[0].lower()
    return (
        ".." not in path
        and first not in MADE
        and not PLACEHOLDER.search(path)
        and bool(FILE.search(path) or path.count("/") > 1 or ("/" in path and path.endswith("/")))
    )


def _claimed(text: str, at: int) -> bool:
    """Whether no denial stands before it in its clause."""
    start = max(
        (match.end() for match in re.finditer(r"[.;!?](?=\s)|[。；！？，]|, |\n|\bbut\b", text[:at])), default=0
    )
    return not DENIED.search(text[start:at])


PACKAGE = re.compile(
    r"(?:\b(?:package|library|dependency|plugin|plug-in)(?: called| named)?|依赖包?|软件包|插件)\s*"
    r"`(?P<name>[a-z][a-z0-9._-]{3,40})`"
    r"|`(?P<before>[a-z][a-z0-9._-]{3,40})` (?:package|library|plugin|plug-in)\b"
)
"""What the project installs: a name in small letters, since others are written in several ways."""


def symbols(text: str) -> tuple[str, ...]:
    """Functions, classes and constants in code marks, by their last name, and packages."""
    found: dict[str, None] = {}
    for match in CODE.finditer(text):
        code = SYMBOL.fullmatch(match[1])
        if not code or not _claimed(text, match.start()):
            continue
        before, after = text[: match.start()], text[match.end() :]
        used = SHAPED.fullmatch(code[1]) and (USED.search(before) or HELD.match(after))
        if code[2] or KIND.search(before) or KIND_AFTER.match(after) or used:
            found[code[1]] = None
    for match in PACKAGE.finditer(text):
        if _claimed(text, match.start()):
            found[match["name"] or match["before"]] = None
    return tuple(name for name in found if len(name) > 3)  # noqa: PLR2004 (a short name stands in any text)


def branches(text: str) -> tuple[str, ...]:
    """Branches that it says are there."""
    found = (
        match[1]
        for pattern in BRANCHES
        for match in pattern.finditer(text)
        if match[1].lower() not in NO_BRANCH and not FILE.search(match[1]) and _claimed(text, match.start())
    )
    return tuple(dict.fromkeys(found))


TRACKS = re.compile(
    r"\b(?:bugs?|issues?|defects?|faults?|tickets?)\b[^.]{0,40}https?://|(?:缺陷|问题|故障|工单|报错)[^。]{0,20}https?://",
    re.IGNORECASE,
)


def tracks(text: str) -> bool:
    """Whether it says at which address faults are told."""
    return TRACKS.search(text) is not None


def versions(text: str) -> tuple[Versioned, ...]:
    """Packages and languages with the versions that it says are in use."""
    return tuple(
        Versioned(match["name"].lower().rstrip("=@:"), match["number"])
        for match in VERSION.finditer(URL.sub(" ", text))
        if _claimed(text, match.start())
    )


def urls(text: str) -> tuple[str, ...]:
    """Addresses in it."""
    return tuple(dict.fromkeys(match[0].rstrip(TRAILING) for match in URL.finditer(text)))
