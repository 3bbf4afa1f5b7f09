"""``dreamd diff``: what one step changed, line by line."""

from __future__ import annotations

import click

from dreamd import completion, difference, steps, terminal
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.memory import history


@click.command("diff", short_help="Show what one step changed, line by line.")
@click.argument("step_id", metavar="ID", shell_complete=completion.steps)
@with_output
@pass_asked
def command(asked: Asked, step_id: str) -> None:
    """Show what one step changed in the files, as a unified diff."""
    _, repository, recorded = steps.find(asked.places, known(asked), step_id, asked.search)
    before = steps.files_before(repository, recorded)
    after = history.read(repository, recorded.commit)
    old, new = ({name: held.data for name, held in files.items()} for files in (before, after))
    diffs = difference.between(old, new)
    if asked.json:
        changes = recorded.step.changes
        terminal.document(
            {
                "changes": [
                    {"file": c.file, "op": c.op, "text": c.text, "was": c.was, "source": c.source} for c in changes
                ],
                "files": [{"file": name, "diff": "\n".join(lines)} for name, lines in diffs.items()],
            }
        )
        return
    for lines in diffs.values():
        terminal.difference(lines)


COMMAND = command
