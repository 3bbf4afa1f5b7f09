"""``dreamd sources``: which agents were found, and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dreamd import scanner, state, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.state import Session

COLUMN = 30
"""Where paths begin."""
MARK = "*"


class Row(Record, frozen=True):
    """One directory of one agent."""

    name: str
    root: str
    sessions: int
    versions: tuple[str, ...]
    experimental: bool
    """No genuine sessions have proven its reader."""


@click.command("sources", short_help="Show which agents' sessions are found, and where.")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Show which agents' sessions are found, and where. Versions are known once a session was read."""
    enabled = scanner.enabled(asked.config.sources)
    found, damaged = scanner.find(enabled, asked.places)
    with state.database(asked.places.database, look=True) as db:
        known = state.sessions(db)
    rows = [
        Row(
            name=source.name,
            root=str(root),
            sessions=sum(item.source == source.name and _root(item.path, roots) == root for item in found),
            versions=_versions(
                item for item in known if item.source == source.name and _root(item.path, roots) == root
            ),
            experimental=source.experimental,
        )
        for source in enabled
        for roots in [source.roots(asked.places)]
        for root in roots
    ]
    if asked.json:
        terminal.document({"sources": rows, "damaged": [{"path": str(d.path), "reason": d.reason} for d in damaged]})
        return
    for row in rows:
        _show(row, terminal.place(Path(row.root), asked.places.home))
    if any(row.experimental for row in rows):
        terminal.say(f"{MARK} experimental: no genuine sessions have proven its reader", dim=True)
    for place in damaged:
        terminal.say(f"cannot read {terminal.place(place.path, asked.places.home)}: {place.reason}")


def _show(row: Row, root: str) -> None:
    name = f"{row.name}{MARK if row.experimental else ''}"
    count = terminal.count(row.sessions, "session") if Path(row.root).is_dir() else "not there"
    terminal.say(f"{name:<13} {count:>14}  {root}", dim=not row.sessions, column=COLUMN)
    if row.versions:
        first, last = row.versions[0], row.versions[-1]
        told = f"version {first}" if first == last else f"versions {first} to {last}"
        terminal.say(f"{'':<{COLUMN}}{told}", dim=True)


def _root(path: Path, roots: list[Path]) -> Path:
    """The directory that the session was found in; our copy of one that lay in a database stands for the last."""
    return next((root for root in roots if root in path.parents), roots[-1])


def _versions(sessions: Iterable[Session]) -> tuple[str, ...]:
    return tuple(sorted({item.version for item in sessions if item.version}, key=scanner.numbers))


COMMAND = command
