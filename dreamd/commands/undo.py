"""``dreamd undo``: takes back a step, or one entry of it."""

from __future__ import annotations

import click

from dreamd import caller, changes, completion, steps, terminal, undoing
from dreamd.commands import Asked, known, pass_asked, setting, with_output
from dreamd.config import Config
from dreamd.errors import PolicyViolation


@click.command("undo", short_help="Take back a step, or one entry of it.")
@click.argument("step_id", metavar="ID", shell_complete=completion.steps)
@click.option(
    "--entry", "number", type=click.IntRange(min=1), default=None, help="Only this change; see: dreamd show ID"
)
@with_output
@pass_asked
def command(asked: Asked, step_id: str, number: int | None) -> None:
    """Take back a step, or one entry of it. What you take back is not learned again from the same sentences.

    Files that nobody touched since come back byte for byte; in others each entry is taken back by itself, and one that
    was changed since is refused and explained.

    An agent may take back only what it kept on its own word; what you said, did or decided, you take back yourself.
    """
    workspace, _, recorded = steps.find(asked.places, known(asked), step_id, asked.search)
    if caller.caller(asked.environment, terminal=True).marked and not steps.unheard(recorded.step):
        only = "only a person takes back what rests on more than an agent's own word"
        raise PolicyViolation(only, f"Let the person run it: dreamd undo {recorded.step.id}")
    asked.config = Config()  # an undo goes by no setting, and works where they are not valid
    result = undoing.take_back(setting(asked), workspace, recorded, number or 0)
    if asked.json:
        taken = [{"file": c.file, "op": c.op, "text": c.text, "source": c.source} for c in result.changes]
        left = {"kept": result.kept, "conflicts": result.conflicts}
        terminal.document({"id": result.id, "workspace": workspace.name, "changes": taken, **left})
        return
    for change in result.changes:
        terminal.say(f"  {changes.line(change)}")
    for conflict in result.conflicts:
        terminal.say(f"  stays: {conflict}")
    for name in result.kept:
        terminal.say(f"  {name} was changed a moment ago and is left as it is")
    meant = f"change {number} of {recorded.step.id}" if number else recorded.step.id
    terminal.say(
        f"Took back {meant} in step {result.id}." if result.id else f"Of {meant} nothing is left to take back."
    )


COMMAND = command
