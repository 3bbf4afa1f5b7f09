"""``dreamd status``: why it did or did not dream, how large the memory is, what needs a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import intake, standing, state, terminal
from dreamd.commands import Asked, pass_asked, selected, with_output
from dreamd.memory import layout

if TYPE_CHECKING:
    from dreamd.standing import Status


@click.command("status", short_help="Show gates, the last outcome, the memory's size, what needs you.")
@click.option("--all", "everywhere", is_flag=True, help="Every workspace, wherever you stand.")
@with_output
@pass_asked
def command(asked: Asked, *, everywhere: bool) -> None:
    """Show why dreamd would dream now or would not, the last outcome, the memory's size, and what needs you."""
    chosen = selected(asked, everywhere=everywhere)
    now = asked.now_ns
    with state.database(asked.places.database, look=True) as db:
        sessions = state.sessions(db)
        found = list(intake.look(asked.places, asked.config, sessions).found.values())
        seen = {(item.source, item.session) for item in sessions}
        rows = [standing.status(db, item, found, asked.places, asked.config, now) for item in chosen]
    unseen = sum((item.source, item.session) not in seen for item in found)
    if asked.json:
        terminal.document({"workspaces": rows, "sessions": len(found), "unseen": unseen})
        return
    for row in rows:
        _show(row)
    if unseen:
        terminal.say(f"{unseen} of {len(found)} sessions were never looked at. Read them with: dreamd once --all")
    elif not rows:
        terminal.say("No sessions were found. See where dreamd looks with: dreamd sources")


def _show(row: Status) -> None:
    terminal.say(f"{row.name}  {row.root}", bold=True)
    index = f"index {row.index_lines}/{layout.INDEX_LINES_FULL} lines"
    terminal.say(f"  memory    {row.topics} topics, {row.entries} entries, {index}")
    gates = (("time", row.gates.time), ("sessions", row.gates.sessions), ("lock", row.gates.lock))
    for name, gate in gates:
        until = f", until {gate.retry_at[:16]}" if gate.retry_at else ""
        terminal.say(
            f"  {name:<9} {'open' if gate.open else 'closed'}{f' ({gate.reason}{until})' if gate.reason else ''}"
        )
    if row.last:
        reason = f" ({row.last.reason})" if row.last.reason else ""
        terminal.say(f"  last      {row.last.outcome}{reason} at {row.last.time[:16]}")
    for line in row.attention:
        terminal.say(f"  needs you {line}")


COMMAND = command
