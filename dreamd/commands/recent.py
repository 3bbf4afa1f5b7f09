"""``dreamd recent``: what moved lately."""

from __future__ import annotations

import click

from dreamd import recent, start, state, terminal
from dreamd.commands import Asked, here, pass_asked, with_common, with_output


@click.command("recent", short_help="Show which topics and projects moved lately.")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Show which topics of this project's memory changed in 7 days, and which projects were touched in 30, from git."""
    chosen = with_common(asked, here(asked))
    with state.database(asked.places.database, look=True) as db:
        moved = recent.look(asked.places, chosen, state.workspaces(db), asked.search, asked.now_ns)
        text = start.lately(asked.places, chosen, db, moved)
    if asked.json:
        terminal.document({"text": text})
        return
    for line in text.split("\n") if text else ["Nothing moved lately."]:
        terminal.say(line)


COMMAND = command
