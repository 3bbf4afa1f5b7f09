"""The shelf of commands: one subcommand a file, each with one constant ``COMMAND``.

Every command takes ``--json`` before or after its name and then prints exactly one JSON document.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dreamd import clock, completion, intake, recovery, state, terminal, workspaces
from dreamd.attempt import Setting
from dreamd.errors import ConfigError
from dreamd.recording import unheard

if TYPE_CHECKING:
    from dreamd.config import Config
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.progress import Ears

F = TypeVar("F", bound=Callable[..., Any])
WORKSPACE = "Act on this workspace instead of the current directory's."


@dataclass(slots=True)
class Asked:
    """What the person asked for before the command's own name."""

    places: Places
    config: Config
    search: str
    """PATH, to find git."""
    environment: dict[str, str] = field(repr=False)
    """The person's; a model's key may stand in it."""
    workspace: str | None = None
    json: bool = False
    quiet: bool = False
    verbose: bool = False

    @property
    def now_ns(self) -> int:
        """Now."""
        return clock.now_ns()


def _set(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value:
        setattr(cast("Asked", context.obj), parameter.name or "", value)


SHARED: tuple[Callable[..., Callable[[F], F]], ...] = (
    partial(click.option, "--workspace", metavar="NAME|DIR", shell_complete=completion.workspaces, help=WORKSPACE),
    partial(click.option, "--json", is_flag=True, help="Print one JSON document."),
    partial(click.option, "-v", "--verbose", is_flag=True, help="Say more."),
    partial(click.option, "-q", "--quiet", is_flag=True, help="Say only what went wrong."),
)


def with_output(function: F) -> F:
    """Give a command the group's own options: people type them on either side of its name."""
    for option in reversed(SHARED):
        function = option(expose_value=False, callback=_set)(function)
    return function


pass_asked = click.make_pass_decorator(Asked)


def setting(asked: Asked, ears: Ears | None = None) -> Setting:
    """What an attempt of this invocation needs from outside; ``ears`` hear of its progress."""
    return Setting(
        places=asked.places,
        config=asked.config,
        search=asked.search,
        now=clock.now_ns,
        environment=asked.environment,
        new_id=lambda: secrets.token_hex(4),
        told=ears.told if ears else lambda _done, _total: None,
        say=terminal.warn,
        heard=ears.heard if ears else unheard,
    )


def known(asked: Asked) -> list[Workspace]:
    """Every workspace seen so far, by name, after what a crash left in any of them was put right."""
    with state.database(asked.places.database, look=True) as db:
        found = state.workspaces(db)
    for line in recovery.recover_all(asked.places, found, asked.search, asked.now_ns):
        terminal.warn(line)
    return found


def selected(asked: Asked, *, everywhere: bool = False) -> list[Workspace]:
    """The workspaces a command acts on: the named one, else the current directory's, else all.

    Args:
        asked: the invocation.
        everywhere: all, wherever the person stands.

    Raises:
        ConfigError: ``--workspace`` names none that is known.
    """
    found = known(asked)
    if everywhere:
        return found
    if asked.workspace is not None:
        return [_named(asked.workspace, found)]
    here = standing_in()
    return [item for item in found if item.project == here] or found


def one(asked: Asked, *, begin: bool = False) -> Workspace:
    """The one workspace that a command acts on: the named one, else the current directory's.

    Args:
        asked: the invocation.
        begin: where none is known here, look for sessions, and begin a memory for a repository without any.

    Raises:
        ConfigError: there is none.
    """
    found = known(asked)
    if asked.workspace is not None:
        return _named(asked.workspace, found)
    here = standing_in()
    if begin and here and all(item.project != here for item in found) and workspaces.repository(here):
        intake.scan(asked.places, asked.config, asked.now_ns, lambda _done, _total: None)
        with state.database(asked.places.database) as db:
            found = state.workspaces(db)
            if all(item.project != here for item in found):
                state.add_workspace(db, workspaces.begun(here, found, asked.places))
                found = state.workspaces(db)
    chosen = next((item for item in found if item.project == here), None)
    if chosen is None:
        names = ", ".join(item.name for item in found) or "none yet; dreamd once finds them"
        raise ConfigError(
            "this directory belongs to no project that dreamd knows",
            f"Stand in a project, or name one with --workspace NAME. Known: {names}.",
        )
    return chosen


def standing_in() -> Path | None:
    """The project that the current directory belongs to; ``None`` where the directory is gone."""
    try:
        return workspaces.project_of(str(Path.cwd()))
    except FileNotFoundError:
        return None


def _named(wanted: str, found: list[Workspace]) -> Workspace:
    directory = workspaces.project_of(str(Path(wanted).expanduser().absolute()))
    called = [item for item in found if item.name == wanted]  # before a directory of that name, wherever one stands
    for item in called or found:
        if called or item.project == directory or item.root == Path(wanted).absolute():
            return item
    names = ", ".join(item.name for item in found) or "none yet; dreamd once finds them"
    raise ConfigError(f"no workspace is called {wanted!r}, and none belongs to such a directory", f"Known: {names}.")
