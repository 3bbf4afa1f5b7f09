"""``dreamd split``: splits one file of a memory at its headings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dreamd import ordering, terminal
from dreamd.commands import Asked, known, one, pass_asked, setting, with_output
from dreamd.memory import store

if TYPE_CHECKING:
    from dreamd.memory.layout import Workspace
    from dreamd.ordering import Ordered

UNASKED = 2
HEADINGS = 4
"""Named in one line."""


@click.command("split", short_help="Split a file at its headings, word for word.")
@click.argument("file")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_output
@pass_asked
@click.pass_context
def command(context: click.Context, asked: Asked, file: str, *, yes: bool) -> None:
    """Split FILE (a topic's name, or a path) at its headings: each part becomes a topic that the index points to.

    Every byte stays as it is, whoever wrote it, and each heading stands in exactly one file; both are checked before
    anything is written. MEMORY.md keeps its pointers. It is shown first what becomes of what. Without a terminal
    nothing is done unless you say --yes; undo puts everything back.
    """
    workspace = _meant(asked, file)
    name = ordering.named(workspace, file)
    if not yes:
        planned = ordering.look(setting(asked), workspace, name)
        if asked.json or not terminal.attended():
            _show(asked, planned, "planned")
            terminal.warn("nothing was changed, since nobody is here to be asked; add --yes")
            context.exit(UNASKED)
        _show(asked, planned, "planned")
        terminal.agree("Split it so?")
    done = ordering.split(setting(asked), workspace, name)
    if yes:
        _show(asked, done, "split")
    if not (asked.json or asked.quiet):
        terminal.say(f"Split {name}. Take back: dreamd undo {done.id}")


def _meant(asked: Asked, file: str) -> Workspace:
    """The workspace whose file is named by its path, else the one that a command acts on."""
    path = Path(file).expanduser().absolute()
    if asked.workspace is None and path.is_file():
        for workspace in known(asked):
            if path.parent.resolve() in {store.place(workspace, name) for name in store.directories(workspace)}:
                return workspace
    return one(asked)


def _show(asked: Asked, ordered: Ordered, outcome: str) -> None:
    if asked.json:
        told = {"outcome": outcome, "id": ordered.id, "files": ordered.files, "findings": ordered.findings}
        terminal.document(told)
        return
    if asked.quiet:
        return
    kept, *new = ordered.files
    for item in new:
        terminal.say(f"  + {item.file}  {item.bytes} bytes: {_headings(item.headings)}")
        terminal.say(f"      {item.description}", dim=True)
    terminal.say(f"  = {kept.file}  {kept.bytes} bytes stay")
    for finding in ordered.findings:
        terminal.say(f"  {finding}")


def _headings(told: tuple[str, ...]) -> str:
    more = f" and {len(told) - HEADINGS} more" if len(told) > HEADINGS else ""
    return ", ".join(told[:HEADINGS]) + more


COMMAND = command
