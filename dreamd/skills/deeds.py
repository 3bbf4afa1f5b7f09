"""What an agent did, as steps of a procedure: what it lists, what it says it did, the commands of its calls; pure."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

COMMAND_CHARS, MOST_COMMANDS = 200, 8
NAMED = re.compile(r"\"(?:command|cmd)\"\s*:\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|\[[^\[\]]*\])")
"""Where agents' shells are given what to run."""
SHELLS = frozenset({"sh", "bash", "zsh"})
LOOKING = re.compile(
    r"(?:ls|cat|pwd|cd|echo|head|tail|which|find|grep|rg|sed -n|wc|true|sleep|env|type|test)\b(?![^|]*\|)"
)
"""A command that only looks around, and is no step by itself."""
MARK = re.compile(
    r"(?:(?<=\s)|^)(?:(\d{1,2})[.)、](?!\d)|([①-⑨])|第([一二三四五六七八九])步[，,：:]?)[ \t]*(?=\S)", re.MULTILINE
)
SIGNS = ("①②③④⑤⑥⑦⑧⑨", "一二三四五六七八九")
ASKS = re.compile(r"[?？:：👇]\s*$")
LEAST = 2
"""Items of what is a list."""


def listed(reply: str) -> list[str]:
    """The items that the reply numbers from 1 on, in a line or each on its own; empty where it asks them."""
    found: list[tuple[int, int]] = []
    for match in MARK.finditer(reply):
        if _number(match) == len(found) + 1:
            found.append((match.start(), match.end()))
    ends = [*(start for start, _ in found[1:]), len(reply)]
    lines = [reply[stop:end].partition("\n")[0] for (_, stop), end in zip(found, ends, strict=False)]
    items = [line.strip(" \t,，;；") for line in lines]
    return items if len(items) >= LEAST and not any(map(ASKS.search, items)) else []


def _number(match: re.Match[str]) -> int:
    if match[1]:
        return int(match[1])
    return (SIGNS[0] if match[2] else SIGNS[1]).index(match[2] or match[3]) + 1


def command(call: str) -> str:
    """The command that a tool was called with, on its one line; empty where it is none, or only looks around.

    Args:
        call: the tool's name and what it was given, as transcripts tell it.
    """
    match = NAMED.search(call)
    if not match:
        return ""
    try:
        given = json.loads(match["value"])
    except ValueError:
        return ""
    words = given if isinstance(given, list) else []
    inner = words[2] if len(words) > 2 and str(words[0]).rpartition("/")[2] in SHELLS else None  # noqa: PLR2004 (sh -c ...)
    line = str(inner or (shlex.join(map(str, words)) if words else given)).strip()
    fits = line.isprintable() and not any(sign in line for sign in ("`", "<!--", "-->")) and len(line) <= COMMAND_CHARS
    return line if fits and not LOOKING.match(line) else ""


def together(steps: Sequence[str], commands: Iterable[str], run: str) -> Iterator[str]:
    """The steps, each with the commands that it names; the others behind them.

    Args:
        steps: in words.
        commands: in the order in which they ran.
        run: how a step says that a command is to be run, with ``{}`` for it.
    """
    left = list(dict.fromkeys(commands))[:MOST_COMMANDS]
    for step in steps:
        mine = [line for line in left if _names(step, line)]
        left = [line for line in left if line not in mine]
        yield _with(step, mine, run) if mine else step
    yield from (run.format(f"`{line}`") for line in left)


def _with(step: str, commands: Sequence[str], run: str) -> str:
    told = ", ".join(f"`{line}`" for line in commands)
    bare = step.strip("` .")
    return run.format(told) if any(line.startswith(bare) for line in commands) else f"{step.rstrip(' .')}: {told}"


def _names(step: str, line: str) -> bool:
    """Whether the step names the program, with what it is to do."""
    program = " ".join(line.split()[:2])
    return re.search(rf"(?<![\w/-]){re.escape(program)}(?![\w-])", step, re.IGNORECASE) is not None
