"""``dreamd check``: what is over its budget or out of order in a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import governed, inspection, instructions, ledger, promoting, state, terminal
from dreamd.commands import Asked, known, pass_asked, selected, with_common, with_output
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governed import Governed

OVER = 1
WHOLE = {"govern": "the memory"}
"""What a finding without a file is about."""


@click.command("check", short_help="Look for what is over budget or out of place; change nothing.")
@with_output
@pass_asked
@click.pass_context
def command(context: click.Context, asked: Asked) -> None:
    """Look over the memory: budgets, dead pointers, what does not belong at every start. Nothing is changed.

    Exits with 1 if anything is over its budget, so that it can be a pre-commit hook of a memory that you keep in git.
    """
    found = []
    auto = asked.config.resident.promote == "auto"
    waiting = promoting.waiting(promoting.look(asked.places, known(asked), asked.now_ns), auto=auto)
    with state.database(asked.places.database, look=True) as db:
        for workspace in with_common(asked, selected(asked)):
            told = instructions.read(workspace.project, asked.places)
            ours = ledger.statements(db, workspace.name)
            found += [(workspace.name, item) for item in inspection.findings(workspace, ours, told)]
            found += [(workspace.name, item) for item in _proposed(waiting.get(workspace.name, 0))]
            found += [(workspace.name, item) for item in _governed(governed.read(asked.places, workspace.name))]
    if asked.json:
        terminal.document({"findings": [{"workspace": name, **msgspec.structs.asdict(item)} for name, item in found]})
    else:
        for name, item in found:
            place = (
                f"{item.file}:{item.line}" if item.line else item.file or WHOLE.get(item.check, "all resident files")
            )
            terminal.say(f"{'OVER' if item.severity == 'blocking' else 'note'}  {name}  {place}: {item.text}")
            if item.proposal:
                terminal.say(f"      {item.proposal}", dim=True)
        if not found and not asked.quiet:
            terminal.say("Nothing is over its budget, and nothing is out of place.")
    context.exit(OVER if any(item.severity == "blocking" for _, item in found) else 0)


def _proposed(count: int) -> Iterator[Finding]:
    if count:
        text = f"{terminal.count(count, 'proposal')} for what is read at every start"
        yield Finding(check="promote", severity="warning", file="", text=text, proposal="Decide with: dreamd promote")


def _governed(known: Governed) -> Iterator[Finding]:
    """What is known since the memory was last looked over; it is not looked over here."""
    if sentence := governed.told(known):
        text, _, way = sentence.partition(": ")
        yield Finding(check="govern", severity="warning", file="", text=text, proposal=f"See them with: {way}")


COMMAND = command
