"""What ``confirm`` and ``forget`` did, for people and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import terminal

if TYPE_CHECKING:
    from dreamd.commands import Asked
    from dreamd.revising import Revised

SAID = {"confirmed": "Confirmed, in", "archived": "Archived, from", "known": "Confirmed before, in"}


def show(asked: Asked, revised: Revised) -> None:
    """Print it; refused it ends the command with 1."""
    if asked.json:
        terminal.document(revised)
    elif revised.outcome == "refused":
        terminal.warn(f"nothing changed: {revised.message.rstrip('.')}.")
        for entry in revised.entries:
            terminal.say(f"  {entry.text}  ({entry.topic})")
    elif not asked.quiet:
        (entry,) = revised.entries
        terminal.say(f"{SAID[revised.outcome]} {entry.file}: {entry.text}")
        if revised.id:
            terminal.say(f"  take back: dreamd undo {revised.id}")
    if revised.outcome == "refused":
        raise click.exceptions.Exit(1)
