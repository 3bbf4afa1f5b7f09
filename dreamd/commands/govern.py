"""``dreamd govern``: looks for what rots in a memory, and cleans what you say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dreamd import caller, cleanup, files, governing, remedies, terminal
from dreamd.commands import Asked, one, outside, pass_asked, selected, setting, with_common, with_output
from dreamd.errors import ConfigError

if TYPE_CHECKING:
    from dreamd.faults import Fault
    from dreamd.memory.layout import Workspace

CHANGES = "only a person cleans a memory: nothing was changed"


@click.command("govern", short_help="Find what rots in a memory; clean what you say.")
@click.option("--apply", "chosen", multiple=True, metavar="ID[:WAY]", help="Do this about that fault; more than once.")
@click.option("--apply-all", "every", is_flag=True, help="Do all that is proposed and needs no choice of yours.")
@click.option(
    "--report", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html", help="Write it all as one page."
)
@with_output
@pass_asked
def command(asked: Asked, chosen: tuple[str, ...], report: Path | None, *, every: bool) -> None:
    """Look for what rots: dead links, orphans, misspelt paths, contradictions, repetition, poison, what is stale.

    At a terminal each fault is shown with the lines concerned, and you are asked what to do: what is proposed,
    something else, or nothing. Where nobody is at a terminal it reports and changes nothing. What goes is archived
    first; each cleaning is one step that dreamd undo takes back.

    --apply ID does what is proposed; where you have to choose, as between two statements that contradict each other,
    name the way: --apply ID:a. An agent may look, not clean.

    --report FILE.html writes the page of dreamd ui as a file that shows and does nothing.
    """
    if report is not None:
        _report(asked, report)
        return
    who = caller.caller(asked.environment, terminal=terminal.attended())
    workspaces = selected(asked) if asked.workspace else with_common(asked, selected(asked))
    if chosen or every:
        if who.marked:
            raise ConfigError(CHANGES, "Let the person run it: dreamd govern")
        _apply(asked, workspaces, dict(remedies.split(item) for item in chosen), every=every)
    elif who.person and not asked.json:
        for workspace in workspaces:
            remedies.ask(asked, workspace)
    else:
        found = [(workspace, fault) for workspace in workspaces for fault in _found(asked, workspace)]
        remedies.report(asked, found)


def _found(asked: Asked, workspace: Workspace) -> list[Fault]:
    return list(governing.look(asked.places, workspace, asked.search, asked.now_ns))


def _report(asked: Asked, path: Path) -> None:
    from dreamd.commands import ui  # noqa: PLC0415 (few write reports)

    ui.lacking()
    from dreamd.page import picture, rendering  # noqa: PLC0415 (few have the packages)

    outside(asked, path)
    if path.exists():
        raise ConfigError(f"{path} is there already", "Name another file, or move that one away.")
    workspace = one(asked)
    text = rendering.report(picture.taken(asked, workspace))
    try:
        files.write_new(path, text.encode())
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}", "Name a file in a directory of yours.") from error
    if asked.json:
        terminal.document({"path": str(path)})
    elif not asked.quiet:
        terminal.say(f"{workspace.name}: all of it is in {path}")


def _apply(asked: Asked, workspaces: list[Workspace], chosen: dict[str, str], *, every: bool) -> None:
    done = [(item, cleanup.apply(setting(asked), item, chosen, every=every)) for item in workspaces]
    remedies.told(asked, done, chosen)


COMMAND = command
