"""``dreamd index``: makes dreamd's own lines of the index anew."""

from __future__ import annotations

import click

from dreamd import ordering, terminal
from dreamd.commands import Asked, one, pass_asked, setting, with_output


@click.command("index", short_help="Make dreamd's lines of the index anew.")
@with_output
@pass_asked
def command(asked: Asked) -> None:
    """Make dreamd's own lines of MEMORY.md anew, from the names and descriptions of their topics.

    Lines of others keep their words and their place. A pointer to a file that is not there, and a file that no line
    points to, are told and left to you. Where all is as it should be, nothing is written.
    """
    done = ordering.regenerate(setting(asked), one(asked))
    if asked.json:
        terminal.document({"id": done.id, "lines": done.lines, "was": done.was, "findings": done.findings})
        return
    if not asked.quiet:
        for line in done.was:
            terminal.say(f"  - {line}")
        count = terminal.count(len(done.lines), "line")
        told = f"made anew. Take back: dreamd undo {done.id}" if done.id else "as they should be"
        terminal.say(f"dreamd's own in MEMORY.md: {count}, {told}")
    for finding in done.findings:
        terminal.warn(finding)


COMMAND = command
