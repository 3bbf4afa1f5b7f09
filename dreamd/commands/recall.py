"""``dreamd recall``: what memory holds on a question."""

from __future__ import annotations

import click

from dreamd import clock, recall, recalled, state, terminal
from dreamd.commands import Asked, in_words, pass_asked, selected, with_common, with_output


@click.command("recall", short_help="Answer a question from memory, within a budget of bytes.")
@click.argument("query", nargs=-1, required=True, callback=in_words)
@click.option(
    "--bytes",
    "size",
    type=click.IntRange(min=recall.LEAST_BYTES),
    default=recall.BYTES,
    show_default=True,
    help="What the answer may take.",
)
@with_output
@pass_asked
def command(asked: Asked, query: tuple[str, ...], size: int) -> None:
    """Lead a question to one or two topics of memory, and show the entries that speak of it, with dates and source.

    Nothing is changed. What is old, inferred, not written by dreamd, or gone from the repository is marked.
    """
    chosen = with_common(asked, selected(asked))
    with state.database(asked.places.database, look=True) as db:
        found = recall.answer(asked.places, chosen, db, " ".join(query), clock.date(asked.now_ns), size)
    if asked.json:
        terminal.document(found)
    elif found.entries:
        for line in recalled.lines(found):
            terminal.say(line)
    else:
        terminal.say("Memory holds nothing on that.")


COMMAND = command
