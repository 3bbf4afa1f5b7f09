"""``dreamd log``: what was learned, newest last."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from dreamd import clock, log, slugs, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreamd.log import Event

POLL_SECONDS = 0.5
DETAIL = frozenset({slugs.DREAM_STARTED, slugs.ENTRY_REFUSED})
"""Shown to people with ``-v`` only."""


@click.command("log", short_help="Show what was learned, newest last.")
@click.option("-f", "--follow", is_flag=True, help="Go on showing events as they happen.")
@click.option("-n", "count", type=click.IntRange(min=1), default=20, show_default=True, help="How many to begin with.")
@click.option("--since", metavar="TIME", default="", help="Only from this time on (2026-11-30 or 2026-11-30T12:00).")
@with_output
@pass_asked
def command(asked: Asked, *, follow: bool, count: int, since: str) -> None:
    """Show what was learned, and what was not and why, newest last. Under --json one event a line."""
    moment = clock.parse(since) if since else 0
    if moment is None:
        raise ConfigError(f"{since!r} is no time", "Write it like 2026-11-30 or 2026-11-30T12:00.")
    path = asked.places.log
    start = clock.iso(moment)
    shown = list(log.events(path, start, count))
    for event in shown:
        _show(asked, event)
    if not follow:
        if not shown and not asked.json:
            terminal.say("Nothing has happened yet. Dream with: dreamd once")
        return
    try:
        for event in _later(path, shown[-1] if shown else None, start):
            _show(asked, event)
    except KeyboardInterrupt:
        return


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
    when = f"{event.time[:10]} {event.time[11:16]}"
    if event.name != slugs.DREAM_FINISHED:
        if event.name in DETAIL and not asked.verbose:
            return
        _show_other(when, event)
        return
    reason = fields.get("message") or slugs.REASONS.get(fields.get("reason", ""), "")
    figures = f"{fields.get('sessions', 0)} sessions, {fields.get('turns', 0)} turns"
    terminal.say(f"{when}  {event.workspace}  {fields.get('outcome')}{f': {reason}' if reason else f': {figures}'}")
    for entry in fields.get("entries", ()):
        terminal.say(f"    {entry['op']:<8} {entry['text']}  ({entry['topic']})")


def _show_other(when: str, event: Event) -> None:
    fields: dict[str, Any] = event.fields
    line = f"{when}  {event.workspace}  {event.name}"
    if event.name == slugs.ENTRY_REFUSED:
        line += f": {fields.get('text', '')}: {fields.get('message', '')}"
    elif event.name == slugs.MEMORY_UNDONE:
        line += f": {fields.get('undoes', '')}, {len(fields.get('entries', ()))} entries"
    elif fields.get("message"):
        line += f": {fields['message']}"
    terminal.say(line)


COMMAND = command
