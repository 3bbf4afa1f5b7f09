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
        versions = f"  versions {row.versions[0]} to {row.versions[-1]}" if row.versions else ""
        there = "" if Path(row.root).is_dir() else "  (not there)"
        mark = "  (experimental)" if row.experimental else ""
        terminal.say(f"{row.name:<14} {row.sessions:>6} sessions  {row.root}{versions}{there}{mark}")
    for place in damaged:
        terminal.say(f"cannot read {place.path}: {place.reason}")


def _root(path: Path, roots: list[Path]) -> Path:
    """The directory that the session was found in; our copy of one that lay in a database stands for the last."""
    return next((root for root in roots if root in path.parents), roots[-1])


def _versions(sessions: Iterable[Session]) -> tuple[str, ...]:
    return tuple(sorted({item.version for item in sessions if item.version}, key=scanner.numbers))


COMMAND = command
