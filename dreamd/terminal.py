"""What people see: text made safe, JSON documents."""

from __future__ import annotations

import shutil
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

import click

from dreamd import codec

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
HANGING = 2
"""Columns by which the rest of a long line is set in."""
JOINERS = "\u200c\u200d"
"""Needed inside emoji and several scripts; they reorder nothing."""


COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def safe(text: str) -> str:
    """The text with control, bidirectional and other invisible characters made visible: learned text is not ours."""
    return "".join(
        f"\\u{ord(sign):04x}" if unicodedata.category(sign) in HIDDEN and sign not in JOINERS else sign for sign in text
    )


def say(text: str = "", *, dim: bool = False, bold: bool = False, column: int | None = None, cut: bool = False) -> None:
    """Print one line of ours, with ``text`` made safe; on a terminal it is wrapped between words, or cut.

    Args:
        text: the line.
        dim: paler than the rest.
        bold: bolder.
        column: where the rest of a long line begins; a little to the right of its indent where it is ``None``.
        cut: on a terminal the rest of a long line is left out.
    """
    line = safe(text)
    if sys.stdout.isatty():
        line = _cut(line) if cut else _wrapped(line, column)
    click.echo(click.style(line, dim=dim or None, bold=bold or None) if dim or bold else line)


def _cut(line: str) -> str:
    """As much of it as one line takes, in whole words."""
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return indent + textwrap.shorten(line, shutil.get_terminal_size().columns - len(indent), placeholder=" ...")


def _wrapped(line: str, column: int | None = None) -> str:
    indent = len(line) - len(line.lstrip(" "))
    hanging = " " * (min(indent + HANGING, 20) if column is None else column)
    width = shutil.get_terminal_size().columns
    return textwrap.fill(line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def difference(lines: Iterable[str]) -> None:
    """Print the lines of a unified diff as they are, made safe, in the colours that people know."""
    for line in lines:
        click.secho(safe(line), fg=COLOURS.get(line[:1]))


def attended() -> bool:
    """Whether a person can answer here."""
    return sys.stdin is not None and sys.stdin.isatty()


def agree(question: str, *, err: bool = False) -> None:
    """Ask the person; a no ends the command.

    Raises:
        Exit: they said no; the code is 1.
    """
    if not click.confirm(question, err=err):
        warn("not done; nothing was changed")
        raise click.exceptions.Exit(1)


def warn(text: str) -> None:
    """Print one line of ours on standard error, with ``text`` made safe; on a terminal it is wrapped, too."""
    line = safe(f"dreamd: {text}")
    click.echo(_wrapped(line) if sys.stderr.isatty() else line, err=True)


def place(path: Path, home: Path) -> str:
    """The path as people write it: ``~/.claude/projects`` where it lies below their home."""
    return f"~/{path.relative_to(home)}" if home in path.parents else str(path)


def document(value: object) -> None:
    """Print the one JSON document of ``--json``, in UTF-8 whatever the terminal's encoding."""
    click.echo(codec.shown(value))


def count(number: int, noun: str) -> str:
    """``1 session``, ``2 sessions``, ``2 entries``, ``2 days``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def when(time: str) -> str:
    """An ISO 8601 time in UTC, as people read it: ``2026-11-30 10:24 UTC``."""
    return f"{time[:10]} {time[11:16]} UTC"


def soon(time: str, now: str) -> str:
    """The same, without the date where that is today's."""
    return when(time).removeprefix(f"{now[:10]} ")
