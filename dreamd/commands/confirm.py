"""``dreamd confirm``: says of an entry that it is right, or that it is not."""

from __future__ import annotations

import click

from dreamd import caller, revising, revisions, terminal
from dreamd.commands import Asked, in_words, one, pass_asked, setting, with_output


@click.command("confirm", short_help="Say that an entry is right.")
@click.argument("query", nargs=-1, required=True, callback=in_words)
@click.option("--deny", is_flag=True, help="It is wrong: move it to the archive.")
@with_output
@pass_asked
def command(asked: Asked, query: tuple[str, ...], *, deny: bool) -> None:
    """Say that the entry that holds these words is right: its [unconfirmed] goes, and a rule is loaded from now on.

    Of an entry that dreamd did not write no byte changes; it counts as verified. With --deny the entry goes to the
    archive, and is not learned again from the same sentences. Only a person can do this, at a terminal.
    """
    who = caller.caller(asked.environment, terminal=terminal.attended())
    words = " ".join(query)
    if not who.person:
        revised = revising.refusal("not_said")
    elif deny:
        revised = revising.archive(setting(asked), one(asked), words, "denied by the person")
    else:
        revised = revising.confirm(setting(asked), one(asked), words)
    revisions.show(asked, revised)


COMMAND = command
