"""``dreamd forget``: moves an entry to the archive, or purges every copy of it."""

from __future__ import annotations

import click

from dreamd import caller, revising, revisions, terminal
from dreamd.commands import Asked, in_words, known, one, pass_asked, setting, with_common, with_output


@click.command("forget", short_help="Move an entry to the archive, or purge every copy of it.")
@click.argument("query", nargs=-1, required=True, callback=in_words)
@click.option("--purge", is_flag=True, help="Take out every copy that dreamd has, for good. It asks first.")
@click.option("--yes", is_flag=True, help="With --purge: do not ask.")
@with_output
@pass_asked
def command(asked: Asked, query: tuple[str, ...], *, purge: bool, yes: bool) -> None:
    """Move the entry that holds these words to the archive: no agent loads it, and it is not learned again.

    The archive, the history and the evidence keep it: dreamd undo brings it back. With --purge nothing of ours keeps
    it, and nothing brings it back: neither archive, history, evidence, records of dreams, session texts nor the
    log. Skills, transcripts, backups and agents' own files that hold it are named. What holds the words among others is
    another statement: you are asked about each. Only a person can do this, at a terminal.
    """
    who, words = caller.caller(asked.environment, terminal=terminal.attended()), " ".join(query)
    if not who.person:
        revised = revising.refusal("not_said")
    elif purge:
        from dreamd import condemning  # noqa: PLC0415 (an entry is seldom purged)

        workspace = one(asked)
        revised = condemning.purge(asked, setting(asked), workspace, with_common(asked, known(asked)), words, yes=yes)
    else:
        revised = revising.archive(setting(asked), one(asked), words, "forgotten by the person")
    revisions.show(asked, revised)


COMMAND = command
