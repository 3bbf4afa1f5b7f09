"""``dreamd restore``: brings dreamd's own state back from a backup."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from dreamd import archives, backups, caller, lock, restoring, state, terminal
from dreamd.commands import Asked, known, pass_asked, with_output
from dreamd.errors import ConfigError, LockHeld, PolicyViolation

SHOWN = 5
"""Names of files that a line shows."""


@click.command("restore", short_help="Bring dreamd's own state back from a backup.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--check", is_flag=True, help="Only rehearse it; change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_output
@pass_asked
def command(asked: Asked, file: Path, *, check: bool, yes: bool) -> None:
    """Put the backup in FILE in the place of dreamd's own state, after looking at all of it.

    What stands there now is moved aside and not deleted. Sessions that were read since are read again. Memories that
    lie with an agent, and a configuration that is there, are left as they are: where they went on since, it is told.
    """
    count = backups.rehearse(file, asked.search)
    done: tuple[Path, ...] = ()
    ahead: dict[str, tuple[str, ...]] = {}
    unknown: list[str] = []
    if not check:
        _agree(asked, file, yes=yes)
        before = [item for item in known(asked) if item.memory.is_dir()]
        done = _restored(asked, file)
        now = known(asked)
        ahead = restoring.ahead(asked.places, now, asked.search)
        unknown = [item.name for item in before if item.memory.is_dir() and all(item.root != one.root for one in now)]
    if asked.json:
        told = {"files": count, "sha256": archives.checksum(file), "aside": done}
        terminal.document(told | {"ahead": ahead, "unknown": unknown})
        return
    terminal.say(f"{file}: {terminal.count(count, 'file')}, sound." if check else f"Restored {file}.")
    for path in done:
        terminal.say(f"  what stood there is in {path}")
    for name, names in ahead.items():
        shown = f"{terminal.count(len(names), 'file')}: {', '.join(names[:SHOWN])}"
        terminal.say(f"  the memory of {name} is ahead of its restored history, in {shown}")
    for name in unknown:
        terminal.say(f"  the memory of {name} is not known to what was restored; its sessions are read again")


def _agree(asked: Asked, file: Path, *, yes: bool) -> None:
    who = caller.caller(asked.environment, terminal=terminal.attended())
    if who.marked:
        raise PolicyViolation("only a person restores a backup", "Do it yourself, at a terminal.")
    if not yes:
        if who.agent or asked.json:
            raise ConfigError("nobody is here to be asked", "Add --yes.")
        with archives.opened(file, "backup") as archive:
            made = terminal.when(archive.manifest.made)
        terminal.agree(f"Put the state of {made} in the place of today's?")


def _restored(asked: Asked, file: Path) -> tuple[Path, ...]:
    """Restore it while nothing else of ours runs."""
    from dreamd.daemon import presence  # noqa: PLC0415 (only here)

    places = asked.places
    try:
        with presence.alone(places), ExitStack() as held:
            for workspace in known(asked):
                held.enter_context(lock.held(places.locks, workspace.memory, "dream"))
                held.enter_context(lock.held(places.locks, workspace.memory, "write"))
            done = restoring.restore(places, file, asked.now_ns, asked.search)
    except LockHeld as error:
        raise LockHeld(error.message, "Stop it first: dreamd service stop") from error
    with state.database(places.database, look=True) as db:
        state.workspaces(db)
    return done


COMMAND = command
