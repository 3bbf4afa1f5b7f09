"""``dreamd sessions``: each session, whether it counts, and why not."""

from __future__ import annotations

import click

from dreamd import intake, state, terminal
from dreamd.commands import Asked, pass_asked, selected, with_output
from dreamd.records import Record

REASONS = {
    "own_run": "started by dreamd itself",
    "headless": "started by a program (claude -p, SDK); [sources] headless = true reads these too",
    "no_project": "its rows name no working directory, so its project cannot be told",
    "excluded": "its project stands in [sources] exclude",
    "no_human_turn": "no person has said anything in it",
    "live": "still going on; it is read once it has been quiet for a while",
    "unreadable": "its file cannot be read",
    "gone": "its file is gone",
}


class Row(Record, frozen=True):
    """One session."""

    source: str
    session: str
    project: str
    last: str
    turns: int
    state: str
    reason: str
    bad_lines: int
    """Lines, of those last looked at, of which nothing could be read."""


@click.command("sessions", short_help="List sessions: new, read or skipped, and why.")
@click.option("--all", "everywhere", is_flag=True, help="Every workspace, wherever you stand.")
@with_output
@pass_asked
def command(asked: Asked, *, everywhere: bool) -> None:
    """List the sessions of this project (of all, where you stand in none): new, read or skipped, and why."""
    now = asked.now_ns
    with terminal.progress(asked, "Reading new sessions") as told:
        scanned = intake.scan(asked.places, asked.config, now, told)
    with state.database(asked.places.database, look=True) as db:
        known = state.sessions(db)
    chosen = {workspace.name for workspace in selected(asked, everywhere=everywhere)} | {""}
    unreadable = {(item.transcript.source, item.transcript.session) for item in scanned.unreadable}
    rows = []
    for session in known:
        if session.workspace not in chosen:
            continue
        place = (session.source, session.session)
        standing = intake.standing(session, asked.config, now, live=False)
        if place in unreadable:
            standing = intake.Standing("skipped", "unreadable")
        elif place not in scanned.found and standing.state != "read":
            standing = intake.Standing("skipped", "gone")
        turns = session.human + session.dreamed
        rows.append(
            Row(
                source=session.source,
                session=session.session,
                project=session.cwd,
                last=session.last,
                turns=turns,
                state=standing.state,
                reason=standing.reason,
                bad_lines=session.bad_lines,
            )
        )
    if asked.json:
        terminal.document({"sessions": rows})
        return
    for row in rows:
        why = f" ({REASONS[row.reason]})" if row.reason else ""
        short = f"{row.source}/{row.session[:13]}"
        bad = f", {row.bad_lines} unreadable {'line' if row.bad_lines == 1 else 'lines'}" if row.bad_lines else ""
        terminal.say(f"{row.last[:16]:<16}  {short}  {row.turns:>4} turns{bad}  {row.project}  {row.state}{why}")
    if not rows:
        terminal.say("No sessions were found. See where dreamd looks with: dreamd sources")


COMMAND = command
