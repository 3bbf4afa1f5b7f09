"""``dreamd import``: brings an exported memory into this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dreamd import archives, caller, importing, log, slugs, terminal
from dreamd.commands import Asked, one, pass_asked, setting, with_output
from dreamd.errors import ConfigError, PolicyViolation
from dreamd.memory import store

if TYPE_CHECKING:
    from dreamd.importing import Parcel, Plan
    from dreamd.memory.layout import Workspace


@click.command("import", short_help="Bring an exported memory into this one.")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Put its files also in the place of yours with other words.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_output
@pass_asked
def command(asked: Asked, file: Path, *, replace: bool, yes: bool) -> None:
    """Bring the memory in FILE (made by dreamd export) into this project's, as one step that undo takes back.

    Everything is checked first: a damaged archive, or one with a secret in it, changes nothing. Files that are not here
    are added, with their lines of the index; what is here with other words stays, and nothing is imported, unless you
    say --replace. Its entries count as written by somebody else: recall marks them until you confirm them.
    """
    _by_a_person(asked, yes=yes)
    workspace, parcel = one(asked, begin=True), importing.parcel(file)
    plan = importing.planned(parcel, workspace, store.read(workspace).bytes)
    if plan.files and not (asked.json or asked.quiet):
        _show(workspace, parcel, plan)
    if plan.differing and not replace:
        names = ", ".join(plan.differing)
        raise ConfigError(
            f"nothing was imported: {names} {'is' if len(plan.differing) == 1 else 'are'} here with other words",
            "Add --replace to put the imported ones in their place; undo brings yours back.",
        )
    if plan.files and not yes:
        terminal.agree("Import them?")
    done, step = importing.bring(setting(asked), workspace, parcel, replace=replace)
    if step:
        told = f"{terminal.count(len(done.files), 'file')} of {parcel.name}, exported {parcel.made[:10]}"
        log.write(asked.places.log, slugs.MEMORY_IMPORTED, asked.now_ns, workspace.name, step=step, message=told)
    if asked.json:
        terminal.document({"files": sorted(done.files), "sha256": archives.checksum(file), "id": step})
    elif not asked.quiet:
        _tell(workspace, done, step)


def _by_a_person(asked: Asked, *, yes: bool) -> None:
    """An agent must not: what it brings would be loaded at every start. A script may, where it was told to."""
    who = caller.caller(asked.environment, terminal=terminal.attended())
    if who.marked:
        raise PolicyViolation("only a person imports a memory", "Do it yourself, at a terminal.")
    if who.agent and not yes:
        raise ConfigError("nobody is here to be asked", "Add --yes.")


def _show(workspace: Workspace, parcel: Parcel, plan: Plan) -> None:
    terminal.say(f"The memory of {parcel.name}, exported {terminal.when(parcel.made)}, into {workspace.name}:")
    loaded = {*workspace.people, workspace.index}
    for name in sorted(plan.files):
        mark = "~" if name in plan.differing else "+"
        resident = " (loaded at every start: look at it)" if name in loaded else ""
        terminal.say(f"  {mark} {name}{resident}")
    for name in plan.homeless:
        terminal.say(f"  - {name} has no place in this memory's layout")


def _tell(workspace: Workspace, done: Plan, step: str) -> None:
    if not step:
        terminal.say(f"{workspace.name} holds all of it already.")
        return
    same = f", {len(done.same)} were here already" if done.same else ""
    terminal.say(f"Imported {terminal.count(len(done.files), 'file')} into {workspace.name}{same}.")
    terminal.say(f"  take back: dreamd undo {step}")


COMMAND = command
