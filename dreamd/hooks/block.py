"""Our block in the text of an instruction file: found, put where it stood or at the end, taken out; pure."""

from __future__ import annotations

import re

from dreamd.errors import ConfigError
from dreamd.hooks.calling import ours
from dreamd.hooks.patch import Insertion

BEGIN = "<!-- dreamd: begin (dreamd hooks uninstall takes this block away) -->"
END = "<!-- dreamd: end -->"
BLOCK = re.compile(r"^<!-- dreamd: begin\b.*?^<!-- dreamd: end -->[ \t]*(?:\r?\n|\Z)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"^<!-- dreamd: (?:begin|end)\b", re.MULTILINE)
LEFT = re.compile(r"(?P<kept>(?:\A|\n))\r?\n\Z")
"""The blank line before the block."""


def body(command: str) -> str:
    """The block. The command stands in a fence, where an ``@`` in a path imports nothing."""
    return f"""{BEGIN}
## Memory

Once at the start of a session, before you answer, run this command and read what it prints: whom you work for, how to
work here, what moved lately. If it fails or prints nothing, go on without it.

```sh
{command}
```
{END}
"""


def differs(text: str, command: str) -> str | None:
    """How our block differs from what we would write; empty where it does not.

    Returns:
        ``None`` where there is none.

    Raises:
        ConfigError: one of its marks is gone.
    """
    found = _blocks(text)
    if not found:
        return None
    if len(found) > 1:
        return f"it stands there {len(found)} times"
    lines = [line.rstrip() for line in found[0][0].splitlines()]
    if lines == body(command).splitlines():
        return ""
    if command in lines:
        return "it was changed by hand"
    return "it calls: " + next((line for line in lines if ours(line)), "nothing")


def put(text: str, command: str, at: int | None = None) -> Insertion:
    """What puts our block into a text without it: behind it, or where another of ours stood (``stood``)."""
    newline = "\r\n" if 2 * text.count("\r\n") > text.count("\n") else "\n"
    before = text if at is None or at > len(text) else text[:at]
    empty = not before.removeprefix("\ufeff")
    apart = "" if empty else "\n" if before.endswith("\n") else "\n\n"
    return Insertion(len(before), (apart + body(command)).replace("\n", newline))


def stood(text: str) -> int | None:
    """Where our block begins in the text that ``take`` leaves; ``None`` where there is none, or more than one.

    Raises:
        ConfigError: one of its marks is gone.
    """
    found = _blocks(text)
    return len(LEFT.sub(r"\g<kept>", text[: found[0].start()])) if len(found) == 1 else None


def take(text: str) -> str:
    """The text without our block, and without the blank line that we put before it.

    Raises:
        ConfigError: one of its marks is gone.
    """
    for found in reversed(_blocks(text)):
        text = LEFT.sub(r"\g<kept>", text[: found.start()]) + text[found.end() :]
    return text


def _blocks(text: str) -> list[re.Match[str]]:
    found = list(BLOCK.finditer(text))
    if any(len(MARK.findall(one[0])) != 2 for one in found) or len(MARK.findall(text)) != 2 * len(found):  # noqa: PLR2004 (begin, end)
        raise ConfigError(f"the marks of our block ({BEGIN[:18]} ..., {END}) are not in pairs")
    return found
