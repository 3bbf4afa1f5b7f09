"""Whether a text that somebody hands over to be kept is a machine's, or another's than theirs."""

from __future__ import annotations

import re

from dreamd import quoted
from dreamd.engines.embedded.authorship import foreign, own

LABELS = (
    r"tool|output|stdout|stderr|result|exit\ code|assistant|system|file\ contents?|web\ ?page(?:\ contents?)?|readme"
    r"|工具(?:输出|返回|结果)|(?:命令)?输出|日志|助手|系统(?:提示|消息)?|文件内容|网页(?:内容)?|返回(?:结果|值|内容)?|执行结果"
)
"""What stands before the words of a program, a page or an agent."""
PRINTED = re.compile(
    rf"""\x1b\[ | ^\s*[bcdlps-][rwxsStT-]{{9}}[.+@]?\s | ^total\s\d+\s*$ | ^HTTP/\d | ^\s*(?:[│┃├└┌┐╭╰█▓]|[-=]{{8,}})
    | \b\d+\ (?:passed|failed|skipped|errors?|warnings?)\b.{{0,40}}\b(?:\d+\ \w+|in\ \d)
    | \b(?:passed|failed|errors?):\s*\d+.{{0,20}}\b(?:passed|failed|errors?):\s*\d
    | ^\s*(?:{LABELS})(?:[\ _](?:results?|outputs?|calls?|messages?|prompt|contents?))?\s*(?:如下|显示)?\s*[:：]
    | ^(?:日志|网页|命令输出)显示 | ^\w+_\w*(?:call|output|result)\w*:
    | ^\s*(?:\w+:\s)?(?:error|fatal|错误|警告)(?:\[\w+\])?\s*[:：]
    | ^On\ branch\ \S+$ | ^Filesystem\s | \bUse%\s
    | ^(?:\S+:\ ){{1,2}}.{{0,60}}
      (?:command\ not\ found|permission\ denied|no\ such\ file|syntax\ error|error\ response\ from)
    | ^(?:\w+\ )*exit(?:ed)?\ (?:with\ )?(?:status|code)\ \d+\W*$ | \(core\ dumped\) | ^diff\ --git\b | ^@@\ -\d
    | \bicmp_seq= | \buid=\d | \bSMP\b.*\b(?:x86_64|aarch64)\b | ^(?:query\ )?ok,?\ [\d(] | ^ok\s+\S+\s+[\d.]+s$
    | ^(?:added|removed|audited|changed|installed|updated)\ \d+\ \w+
    | ^successfully\ (?:installed|built|tagged|pushed)\b
    | ^(?:already|everything)\ up[- ]to[- ]date\W*$ | ^nothing\ to\ commit\b | ^your\ branch\ is\ (?:ahead|behind|up)
    | (?-i:^[A-Z]{{2,}}(?:\ +[A-Z][A-Z-]+){{2,}}[ ]*\n) | :\ connection\ refused\b | ^ping\ \S+\ \(
    | ^according\ to\ (?!our|my|the\ (?:rules?|policy|contract))
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
"""What only programs write, or somebody who passes on another's words."""
COLUMNS = re.compile(r"^\S+(?: \S+)*(?:[ ]{2,}|\t)\S.*$", re.MULTILINE)
TABLE = 2
"""So many lines in columns are a table."""
ITEM = re.compile(r"\s*[-*+•]\s")
LINES = 2
"""A statement of a person's own is one sentence, which a terminal may wrap once."""


def printed(text: str) -> bool:
    """Whether a program wrote it, it was pasted, or it carries a sign of another hand than the person's."""
    if any(part.why for part in quoted.parts(text)) or PRINTED.search(text) or len(COLUMNS.findall(text)) >= TABLE:
        return True
    lines = [line for line in text.splitlines() if line.strip()]
    listed = sum(bool(ITEM.match(line)) for line in lines)
    return len(lines) > LINES or listed == LINES or own(text).strip() != text.strip() or foreign(text)
