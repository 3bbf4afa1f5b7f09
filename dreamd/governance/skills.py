"""Skills between which agents cannot choose, that name a tool which does not exist, or that no agent can choose."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from dreamd.faults import Fault
from dreamd.governance import Check
from dreamd.skills import lint, tools

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot
    from dreamd.skills.lint import Page

NAME = "skills"
TELLING = frozenset({"overlap", "tools"})
"""Of all that the lint of skills says, what makes agents fail."""
LEAST_WIDTH, LEAST_WORDS = 16, 3
"""Columns and words of a description that can tell when a skill is meant; a Chinese character has two columns."""
WORD = re.compile(r"[a-z][a-z'’-]+|(?-i:[\u3400-\u9fff]){2}", re.IGNORECASE)
EMPTY_WORDS = """
a an the this that these those it is are of for to in on with and or my our your some any all various several
many other useful helpful handy good nice great general generic common misc miscellaneous stuff things thing
skill skills tool tools helper helpers utility utilities notes note tips info information work works task tasks
project use used uses using when needed need needs required necessary do does doing help helps something
anything everything etc todo tbd fixme placeholder write fill later description describe here text go goes
待写 待补 描述 占位 稍后 补充 工具 技能 杂项 其他 各种 一些 有用 东西 事情 内容 常用 通用 说明 笔记 帮助 使用 处理 相关
"""
EMPTY = frozenset(EMPTY_WORDS.split())
"""Words that tell nothing of when."""


UNWRITTEN = re.compile(
    r"(?:todo|tbd|fixme|xxx|placeholder|lorem ipsum|<[^>]+>|\.\.\.|待写|待补|占位)(?:\W|$)", re.IGNORECASE
)
"""What stands where a description is to be written."""
HAN = re.compile(r"[\u3400-\u9fff]")
LIGHT = frozenset("的了时使用和与或在要用把被将及其这那有是不再后前中")
"""Chinese signs of every description."""
ALIKE, SIGNS = 0.65, 8
"""Two Chinese descriptions are alike that share this part of the shorter one's signs, of which there are so many."""


def run(seen: Snapshot) -> Iterator[Fault]:
    """Ask the lint of skills (``dreamd skills check`` tells the rest)."""
    if seen.tools is None:
        return
    for page in seen.pages:
        if not tells(page.description):
            said = f"its description, “{page.description}”, tells" if page.description else "no description tells"
            yield _fault(
                page.file, _line(page), f"{said} agents nothing of when to use it", "Say when it is to be used"
            )
        for line, program in tools.lacking(page.text, seen.tools):
            if not _known(seen, program):
                text = f"a step runs {program}, which neither this machine nor the project has"
                yield _fault(page.file, line, text, "Correct the step, or say how to get the program")
    yield from _alike(seen)
    yield from _scripts(seen)
    for found in lint.findings(seen.pages, seen.tools):
        if found.check in TELLING and found.severity == "blocking" and not _there(seen, found.text):
            yield _fault(found.file, found.line, found.text, found.proposal.rstrip("."))


SCRIPT = re.compile(
    r"(?:\b(?:python3?|bash|sh|zsh|node|deno run|ruby|perl|source|uv run)\s+"
    r"|(?<![\w/])\./|`)(?P<path>(?:[\w.-]+/)+[\w.-]+\.(?:py|sh|js|mjs|ts|rb|pl))\b(?!`)"
)
"""A script of the project that a step runs."""


def _scripts(seen: Snapshot) -> Iterator[Fault]:
    """Scripts that a step runs and that neither the project nor the skill has."""
    for page in seen.pages if seen.codebase else ():
        for number, line in enumerate(page.text.split("\n"), 1):
            for match in SCRIPT.finditer(line):
                path = match["path"].removeprefix("./")
                if (
                    not tools.BESIDE.match(path)
                    and path not in page.beside
                    and seen.codebase
                    and not seen.codebase.has(path)
                ):
                    text = f"a step runs {path}, which the project does not have"
                    yield _fault(page.file, number, text, "Correct the step, or put the script there")


def _alike(seen: Snapshot) -> Iterator[Fault]:
    """Chinese descriptions that say nearly the same; the lint goes by pairs of signs, and order breaks those."""
    told = (
        {(found.file, found.check) for found in lint.findings(seen.pages, seen.tools) if found.check == "overlap"}
        if seen.tools
        else set()
    )
    signs = [frozenset(HAN.findall(page.description)) - LIGHT for page in seen.pages]
    for one, other in combinations(range(len(seen.pages)), 2):
        least = min(len(signs[one]), len(signs[other]))
        page, name = seen.pages[one], seen.pages[other].name
        if least >= SIGNS and len(signs[one] & signs[other]) >= ALIKE * least and (page.file, "overlap") not in told:
            text = f"its description says nearly what that of {name} says"
            yield _fault(page.file, _line(page), text, "Merge them, or say in each when it is the other's turn")


def tells(description: str) -> bool:
    """Whether a description says anything by which an agent can choose the skill."""
    words = [word.lower() for word in WORD.findall(description)]
    width = sum(1 if sign.isascii() else 2 for sign in description.strip())
    return (
        width >= LEAST_WIDTH
        and not UNWRITTEN.match(description.strip())
        and len(words) >= LEAST_WORDS
        and not EMPTY.issuperset(words)
    )


def _line(page: Page) -> int:
    """The line of its description; 0 where it has none."""
    lines = enumerate(page.text.split("\n"), 1)
    return next((number for number, line in lines if line.startswith("description:")), 0)


def _known(seen: Snapshot, program: str) -> bool:
    """Whether the project, a person or another skill knows the program: then it lies elsewhere, and is none of ours."""
    code = seen.codebase
    if code is not None and (program in code.programs or code.has(program)):
        return True
    return re.search(rf"(?<![\w-]){re.escape(program.casefold())}(?![\w-])", seen.words) is not None


def _there(seen: Snapshot, text: str) -> bool:
    """Whether what it misses is a file of the project: a skill may name those too."""
    named = tools.FILE.search(text)
    return bool(named and seen.codebase and seen.codebase.has(named[1]))


def _fault(file: str, line: int, text: str, proposal: str) -> Fault:
    return Fault(check=NAME, severity="warning", file=file, text=text, line=line, proposal=proposal)


CHECK = Check(name=NAME, title="Skills", run=run)
