"""Whether a text that somebody hands over to be kept is a machine's, or another's than theirs."""

from __future__ import annotations

import re

from dreamd import quoted
from dreamd.engines.embedded.authorship import foreign, own

PRINTED = re.compile(
    r"""\x1b\[ | ^\s*[bcdlps-][rwxsStT-]{9}[.+@]?\s | ^total\s\d+\s*$ | ^HTTP/\d | ^\s*(?:[│┃├└┌┐╭╰█▓]|[-=]{8,})
    | \b\d+\ (?:passed|failed|skipped|errors?|warnings?)\b.{0,40}\b(?:\d+\ \w+|in\ \d)
    | \b(?:passed|failed|errors?):\s*\d+.{0,20}\b(?:passed|failed|errors?):\s*\d
    | ^\s*(?:tool(?:\ result|\ output)?|output|stdout|stderr|result|exit\ code|工具输出|输出|日志)\s*[:：]
    | ^\s*(?:error|fatal|错误|警告)\s*[:：] | ^On\ branch\ \S+$ | ^Filesystem\s | \bUse%\s
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
"""What only programs write."""
COLUMNS = re.compile(r"^\S+(?: \S+)*(?:[ ]{2,}|\t)\S.*$", re.MULTILINE)
TABLE = 2
"""So many lines in columns are a table."""


def printed(text: str) -> bool:
    """Whether a program wrote it, or it carries a sign of another hand than the person's."""
    if any(part.why for part in quoted.parts(text)) or PRINTED.search(text) or len(COLUMNS.findall(text)) >= TABLE:
        return True
    return own(text).strip() != text.strip() or foreign(text)
