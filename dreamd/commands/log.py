"""``dreamd log``: what was learned, newest last."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from dreamd import bills, changes, clock, codec, log, slugs, terminal
from dreamd.commands import Asked, pass_asked, selected, with_output
from dreamd.errors import ConfigError
from dreamd.records import Headed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.log import Event

POLL_SECONDS = 0.5
IDLE = frozenset({"nothing_new", "skipped", "planned"})
"""Outcomes that changed nothing, shown to people with ``-v`` only."""
DETAIL = frozenset(
    {
        *(slugs.DREAM_STARTED, slugs.ENTRY_REFUSED, slugs.DAEMON_STARTED, slugs.DAEMON_STOPPED),
        *(slugs.CONFIG_RELOADED, slugs.DREAMS_HELD, slugs.RUN_SAID),
    }
)
"""Shown to people with ``-v`` only."""


@click.command("log", short_help="Show what was learned, newest last.")
@click.option("-f", "--follow", is_flag=True, help="Go on showing events as they happen.")
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="How many to begin with.")
@click.option("--since", metavar="TIME", default="", help="Only from this time on (2026-11-30 or 2026-11-30T12:00).")
@with_output
@pass_asked
def command(asked: Asked, *, follow: bool, count: int, since: str) -> None:
    """Show what was learned, taken back or went wrong, newest last; with -v also what changed nothing or was refused.

    Of the project you stand in (of all, where you stand in none). Under --json one event a line, all of them.
    """
    moment = clock.parse(since) if since else 0
    if moment is None:
        raise ConfigError(f"{since!r} is no time", "Write it like 2026-11-30 or 2026-11-30T12:00.")
    path, start = asked.places.log, clock.iso(moment)
    events = list(log.events(path, start))
    told = _filter(asked)
    shown = [event for event in events if told(event)][-count:]
    for event in shown:
        _show(asked, event)
    if not shown and not asked.json:
        terminal.say("Nothing was learned here yet. Dream with: dreamd once")
    if follow:
        with suppress(KeyboardInterrupt):
            for event in filter(told, _later(path, events[-1] if events else None, start)):
                _show(asked, event)


def _filter(asked: Asked) -> Callable[[Event], bool]:
    """Which events are shown: of the workspaces meant, and without ``-v`` only what changed something or went wrong."""
    names = {workspace.name for workspace in selected(asked)} | {""}
    everything = asked.json or asked.verbose

    def told(event: Event) -> bool:
        idle = event.name in DETAIL or event.fields.get("outcome") in IDLE
        return event.workspace in names and (everything or not idle)

    return told


def _later(path: Path, last: Event | None, start: str) -> Iterator[Event]:
    """Events after ``last``, for ever; read anew whenever the file has grown or was moved aside."""
    seen = None
    while True:
        status = path.stat() if path.exists() else None
        now = (status.st_ino, status.st_size) if status else None
        if now != seen:
            seen = now
            events = list(log.events(path, last.time if last else start))
            fresh = events[events.index(last) + 1 :] if last in events else events
            yield from fresh
            last = fresh[-1] if fresh else last
        time.sleep(POLL_SECONDS)


def _show(asked: Asked, event: Event) -> None:
    if asked.json:
        terminal.document(event.flat())
        return
    fields: dict[str, Any] = event.fields
    when = terminal.when(event.time)
    if event.name != slugs.DREAM_FINISHED:
        _show_other(when, event)
        return
    reason = fields.get("message", "").rstrip(".") or slugs.REASONS.get(fields.get("reason", ""), "")
    read = f"{terminal.count(fields.get('sessions', 0), 'session')}, {terminal.count(fields.get('turns', 0), 'turn')}"
    outcome = str(fields.get("outcome")).replace("_", " ")
    usd, asked_model = fields.get("cost_usd", 0.0), any(fields.get("tokens", {}).values())
    cost = f" ({bills.dollars(usd)})" if usd or asked_model else ""
    terminal.say(f"{when}  {event.workspace}  {outcome}: {reason or read}{cost}")
    for entry in fields.get("entries", ()):
        terminal.say(f"    {entry['op']:<8} {entry['text']}  ({entry['topic']})")
    for line in changes.heads(codec.convert(fields.get("topics", ()), tuple[Headed, ...])):
        terminal.say(f"    {line}")


def _show_other(when: str, event: Event) -> None:
    fields: dict[str, Any] = event.fields
    line = f"{when}  {event.workspace or 'daemon'}  {event.name}"
    if event.name == slugs.ENTRY_REFUSED:
        line += "".join(f": {said}" for said in (fields.get("text"), fields.get("message")) if said)
    elif event.name in {slugs.MEMORY_ADDED, slugs.MEMORY_CONFIRMED, slugs.MEMORY_FORGOTTEN}:
        line += f": {fields.get('text', '')}  ({fields.get('topic', '')})"
    elif event.name == slugs.MEMORY_UNDONE:
        line += f": {fields.get('undoes', '')}, {terminal.count(len(fields.get('entries', ())), 'entry')}"
    elif fields.get("message"):
        line += f": {fields['message']}"
    terminal.say(line)


COMMAND = command
