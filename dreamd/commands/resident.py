"""``dreamd resident``: what an agent has at its start."""

from __future__ import annotations

import click

from dreamd import recent, start, state, terminal
from dreamd.commands import Asked, here, pass_asked, with_common, with_output


@click.command("resident", short_help="Print what an agent should know at its start.")
@click.option("--agent", metavar="NAME", default="", help="Whose start it is, such as claude-code.")
@click.option("--index", is_flag=True, help="Print the index of topics, too, for an agent that does not load it.")
@with_output
@pass_asked
def command(asked: Asked, *, agent: str, index: bool) -> None:
    """Print the resident layer: who the person is, how to work, what moved lately; at most 12 KB.

    Acts on the project you stand in, behind what is true in every project. Nothing is changed. What does not fit is
    left out entry by entry, and the last line says so.
    """
    chosen = with_common(asked, here(asked))
    with state.database(asked.places.database, look=True) as db:
        moved = recent.look(asked.places, chosen, state.workspaces(db), asked.search, asked.now_ns)
        layer = start.text(asked.places, chosen, db, moved, agent, index=index)
    if asked.json:
        terminal.document(layer)
        return
    if not layer.text:
        if not asked.quiet:
            terminal.warn("nothing is remembered here yet")
        return
    for line in [*([*layer.index.split("\n"), ""] if layer.index else []), *layer.text.split("\n")]:
        terminal.say(line)


COMMAND = command
