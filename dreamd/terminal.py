"""What people see: text made safe, JSON documents, progress on a terminal."""

from __future__ import annotations

import sys
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from dreamd import records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.commands import Asked
    from dreamd.worker.process import Told

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Needed inside emoji and several scripts; they reorder nothing."""


def safe(text: str) -> str:
    """The text with control, bidirectional and other invisible characters made visible: learned text is not ours."""
    return "".join(
        f"\\u{ord(sign):04x}" if unicodedata.category(sign) in HIDDEN and sign not in JOINERS else sign for sign in text
    )


def say(text: str = "", *, dim: bool = False, bold: bool = False) -> None:
    """Print one line of ours, with ``text`` made safe."""
    click.echo(click.style(safe(text), dim=dim or None, bold=bold or None))


def warn(text: str) -> None:
    """Print one line of ours on standard error, with ``text`` made safe."""
    click.echo(f"dreamd: {safe(text)}", err=True)


def document(value: object) -> None:
    """Print the one JSON document of ``--json``, in UTF-8 whatever the terminal's encoding."""
    click.echo(records.encode(value))


@contextmanager
def progress(asked: Asked, label: str) -> Iterator[Told]:
    """A progress bar on a terminal; silence in a pipe, under ``--json`` and under ``--quiet``."""
    if asked.json or asked.quiet or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr, show_eta=False) as bar:

        def told(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield told
