"""``dreamd history``: every step that changed a memory."""

from __future__ import annotations

import click

from dreamd import bills, steps, terminal
from dreamd.commands import Asked, pass_asked, selected, with_output
from dreamd.memory import history
from dreamd.records import Record


class Row(Record, frozen=True):
    """One step."""

    id: str
    kind: str
    time: str
    summary: str
    workspace: str


@click.command("history", short_help="List the steps that changed a memory.")
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="How many, newest first.")
@click.option("--all", "everywhere", is_flag=True, help="Every workspace, wherever you stand.")
@with_output
@pass_asked
def command(asked: Asked, count: int, *, everywhere: bool) -> None:
    """List the steps that changed a memory (dreams, undos, what you had it remember), newest first."""
    rows = [
        Row(
            id=item.step.id,
            kind=item.step.kind,
            time=item.step.time,
            summary=item.step.summary,
            workspace=workspace.name,
        )
        for workspace in selected(asked, everywhere=everywhere)
        for item in history.steps(steps.repository(asked.places, workspace, asked.search))
        if item.step.kind != "found"
    ]
    rows = sorted(rows, key=lambda row: row.time, reverse=True)[:count]
    if asked.json:
        terminal.document({"steps": rows})
        return
    costs = bills.of_steps(asked.places, [row.id for row in rows])
    for row in rows:
        cost = f", {costs[row.id]}" if row.id in costs else ""
        terminal.say(f"{row.id}  {terminal.when(row.time)}  {row.workspace}  {row.summary}{cost}")
    if not rows:
        terminal.say("Nothing has changed a memory yet. Dream with: dreamd once")


COMMAND = command
