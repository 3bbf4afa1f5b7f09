"""``dreamd backup``: dreamd's own state in one file, rehearsed."""

from __future__ import annotations

from pathlib import Path

import click

from dreamd import backups, terminal
from dreamd.commands import Asked, known, outside, pass_asked, with_output

MIB = 1024 * 1024


@click.command("backup", short_help="Keep dreamd's own state in one file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@with_output
@pass_asked
def command(asked: Asked, file: Path | None) -> None:
    """Keep what dreamd knows in one file: its state with the evidence, all histories, its own memories, the settings.

    Without FILE it goes to backups/ in the state directory. It is restored into a scratch directory at once, to see
    that it can be. Memories that lie with an agent are not in it; the histories hold every state of them.
    """
    workspaces = known(asked)
    path = outside(asked, file) if file else backups.usual(asked.places, asked.now_ns)
    kept = backups.keep(asked.places, workspaces, path, asked.now_ns, asked.search)
    if asked.json:
        terminal.document(kept)
    elif not asked.quiet:
        size = f"{kept.bytes / MIB:.1f} MB"
        terminal.say(f"{kept.path}: {terminal.count(kept.files, 'file')}, {size}; its restoring was rehearsed.")
        terminal.say("  It is as private as the state itself, and readable by you alone.", dim=True)
        terminal.say(f"  bring it back with: dreamd restore {kept.path}", dim=True)


COMMAND = command
