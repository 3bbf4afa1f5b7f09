"""``dreamd forget``: moves an entry to the archive."""

from __future__ import annotations

import click

from dreamd import caller, revising, revisions, terminal
from dreamd.commands import Asked, in_words, one, pass_asked, setting, with_output


@click.command("forget", short_help="Move an entry to the archive.")
@click.argument("query", nargs=-1, required=True, callback=in_words)
@with_output
@pass_asked
def command(asked: Asked, query: tuple[str, ...]) -> None:
    """Move the entry that holds these words to the archive: no agent loads it, and it is not learned again.

    The archive, the history and the evidence keep it: dreamd undo brings it back. Only a person can do this, at a
    terminal.
    """
    who = caller.caller(asked.environment, terminal=terminal.attended())
    if not who.person:
        revised = revising.refusal("not_said")
    else:
        revised = revising.archive(setting(asked), one(asked), " ".join(query), "forgotten by the person")
    revisions.show(asked, revised)


COMMAND = command
