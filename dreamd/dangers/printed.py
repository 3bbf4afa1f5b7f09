"""Whether a block of a memory is what a program printed, and no statement; pure.

A statement that cites an error, a value or a command is one: a program's words must be most of it.
"""

from __future__ import annotations

import re

from dreamd.dangers.flattened import flattened
from dreamd.memory.entry import BRACKET, FLAG, ITEM
from dreamd.telltales import telltales

MARKS = (
    *(
        "package",
        "cloning",
        "commit",
        "container",
        "critical",
        "debug",
        "diff",
        "err",
        "exit",
        "fail",
        "fatal",
        "filesystem",
    ),
    *(
        "function",
        "goroutine",
        "http",
        "info",
        "notice",
        "observation",
        "branch",
        "output",
        "panic",
        "passed",
        "pid",
        "reading",
    ),
    *("remote", "require", "segment", "status", "std", "success", "test", "tool", "trace", "warn", "exception", "drwx"),
)
"""Without one of these words, or of these signs, no English line is a program's."""
SIGNS = re.compile(r"[<\"$%@\[{\x1b]|:\d+:\d|^\w+: \S+: |\d\d:\d\d|\(\S+:\d|  \S")
IN_SIGNS = ("<", '"', "$", "%", "@", "[", "{", "\x1b", ":", "  ")
WORTH = telltales([MARKS])
STRONG = re.compile(
    r"\x1b\[|\\x1b\[|\\u001b\[|^Traceback \(most recent call last\)|\bTraceback \(most recent call last\):"
    r"|^\s*at [\w.$<>]+ ?\([^)]*:\d+(?::\d+)?\)|^HTTP/\d(?:\.\d)? \d{3}\b"
    r"|^[\[(]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?\S*[\])]?\s+[\[(]?(?:\S+\s+)?(?:ERROR"
    r"|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL)\b"
    r"|^[\[(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|CRITICAL)[\])]?:? .{0,80}\b\d\d:\d\d:\d\d|^(?:npm|yarn"
    r"|pnpm) (?:ERR!|WARN|error|notice)\b|^diff --git |^@@ -\d+(?:,\d+)? \+\d+"
    r"|^\s*[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]?\s+\d+\s|\b[bcdlps-](?:[r-][w-][xsStT-]){3}\s+\d+\s+\w+\s+\w+\s+\d+\s"
    r"|^\s*[\[{]\s*\"[\w.-]+\"\s*:\s*[\"\[{\d\w].*[\"\w}\]]\s*,?\s*\"[\w.-]+\"\s*:|^\s*\[\s*\{\s*\""
    r"|^\s*<(?:!DOCTYPE|html|head|body|div|script|table|\?xml)\b"
    r"|^(?:tool[ _-]?(?:result|output|call|response)s?|function[ _]?(?:result|output)|std(?:out|err)"
    r"|command output|output of|observation|raw output|console output|exit code|工具(?:输出|结果|返回)"
    r"|命令输出|原始输出"
    r"|控制台输出|执行结果|返回结果|输出结果)\s*(?:\([^)]*\)|（[^）]*）)?\s*[:：]"
    r"|<(?:tool_result|function_results?|tool_output|stdout|output)>|\bNAME\s+READY\s+STATUS\b"
    r"|\bCONTAINER ID\s+IMAGE\b|\bFilesystem\s+(?:1K-blocks|Size)\s+Used\b|\bPID\s+(?:USER|TTY)\b"
    r"|% Total\s+% Received"
    r"|(?<!=)={3,}.{0,40}\b\d+ (?:passed|failed)\b|\bTests?:\s+(?:\d+ \w+,\s*)*\d+ (?:passed|failed|total)\b"
    r"|^\d+ (?:passed|failed)(?:, \d+ \w+)* in \d|^\$ \S+.*(?:\n|\s{2,}|\s>\s)|^(?:root"
    r"|[\w-]+)@[\w.-]+:\S*[#$]\s"
    r"|^On branch \S+\s+(?:Your branch|nothing|Changes)|^Reading package lists|^(?:Successfully"
    r"|Requirement already) (?:built|installed|satisfied)|\badded \d+ packages?,? (?:and|in)\b"
    r"|^Cloning into '|^remote: (?:Enumerating|Counting|Compressing)"
    r"|^fatal: (?:not a|refusing|could not|unable|remote)|^(?:ba|z|da)?sh: (?:line \d+: )?\S+: "
    r"|^\S+\.\w+(?::\d+:\d+|\(\d+,\d+\)):? (?:- )?(?:error|warning|note|undefined|cannot)\b|^thread '\S+' panicked at "
    r"|^psql: error|^goroutine \d+ \[|^panic: |^Exception in thread|^Segmentation fault|^(?:fatal"
    r"|error): .{0,120}\n.*(?:hint|error|fatal): |^commit [0-9a-f]{40}\b"
    r"|^[0-9a-f]{8}\s+(?:[0-9a-f]{2}\s+){8}",
    re.MULTILINE,
)
LINE = re.compile(
    r"^\s*(?:[\[(]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[\[(]?\d\d:\d\d:\d\d\b|\w{3} +\d{1,2} \d\d:\d\d:\d\d "
    r"|(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL|FAIL|PASS)\b[\s:]|\[(?:ERROR|WARNING|INFO|DEBUG|WARN)\]"
    r"|File \"[^\"]+\", line \d|at \S+ ?\(|Caused by: |\S+\.\w{1,5}:\d+(?::\d+)?: (?:error|warning|note)"
    r"|[\w.]+(?:Error|Exception): |level=\w+ |\+\+\+ |--- [ab]/|[│┃├└┌┐╭╰█▓]|[✓✔✗✘⚠] |\d+%\s*[|█]"
    r'|"[\w.-]+"\s*:\s|[}\]],?\s*$|[{\[]\s*$|\S+\s{2,}\S+\s{2,}\S+)'
)
MOST = 0.5
"""Share of its lines."""
LEAST, LONG = 2, 500
CODE = re.compile(r"`[^`\n]+`")
FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})[^\n]*$", re.MULTILINE)
ICON = re.compile(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=]+")
BLOB = re.compile(r"(?<![\w/+=.-])[A-Za-z0-9+/]{160,}={0,2}(?![\w/+=-])")


def machine(raw: str) -> bool:
    """Whether most of the block is a program's.

    Args:
        raw: its lines as they stand.
    """
    fenced = bool(FENCE.match(raw))
    text = FENCE.sub("", raw) if "```" in raw or "~~~" in raw else raw
    text = ICON.sub(" ", text) if "base64," in text else text
    item = ITEM.match(text)
    bare = FLAG.sub("", BRACKET.sub("", item[1] if item else text)).strip()
    whole = CODE.fullmatch(bare)
    said = bare.strip("`") if whole else CODE.sub("…", bare)
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    low = "\n".join(lines).lower()
    if not lines:
        return False
    if not (fenced or whole) and flattened(bare):
        return True
    if low.isascii() and len(low) < LONG and not _signed(low) and not WORTH(low):
        return False
    printed = sum(bool(LINE.match(line)) for line in lines)
    strong = STRONG.search("\n".join(lines)) or _unspoken(lines)
    if fenced:
        return printed >= LEAST + 1 and bool(strong)
    return bool(strong) or BLOB.search(said) is not None or (printed >= LEAST and printed > MOST * len(lines))


def _signed(text: str) -> bool:
    return any(sign in text for sign in IN_SIGNS) and SIGNS.search(text) is not None


SPOKEN = re.compile(r"[A-Za-z][a-z'’-]*[.,;:!?)]*|[\u3400-\u9fff].*")
"""A word that a person writes."""
WORDS, PROSE = 12, 0.55
"""So many words; people write at least that share of theirs in letters alone."""
BANNER = re.compile(r"(?:^|\s)[=#*_]{5,}(?:\s|$)|\[\s*\d+%\]|\bE\s{1,3}\w+(?:Error|Exception)\b")
"""What frames a program's output."""


def _unspoken(lines: list[str]) -> bool:
    """Whether few of the words are such as people write, in a frame such as programs print."""
    said = " ".join(line for line in lines if not line.startswith("|"))  # a table's rows are a person's
    words = said.split()
    if len(words) < WORDS or not BANNER.search(said):
        return False
    return sum(bool(SPOKEN.fullmatch(word)) for word in words) <= PROSE * len(words)
