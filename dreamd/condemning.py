"""Shows a person what a purge takes out, asks, and has it done."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import purged, purging, redact, terminal, traces
from dreamd.errors import ConfigError
from dreamd.expunging import Gone
from dreamd.purging import Purge
from dreamd.revising import Revised, refusal

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.commands import Asked
    from dreamd.memory.layout import Workspace
    from dreamd.revising import Named
    from dreamd.traces import Traces


def purge(
    asked: Asked, setting: Setting, workspace: Workspace, spaces: list[Workspace], query: str, *, yes: bool
) -> Revised:
    """Purge the statement that holds the words.

    Raises:
        ConfigError: nobody is here to be asked.
        LockHeld: a dream, or another purge, is under way.
        DreamdError: something cannot be read or written.
    """
    with purging.at_work(setting.places, spaces):
        found = traces.find(setting, workspace, spaces, query)
        if isinstance(found, Revised):
            return found
        if yes and found.others:
            return refusal("contained", traces.shown(found.others))
        found = _agreed(asked, found, yes=yes)
        key = purged.read(setting.places.purged).key or secrets.token_hex(32)
        decided = Purge(
            id=setting.new_id(),
            workspace=workspace.name,
            marks=traces.marks(key, found),
            gone=Gone(keys=found.keys, rows=found.rows),
            named=found.files,
        )
        purging.begin(setting.places, decided, key)
        left = purging.complete(setting.places, spaces, decided, setting.search, setting.now())
    return Revised(outcome="purged", reason="purged", entries=traces.shown(found.entries), id=decided.id, left=left)


def _agreed(asked: Asked, found: Traces, *, yes: bool) -> Traces:
    """What goes, as the person decided of each that holds the words among others; a no to all ends the command."""
    if yes:
        return found
    if asked.json:
        raise ConfigError("a purge cannot be undone, and with --json nobody is asked", "Add --yes.")
    goes: list[Named] = []
    stays: list[Named] = []
    for other in found.others:
        terminal.say(
            f"This holds the words, and says more ({other.workspace}  {other.file}): {redact.redact(other.text)}"
        )
        (goes if click.confirm("Take it out, too?") else stays).append(other)
    terminal.say(f"Every copy of this goes, and it cannot be undone: {redact.redact(found.text)}")
    for entry in traces.shown((*found.entries, *goes)):
        terminal.say(f"  {entry.workspace}  {entry.file}: {entry.text}")
    terminal.agree("Purge it?")
    return msgspec.structs.replace(
        found,
        entries=(*found.entries, *goes),
        statements=(*found.statements, *(one.text for one in goes)),
        kept=tuple(one.text for one in stays),
    )
