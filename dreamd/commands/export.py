"""``dreamd export``: a memory as one file, to keep or to carry elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from dreamd import exporting, terminal
from dreamd.commands import Asked, one, outside, pass_asked, with_output


@click.command("export", short_help="Put this memory into one file.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@with_output
@pass_asked
def command(asked: Asked, file: Path) -> None:
    """Put this project's memory into one new file, a zip archive with the checksum of everything in it.

    It holds the files as they lie there: index, topics, archive, and what is resident. What dreamd knows beside them
    (evidence, history) it does not hold; that is what dreamd backup keeps.
    """
    workspace = one(asked)
    done = exporting.export(workspace, outside(asked, file), asked.now_ns)
    for name in done.left_alone:
        terminal.warn(f"{name} is not in it: a link, a special or an overlong file")
    for name in done.secrets:
        terminal.warn(f"{name} holds what looks like a secret, and so does this archive; no memory will take it in")
    if asked.json:
        terminal.document(done)
    elif not asked.quiet:
        terminal.say(f"{workspace.name}: {terminal.count(len(done.files), 'file')} in {file}")
        terminal.say(f"  sha256 {done.sha256}", dim=True)
        terminal.say("  bring it into a memory with: dreamd import FILE", dim=True)


COMMAND = command
