"""``dreamd check``: what is over its budget or out of order in a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import (
    budgets,
    governed,
    inspection,
    instructions,
    ledger,
    promoting,
    recent,
    resident,
    start,
    state,
    terminal,
)
from dreamd.commands import Asked, known, pass_asked, selected, with_common, with_output
from dreamd.memory.layout import COMMON
from dreamd.records import Finding

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from dreamd.governed import Governed
    from dreamd.memory.layout import Workspace

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
            besides = budgets.besides(asked.places, workspace)
            found += [(workspace.name, item) for item in inspection.findings(workspace, ours, told, besides)]
            found += [(workspace.name, item) for item in _cut(asked, workspace, db)]
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


def _cut(asked: Asked, workspace: Workspace, db: sqlite3.Connection) -> Iterator[Finding]:
    """What an agent whose hook may say less than the budget is not told at its start."""
    chosen = with_common(asked, [] if workspace.name == COMMON else [workspace])
    for agent, units in resident.HOOK_CHARS.items():
        layer = start.text(asked.places, chosen, db, recent.NOTHING, agent, index=False)
        if layer.left_out and not layer.over:
            told = (
                f"{terminal.count(layer.left_out, 'entry')} did not fit into the {units} characters that {agent} takes"
            )
            yield Finding(check="budget", severity="blocking", file="", text=told, proposal=inspection.WAYS)


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
