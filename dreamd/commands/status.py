"""``dreamd status``: why it did or did not dream, how large the memory is, what needs a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import clock, intake, intentions, promoting, slugs, standing, state, terminal
from dreamd.commands import Asked, known, pass_asked, selected, with_output
from dreamd.daemon import presence, settings
from dreamd.memory import layout

if TYPE_CHECKING:
    from dreamd.daemon.presence import Presence
    from dreamd.standing import Last, Status

DETAILED = 3
"""More workspaces than this get a line or two each."""


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
    rows = _with_proposals(asked, rows)
    daemon = presence.read(asked.places)
    unseen = sum((item.source, item.session) not in seen for item in found)
    if asked.json:
        terminal.document({"workspaces": rows, "sessions": len(found), "unseen": unseen, "daemon": daemon})
        return
    for row in rows:
        (_show if asked.verbose or len(rows) <= DETAILED else _show_briefly)(row, clock.iso(now))
    _show_daemon(asked, daemon)
    if told := intentions.this_month(asked):
        terminal.say(told)
    if len(rows) > DETAILED and not asked.verbose:
        terminal.say("More of each with -v; of one with --workspace NAME.", dim=True)
    if unseen:
        until = f" yet; the daemon does so {daemon.looks}" if daemon and daemon.looks else ""
        do = "dreamd once" if len(rows) == 1 else "dreamd once --all"
        terminal.say(f"{unseen} of {len(found)} sessions were not looked at{until}. Do it now: {do}")
    elif not rows:
        terminal.say("No sessions were found. See where dreamd looks with: dreamd sources")


def _with_proposals(asked: Asked, rows: list[Status]) -> list[Status]:
    """The same, where proposals wait for the person with a line that says so."""
    auto = asked.config.resident.promote == "auto"
    counts = promoting.waiting(promoting.look(asked.places, known(asked), asked.now_ns), auto=auto)
    lines = {
        name: f"{terminal.count(count, 'proposal')} for every start: dreamd promote" for name, count in counts.items()
    }
    return [
        msgspec.structs.replace(row, attention=(*row.attention, lines[row.name])) if row.name in lines else row
        for row in rows
    ]


def _show(row: Status, now: str) -> None:
    terminal.say(f"{row.name}  {_about(row)}", bold=True)
    terminal.say(f"  memory    {_size(row)}, index {row.index_lines} of {layout.INDEX_LINES_FULL} lines")
    terminal.say(f"  in        {row.root}")
    terminal.say(f"  dreaming  {_verdict(row, now)}")
    fed = row.name != layout.COMMON
    gates = (("time", row.gates.time), ("sessions", row.gates.sessions), ("lock", row.gates.lock))
    for name, gate in gates if fed else ():
        until = f", until {terminal.when(gate.retry_at)}" if gate.retry_at else ""
        why = f" ({gate.reason}{until})" if gate.reason else ""
        terminal.say(f"  {name:<9} {'gate open' if gate.open else 'gate closed'}{why}")
    if row.last:
        terminal.say(f"  last      {_last(row.last)}")
    for line in row.attention:
        terminal.say(f"  needs you {line}")


def _show_briefly(row: Status, now: str) -> None:
    terminal.say(f"{row.name}  {_about(row)}", bold=True)
    terminal.say(f"  {_size(row)}; {_verdict(row, now)}")
    for line in row.attention:
        terminal.say(f"  needs you: {line}")


def _changed(asked: Asked) -> list[str]:
    """Whether the daemon goes by another configuration than the one that stands in the file now."""
    path, taken = asked.places.config, asked.places.state / settings.COPY
    try:
        same = (path.read_bytes() if path.exists() else b"") == taken.read_bytes()
    except OSError:
        return []
    return [] if same else [f"{path} was changed since the daemon read it; have it read again with: kill -HUP"]


def _show_daemon(asked: Asked, daemon: Presence | None) -> None:
    if daemon is None:
        terminal.say(
            "No daemon runs. Have it started at every login: dreamd service install; see: dreamd service status"
        )
        return
    since = f", process {daemon.pid} since {terminal.when(daemon.since)}" if daemon.pid else ""
    terminal.say(f"The daemon runs{since}: {daemon.doing}")
    for line in (*daemon.attention, *_changed(asked)):
        terminal.say(f"  needs you {line}")


def _about(row: Status) -> str:
    return "every project" if row.name == layout.COMMON else row.project


def _size(row: Status) -> str:
    return f"{terminal.count(row.topics, 'topic')}, {terminal.count(row.entries, 'entry')}"


def _verdict(row: Status, now: str) -> str:
    """Whether a dream would start by itself now, and what it waits for."""
    if row.name == layout.COMMON:
        return "never: it takes what you say (dreamd remember --workspace me) and what is promoted"
    if row.paused:
        return f"paused: {row.paused}"
    failed = f" ({slugs.why(row.last.reason)})" if row.last and row.last.outcome in {"failed", "rejected"} else ""
    held = [] if row.backoff.open else [f"after a failure{failed}, until {terminal.soon(row.backoff.retry_at, now)}"]
    closed = held + [gate.reason for gate in (row.gates.time, row.gates.sessions, row.gates.lock) if not gate.open]
    return f"waits by itself: {'; '.join(closed)}" if closed else "would start by itself now"


def _last(last: Last) -> str:
    reason = slugs.REASONS.get(last.reason, "")
    return f"{last.outcome.replace('_', ' ')}{f': {reason}' if reason else ''} ({terminal.when(last.time)})"


COMMAND = command
