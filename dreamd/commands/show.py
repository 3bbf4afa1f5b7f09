"""``dreamd show``: what one step changed, entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import bills, changes, completion, steps, terminal
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.memory import heads, history

if TYPE_CHECKING:
    from dreamd.memory.store import Held


@click.command("show", short_help="Show what one step changed, entry by entry.")
@click.argument("step_id", metavar="ID", shell_complete=completion.steps)
@with_output
@pass_asked
def command(asked: Asked, step_id: str) -> None:
    """Show what one step changed, entry by entry, with numbers for: dreamd undo ID --entry N."""
    workspace, repository, recorded = steps.find(asked.places, known(asked), step_id, asked.search)
    step = recorded.step
    undone = steps.taken_back(history.steps(repository)).get(step.id)
    if asked.json:
        terminal.document(
            {
                "id": step.id,
                "kind": step.kind,
                "time": step.time,
                "summary": step.summary,
                "workspace": workspace.name,
                "undone_by": undone.by if undone else (),
                "changes": [
                    {"file": c.file, "op": c.op, "text": c.text, "was": c.was, "source": c.source} for c in step.changes
                ],
            }
        )
        return
    cost = "".join(f", {told}" for told in bills.of_steps(asked.places, [step.id]).values())
    terminal.say(f"{step.id}  {terminal.when(step.time)}  {workspace.name}  {step.summary}{cost}", bold=True)
    if told := steps.told(step, undone):
        terminal.say(f"     {told}")
    for number, change in enumerate(step.changes, 1):
        terminal.say(f"{number:>4} {changes.line(change)}")
        if change.was:
            terminal.say(f"       was: {change.was}")
        terminal.say(f"       {change.topic}{f', {change.source}' if change.source else ''}", dim=True)
    before, after = steps.files_before(repository, recorded), history.read(repository, recorded.commit)
    for line in changes.heads(heads.changed(workspace, _bytes(before), _bytes(after))):
        terminal.say(f"     {line}")


def _bytes(files: dict[str, Held]) -> dict[str, bytes]:
    return {name: held.data for name, held in files.items()}


COMMAND = command
