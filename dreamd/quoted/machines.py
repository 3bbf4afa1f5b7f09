"""What machines print: terminals, logs, traces, differences, and what they read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.quoted import structures
from dreamd.quoted.lines import lines, paragraphs, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.quoted.lines import Line, Span

may_hold = re.compile(
    r"[$#%❯➜{}\[\]()=|\\+:\"<⏺⎿●○◯╭╰─═━█▌✻✽⏵▶✓✔✗✘⚠►]|\d|//|/\*|[A-Z]{4}|Trace|(?:npm|yarn|pip|cargo) |>>>"
).search
"""A cheap look: without a match nothing is found."""
PROMPT = re.compile(
    r"(?:[\w.-]{1,40}@[\w.-]{1,60}[^\n$#%]{0,80}[$#%]|\([\w.-]{1,40}\)\s[^\n$#%]{0,80}[$#%]"
    r"|(?:PS )?[A-Z]:\\[^>]{0,120}>"
    r"|❯|➜)(?:\s|$)"
)
SHOWS = re.compile(
    r"\$ (?:sudo )?(?:cat|bat|less|more|head|tail|curl|wget|http|gh|git (?:show|log|diff)|type|pbpaste|man|echo)\b"
)
TERMINAL = re.compile(r"[$%]\s|[$%]$|>>> ")
PRINTED = re.compile(
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|\w{3} +\d{1,2} \d\d:\d\d:\d\d "
    r"|(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|PANIC|FAIL|FAILED|PASS|PASSED)\b[\s:]|\[(?:ERROR|WARNING|INFO|DEBUG|WARN)\]"
    r"|(?:fatal|error|remote|panic): |(?:npm|yarn|pnpm|pip|cargo) (?:warn|err!?|notice|error)\b|make(?:\[\d+\])?: "
    r"|Traceback\b|File \"[^\"]{1,300}\", line|at [\w.$<>]{1,200}\s?\(|\s*Caused by: |goroutine \d+"
    r"|[\w./-]{1,200}\.\w{1,5}:\d+(?::\d+)?: "
    r"|[\w.]{0,80}(?:Error|Exception|[a-z]Warning): |level=\w+ |//|/\*|<\||\[\d+/\d+\]"
    r"|[⏺⎿●○◯╭╰─═━█▌✻✽⏵▶✓✔✗✘⚠►]"
)
DIFF = re.compile(r"@@ |diff --git |\+\+\+ |--- [ab]/|Index: ")


def found(text: str) -> Iterator[Span]:
    """From what looks printed to the end of its paragraph; from a prompt that shows a text to the end."""
    all_lines = lines(text)
    prompts: list[int] = []
    for paragraph in paragraphs(all_lines):
        for number in paragraph:
            line = all_lines[number].text[:1_000]
            if PROMPT.match(line) or SHOWS.match(line):
                yield whole(all_lines, number, len(all_lines), "terminal")
                return
            if TERMINAL.match(line):
                prompts.append(number)
        if mark := _printed(all_lines, paragraph):
            yield whole(all_lines, mark[0], paragraph.stop, mark[1])
    if prompts:
        yield whole(all_lines, prompts[0], all_lines[prompts[-1]].last, "terminal")


def _printed(all_lines: list[Line], paragraph: range) -> tuple[int, str] | None:
    """Where a paragraph begins to be a machine's, and of which kind."""
    said = [all_lines[number].text[:1_000] for number in paragraph]
    for number, line in zip(paragraph, said, strict=True):
        if DIFF.match(line):
            return number, "diff"
        if PRINTED.match(line):
            return number, "log"
    kind, begins = structures.begins([all_lines[number] for number in paragraph])
    return (paragraph.start + begins, kind) if kind else None
