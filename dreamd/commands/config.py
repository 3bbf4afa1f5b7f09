"""``dreamd config``: the effective settings, and where each came from."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import redact, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path


ADDRESS = "ANTHROPIC_BASE_URL"
"""In force where no base_url is set."""
HIDDEN = re.compile(r"(?<=//)[^/@]*(?=@)|(?<=\?).*")
"""What of an address may be a credential: a user, a query."""


class Row(Record, frozen=True):
    """One setting."""

    key: str
    value: object
    origin: str


@click.command("config", short_help="Show every setting and where it came from.")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Show every setting, its value, and whether it is the default or comes from your configuration file."""
    path, settings_by_table = asked.places.config, msgspec.to_builtins(asked.config)
    written = _written(path)
    rows = [
        _row(asked, f"{table}.{key}", value, str(path) if (table, key) in written else "default")
        for table, settings in settings_by_table.items()
        for key, value in settings.items()
    ]
    if asked.json:
        terminal.document({"settings": rows, "file": str(path), "exists": path.exists()})
        return
    for row in rows:
        terminal.say(f"{row.key:<24} {msgspec.json.encode(row.value).decode():<12} {row.origin}")
    if path.exists():
        terminal.say(f"Your configuration file: {path}")
    else:
        terminal.say(f"There is no {path}; dreamd init writes one with every key explained.")


def _row(asked: Asked, key: str, value: object, origin: str) -> Row:
    """One setting as it is in force; an address without the credentials that it may hold."""
    if key == "dream.base_url":
        found = asked.environment.get(ADDRESS, "")
        if found and not value:
            value, origin = found, ADDRESS
        value = redact.redact(HIDDEN.sub("[hidden]", str(value)))
    return Row(key=key, value=value, origin=origin)


def _written(path: Path) -> set[tuple[str, str]]:
    """(table, key) pairs that the file sets; it was checked before."""
    if not path.exists():
        return set()
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    return {(table, key) for table, settings in raw.items() for key in settings}


COMMAND = command
