"""The shelf of commands: one subcommand a file, each with one constant ``COMMAND``.

Every command takes ``--json`` before or after its name and then prints exactly one JSON document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from dreamd import clock, state, terminal, workspaces
from dreamd.config import load  # by its name: a command is called config
from dreamd.errors import ConfigError
from dreamd.memory.layout import COMMON

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from dreamd.attempt import Setting
    from dreamd.config import Config
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.progress import Ears

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", str, tuple[str, ...])
WORKSPACE = "Act on this workspace instead of the current directory's."


@dataclass(slots=True)
class Asked:
    """What the person asked for before the command's own name."""

    places: Places
    search: str
    """PATH, to find git."""
    environment: dict[str, str] = field(repr=False)
    """The person's; a model's key may stand in it."""
    workspace: str | None = None
    json: bool = False
    quiet: bool = False
    verbose: bool = False
    _settings: Config | None = None

    @property
    def config(self) -> Config:
        """The settings in force, from their file when they are first needed: what goes by none works without them.

        Raises:
            ConfigError: the file is not valid.
        """
        if self._settings is None:
            self._settings = load(self.places.config)
        return self._settings

    @config.setter
    def config(self, settings: Config) -> None:
        self._settings = settings

    @property
    def now_ns(self) -> int:
        """Now."""
        return clock.now_ns()


def _set(context: click.Context, parameter: click.Parameter, value: object) -> None:
    if value:
        setattr(cast("Asked", context.obj), parameter.name or "", value)


def offered(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of workspaces, for a shell's TAB."""
    from dreamd import completion  # noqa: PLC0415 (it loads the histories, and few runs are a shell's TAB)

    return completion.workspaces(context, parameter, incomplete)


SHARED: tuple[Callable[..., Callable[[F], F]], ...] = (
    partial(click.option, "--workspace", metavar="NAME|DIR", shell_complete=offered, help=WORKSPACE),
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


def in_words(context: click.Context, parameter: click.Parameter, value: T) -> T:
    """Callback of an argument or option that takes words: they are text, unlike a file's name.

    Raises:
        BadParameter: they are not, in the terminal's encoding.
    """
    try:
        "".join(value).encode()
    except UnicodeEncodeError as error:
        raise click.BadParameter("this is no text in UTF-8; say it in words", context, parameter) from error
    return value


def setting(asked: Asked, ears: Ears | None = None) -> Setting:
    """What an attempt of this invocation needs from outside; ``ears`` hear of its progress."""
    import secrets  # noqa: PLC0415 (an attempt's modules take longer to load than an agent's start may be delayed)

    from dreamd.attempt import Setting  # noqa: PLC0415 (as above)
    from dreamd.recording import unheard  # noqa: PLC0415 (as above)

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
    """Every workspace there is, by name, after what a crash left in any of them was put right."""
    if asked.places.restoring.exists():
        from dreamd import restoring  # noqa: PLC0415 (as below)

        restoring.settle(asked.places)
    with state.database(asked.places.database, look=True) as db:
        found = state.workspaces(db)
    if any(asked.places.runs.glob("*/journal.json")):
        from dreamd import recovery  # noqa: PLC0415 (loads all that publishes, and there is seldom anything to put right)

        for line in recovery.recover_all(
            asked.places, [*found, workspaces.common(asked.places)], asked.search, asked.now_ns
        ):
            terminal.warn(line)
    if asked.places.purge.exists():
        from dreamd import purging  # noqa: PLC0415 (as above)

        for line in purging.complete_pending(asked.places, with_common(asked, found), asked.search, asked.now_ns):
            terminal.warn(line)
    return with_common(asked, found)


def outside(asked: Asked, path: Path) -> Path:
    """The path of a file that is to be written, which is none of a memory.

    Raises:
        ConfigError: it lies in one: agents would load it, and every check would look at it.
    """
    from dreamd.memory import store  # noqa: PLC0415 (few commands write a file)

    whole = path.absolute()
    place = whole.parent.resolve() / whole.name
    for workspace in known(asked):
        people = {store.place(workspace, name) for name in workspace.people}
        if workspace.memory.resolve() in place.parents or place in people:
            raise ConfigError(f"{path} lies in the memory of {workspace.name}", "Name a file elsewhere.")
    return whole


def selected(asked: Asked, *, everywhere: bool = False) -> list[Workspace]:
    """The workspaces a command acts on: the named one, else the current directory's, else all.

    Args:
        asked: the invocation.
        everywhere: all, wherever the person stands.

    Raises:
        ConfigError: ``--workspace`` names none that is known, or stands beside ``everywhere``.
    """
    if everywhere and asked.workspace is not None:
        raise ConfigError("--workspace names one memory, and --all means every one", "Leave one of the two out.")
    found = known(asked)
    if everywhere:
        return found
    if asked.workspace is not None:
        return [_named(asked.workspace, found)]
    place = standing_in()
    return [item for item in found if place in (item.project, item.root)] or found


def here(asked: Asked) -> list[Workspace]:
    """The one workspace that is named, or that the current directory belongs to; none where there is none.

    Raises:
        ConfigError: ``--workspace`` names none that is known.
    """
    chosen = selected(asked)
    place = standing_in()
    return chosen if asked.workspace is not None else [item for item in chosen if place in (item.project, item.root)]


def answering(asked: Asked) -> list[Workspace]:
    """The memories that answer a question: as ``selected``, with what is true in every project.

    In a repository that has no memory yet that is all: what other projects do there would be taken for what this does.

    Raises:
        ConfigError: ``--workspace`` names none that is known.
    """
    place = standing_in()
    mine = here(asked)
    foreign = not mine and place is not None and workspaces.repository(place) is not None
    return with_common(asked, mine if mine or foreign else selected(asked))


def with_common(asked: Asked, found: list[Workspace]) -> list[Workspace]:
    """The workspaces behind the one that holds what is true in every project, where there is one."""
    own = workspaces.common(asked.places)
    rest = [item for item in found if item.name != COMMON]
    return [own, *rest] if own.root.is_dir() else rest


def one(asked: Asked, *, begin: bool = False) -> Workspace:
    """The one workspace that a command acts on: the named one, else the current directory's.

    Args:
        asked: the invocation.
        begin: where none is known here, look for sessions, and begin a memory for a repository without any; also
            the memory of what is true in every project, where it is named.

    Raises:
        ConfigError: there is none.
    """
    found = known(asked)
    if begin and asked.workspace == COMMON:
        return workspaces.common(asked.places)
    if asked.workspace is not None:
        return _named(asked.workspace, found)
    here = standing_in()
    if begin and here and all(item.project != here for item in found) and workspaces.repository(here):
        from dreamd import intake  # noqa: PLC0415 (most commands look for no sessions)

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
    place = Path(wanted).expanduser().absolute()
    directory = workspaces.project_of(str(place)) if place.is_dir() else place  # a mistyped name is in no project
    called = [item for item in found if item.name == wanted]  # before a directory of that name, wherever one stands
    for item in called or found:
        if called or item.project == directory or item.root == place:
            return item
    names = ", ".join(item.name for item in found) or "none yet; dreamd once finds them"
    raise ConfigError(f"no workspace is called {wanted!r}, and none belongs to such a directory", f"Known: {names}.")
