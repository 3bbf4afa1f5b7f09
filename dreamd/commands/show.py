"""``dreamd show``: what one step changed, entry by entry."""

from __future__ import annotations

import click

from dreamd import completion, steps, terminal
from dreamd.commands import Asked, known, pass_asked, with_output

SIGNS = {
    "add": "+",
    "update": "~",
    "confirm": "=",
    "retire": "-",
    "restore": "+",
    "new": "+",
    "remove": "-",
    "edit": "~",
}


@click.command("show", short_help="Show what one step changed, entry by entry.")
@click.argument("step_id", metavar="ID", shell_complete=completion.steps)
@with_output
@pass_asked
def command(asked: Asked, step_id: str) -> None:
    """Show what one step changed, entry by entry, with numbers for: dreamd undo ID --entry N."""
    workspace, _, recorded = steps.find(asked.places, known(asked), step_id, asked.search)
    step = recorded.step
    if asked.json:
        terminal.document(
            {
                "id": step.id,
                "kind": step.kind,
                "time": step.time,
                "summary": step.summary,
                "workspace": workspace.name,
                "changes": [
                    {"file": c.file, "op": c.op, "text": c.text, "was": c.was, "source": c.source} for c in step.changes
                ],
            }
        )
        return
    terminal.say(f"{step.id}  {terminal.when(step.time)}  {workspace.name}  {step.summary}", bold=True)
    for number, change in enumerate(step.changes, 1):
        terminal.say(f"{number:>4} {SIGNS[change.op]} {change.text}")
        if change.was:
            terminal.say(f"       was: {change.was}")
        terminal.say(f"       {change.topic}{f', {change.source}' if change.source else ''}", dim=True)


COMMAND = command
