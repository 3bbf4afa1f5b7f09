"""What ``confirm`` and ``forget`` did, for people and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import terminal

if TYPE_CHECKING:
    from dreamd.commands import Asked
    from dreamd.revising import Revised

STILL = "It still stands in these files, which a purge does not change; look at each:"
ELSEWHERE = "What was exported, or copied elsewhere, is not known here."
SAID = {"confirmed": "Confirmed, in", "archived": "Archived, from", "known": "Confirmed before, in"}


def show(asked: Asked, revised: Revised) -> None:
    """Print it; refused it ends the command with 1."""
    if asked.json:
        terminal.document(revised)
    elif revised.outcome == "refused":
        terminal.warn(f"nothing changed: {revised.message.rstrip('.')}.")
        for entry in revised.entries:
            terminal.say(f"  {entry.text}  ({entry.topic})")
    elif revised.outcome == "purged":
        _purged(revised, quiet=asked.quiet)
    elif not asked.quiet:
        (entry,) = revised.entries
        terminal.say(f"{SAID[revised.outcome]} {entry.file}: {entry.text}")
        if revised.id:
            terminal.say(f"  take back: dreamd undo {revised.id}")
    if revised.outcome == "refused":
        raise click.exceptions.Exit(1)


def _purged(revised: Revised, *, quiet: bool) -> None:
    """Each entry that went, a last time; with ``--yes`` nobody has been shown it."""
    if not quiet:
        for entry in revised.entries:
            terminal.say(f"  {entry.workspace}  {entry.file}: {entry.text}")
        terminal.say("Purged: no copy of it is left in dreamd's memories, history, records, session texts and log.")
        terminal.say("It is not learned again, unless you type it.")
    if revised.left:
        terminal.say(STILL)
    for path in revised.left:
        terminal.say(f"  {path}")
    if not quiet:
        terminal.say(ELSEWHERE)
