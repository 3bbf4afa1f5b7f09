"""``dreamd why``: the entries that match, and the sentences they rest on."""

from __future__ import annotations

import click

from dreamd import explain, state, terminal
from dreamd.commands import Asked, in_words, pass_asked, selected, with_output
from dreamd.errors import ConfigError
from dreamd.memory import store


@click.command("why", short_help="Show the sentences an entry rests on.")
@click.argument("text", nargs=-1, required=True, callback=in_words)
@with_output
@pass_asked
def command(asked: Asked, text: tuple[str, ...]) -> None:
    """Show every entry that holds these words, and the sentences it rests on: who said them, when, in which session."""
    query = " ".join(text)
    if not query.strip():
        raise ConfigError("there are no words to look for", "Name some of the entry's: dreamd why WORDS")
    memories = [(workspace, store.read(workspace)) for workspace in selected(asked)]
    with state.database(asked.places.database, look=True) as db:
        found = [item for workspace, held in memories for item in explain.matching(db, workspace, held, query)]
        empty = not found and not any(explain.matching(db, workspace, held, "") for workspace, held in memories)
    if asked.json:
        terminal.document({"entries": found})
        return
    for item in found:
        terminal.say(f"{item.text}", bold=True)
        terminal.say(f"  in {item.topic} of {item.workspace}{f', retired {item.archived}' if item.archived else ''}")
        for quote in item.evidence:
            terminal.say(f"  {quote.date}  {quote.role}  {quote.ref}")
            terminal.say(f'    "{quote.quote}"')
        if not item.evidence:
            terminal.say("  written by somebody else, or before dreamd; its source is not known")
    if empty:
        terminal.say("Nothing was learned here yet. Dream with: dreamd once")
    elif not found:
        terminal.say(f"No entry holds: {query}")


COMMAND = command
