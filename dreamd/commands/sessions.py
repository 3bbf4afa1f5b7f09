"""``dreamd sessions``: each session, whether it counts, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import governing, intake, progress, state, terminal
from dreamd.commands import Asked, known, pass_asked, selected, with_output
from dreamd.records import Record

if TYPE_CHECKING:
    from dreamd.intake import Scanned
    from dreamd.state import Session

REASONS = {
    "own_run": "started by dreamd itself",
    "headless": "started by a program (claude -p, codex exec, SDK); [sources] headless = true reads these too",
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
    """What the person said in it: prompts, answers, refusals."""
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
    with progress.shown(asked, "Reading new sessions") as ears:
        scanned = intake.scan(asked.places, asked.config, asked.now_ns, ears.told)
    chosen = {workspace.name for workspace in selected(asked, everywhere=everywhere)} | {""}
    with state.database(asked.places.database, look=True) as db:
        rows = [_row(item, asked, scanned) for item in state.sessions(db) if item.workspace in chosen]
    if everywhere:  # the daemon runs this once an hour at least, also where no dream comes for a month
        for workspace in known(asked):
            governing.keep_watch(asked.places, workspace, asked.search, asked.now_ns)
    if asked.json:
        terminal.document({"sessions": rows})
        return
    for row in rows:
        bad = f", {terminal.count(row.bad_lines, 'unreadable line')}" if row.bad_lines else ""
        why = f": {REASONS[row.reason]}" if row.reason else ""
        terminal.say(f"{row.last[:16].replace('T', ' '):<16}  {row.source}/{row.session[:13]}  {row.state}{why}")
        terminal.say(f"{'':<16}  {terminal.count(row.turns, 'prompt')}{bad}, {row.project or 'no project'}", dim=True)
    if not rows:
        terminal.say("No sessions were found. See where dreamd looks with: dreamd sources")


def _row(session: Session, asked: Asked, scanned: Scanned) -> Row:
    place = (session.source, session.session)
    standing = intake.standing(session, asked.config, asked.now_ns, live=False)
    if place in {(item.transcript.source, item.transcript.session) for item in scanned.unreadable}:
        standing = intake.Standing("skipped", "unreadable")
    elif place not in scanned.found and standing.state != "read":
        standing = intake.Standing("skipped", "gone")
    return Row(
        source=session.source,
        session=session.session,
        project=session.cwd,
        last=session.last,
        turns=session.human + session.dreamed,
        state=standing.state,
        reason=standing.reason,
        bad_lines=session.bad_lines,
    )


COMMAND = command
