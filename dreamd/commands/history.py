"""``dreamd history``: every step that changed a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import bills, steps, terminal
from dreamd.commands import Asked, pass_asked, selected, with_output
from dreamd.memory import history
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository


class Row(Record, frozen=True):
    """One step."""

    id: str
    kind: str
    time: str
    summary: str
    workspace: str
    undone_by: tuple[str, ...] = ()
    """Ids of the steps that took it back, or a part of it."""


@click.command("history", short_help="List the steps that changed a memory.")
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="How many, newest first.")
@click.option("--all", "everywhere", is_flag=True, help="Every workspace, wherever you stand.")
@with_output
@pass_asked
def command(asked: Asked, count: int, *, everywhere: bool) -> None:
    """List the steps that changed a memory (dreams, undos, what you had it remember), newest first."""
    found = [
        item
        for workspace in selected(asked, everywhere=everywhere)
        for item in _steps(workspace, steps.repository(asked.places, workspace, asked.search))
    ]
    found, all_of_them = sorted(found, key=lambda item: item[0].time, reverse=True)[:count], len(found)
    rows = [row for row, _ in found]
    if asked.json:
        terminal.document({"steps": rows})
        return
    costs = bills.of_steps(asked.places, [row.id for row in rows])
    for row, undone in found:
        more = "".join(f", {told}" for told in (costs.get(row.id), undone) if told)
        terminal.say(f"{row.id}  {terminal.when(row.time)}  {row.workspace}  {row.summary}{more}")
    if all_of_them > len(rows) and not asked.quiet:
        terminal.say(
            f"... and {all_of_them - len(rows)} older; see them with: dreamd history -n {all_of_them}", dim=True
        )
    if not rows:
        review = asked.config.dream.mode == "review"
        how = "Decide on what dreams propose with: dreamd review" if review else "Dream with: dreamd once"
        terminal.say(f"Nothing has changed a memory yet. {how}")


def _steps(workspace: Workspace, repository: Repository) -> Iterator[tuple[Row, str]]:
    """Each step, and what was taken back of it."""
    recorded = history.steps(repository)
    taken = steps.taken_back(recorded)
    for step in (item.step for item in recorded if item.step.kind != "found"):
        undone = taken.get(step.id)
        by = undone.by if undone else ()
        yield Row(step.id, step.kind, step.time, step.summary, workspace.name, by), steps.told(step, undone)


COMMAND = command
