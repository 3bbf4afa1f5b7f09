"""``dreamd diff``: what one step changed, line by line."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import click

from dreamd import completion, steps, terminal
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.memory import history

if TYPE_CHECKING:
    from dreamd.memory.store import Held

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("diff", short_help="Show what one step changed, line by line.")
@click.argument("step_id", metavar="ID", shell_complete=completion.steps)
@with_output
@pass_asked
def command(asked: Asked, step_id: str) -> None:
    """Show what one step changed in the files, as a unified diff."""
    _, repository, recorded = steps.find(asked.places, known(asked), step_id, asked.search)
    before = steps.files_before(repository, recorded)
    after = history.read(repository, recorded.commit)
    diffs = {name: _diff(name, before, after) for name in sorted(before.keys() | after.keys())}
    diffs = {name: lines for name, lines in diffs.items() if lines}
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
        for line in lines:
            click.secho(terminal.safe(line), fg=COLOURS.get(line[:1]))


def _diff(name: str, before: dict[str, Held], after: dict[str, Held]) -> list[str]:
    old, new = (
        files[name].data.decode(errors="replace").splitlines() if name in files else [] for files in (before, after)
    )
    return (
        list(difflib.unified_diff(old, new, name if name in before else "/dev/null", name, lineterm=""))
        if old != new
        else []
    )


COMMAND = command
