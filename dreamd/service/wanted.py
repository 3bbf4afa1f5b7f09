"""What a service needs to look where the person's shell looks: program, arguments, environment, places to write."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import paths, state
from dreamd.records import Record
from dreamd.service.quoting import plain
from dreamd.sources.claude_code import SOURCE as CLAUDE_CODE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.config import Config
    from dreamd.paths import Places

CARRIED = ("DREAMD_HOME", "XDG_STATE_HOME", *paths.SOURCE_VARIABLES)
"""Where things lie. Keys and all else that may be secret stay in the key file."""
PROGRAMS = ("git", "claude", "node")
"""What dreamd starts, and what that starts."""
USUAL = ("/usr/local/bin", "/usr/bin", "/bin")
HOMEBREW = "/opt/homebrew/bin"
COMMON = (Path("/var/tmp"), Path("/dev/shm"))  # noqa: S108 (nothing is written there)
TOP = 2
"""Parts of ``/tmp`` or ``/etc``."""
FIGURES = ".prom"
"""In the name of each file of figures, also of one being written."""
UNSEEN = (
    *("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS"),
    *("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "CLAUDE_CODE_OAUTH_TOKEN"),
)
"""What a model may need from the shell, and no service is given: it may hold a secret."""


Kind: TypeAlias = Literal["daemon", "timer"]
"""``timer``: no daemon, but a gated dream every hour."""


class Wanted(Record, frozen=True):
    """One service, whoever supervises it. Every path is absolute."""

    kind: Kind
    command: tuple[str, ...]
    environment: dict[str, str]
    key_file: Path
    """Lines ``NAME=value`` with what is secret; need not be there."""
    writable: tuple[Path, ...]
    """Directories that dreamd writes into."""
    home: Path
    own: tuple[Path, ...]
    """Dreamd's own among them, which an installation makes; the first holds its state."""
    log: Path
    """Where what it says goes, if the supervisor keeps no journal."""
    awaited: Path | None = None
    """That one of ``writable`` which is Claude Code's and not there yet, if so."""
    shared: Path | None = None
    """Where the settings want figures written, if that is no directory of their own: it is not among ``writable``."""


def gather(places: Places, config: Config, environment: Mapping[str, str], kind: Kind) -> Wanted:
    """What a service of this person needs.

    Args:
        places: the invocation's.
        config: the settings in force.
        environment: the person's.
        kind: of service.

    Raises:
        ConfigError: a path holds a character that no service definition can hold.
    """
    carried = {name: plain(environment[name], name) for name in CARRIED if environment.get(name)}
    if "DREAMD_HOME" in carried:
        carried["DREAMD_HOME"] = plain(str(places.state), "DREAMD_HOME")
    arguments = ["--quiet", "once", "--all", "--gated"] if kind == "timer" else ["run"]
    if places.config != paths.places(environment).config:
        arguments = ["--config", str(places.config.absolute()), *arguments]
    first, *others = _claude(places)
    writable = _settled({first, *others, places.state, places.data, *_memories(places)})
    figures = _figures(config, writable)
    own = figures is not None and _own(places, figures.parent, figures.name)
    command = tuple(plain(item, "a path") for item in (sys.executable, "-I", "-m", "dreamd", *arguments))
    return Wanted(
        kind=kind,
        command=command,
        environment={"PATH": _search(places.home, environment.get("PATH", ""))} | carried,
        key_file=settings_folder(places.home, environment) / "dreamd" / "environment",
        writable=_settled({*writable, figures.parent}) if figures and own else writable,
        home=Path(plain(str(places.home), "HOME")),
        own=tuple(path.absolute() for path in (places.state, places.data, places.log.parent)),
        log=Path(plain(str(places.log.parent / "service.log"), "the log's path")),
        awaited=None if first.exists() else first,
        shared=figures.parent if figures and not own else None,
    )


def settings_folder(home: Path, environment: Mapping[str, str]) -> Path:
    """Where a person's programs keep their settings."""
    named = Path(environment.get("XDG_CONFIG_HOME", ""))
    return named if named.is_absolute() else home / ".config"


def unseen(environment: Mapping[str, str], key_variable: str) -> list[str]:
    """Names of variables that the shell has, a model may need, and a service does not see."""
    return sorted(name for name in {*UNSEEN, key_variable} if environment.get(name))


def _search(home: Path, search: str) -> str:
    """A PATH on which git and claude are found; the same from whichever shell it is asked for."""
    found = [Path(where).parent for name in PROGRAMS if (where := shutil.which(name, path=search))]
    usual = (str(home / ".local" / "bin"), *((HOMEBREW,) if sys.platform == "darwin" else ()), *USUAL)
    folders = [*(str(folder) for folder in found if folder.is_absolute()), *usual]
    return plain(":".join(dict.fromkeys(folders)), "PATH")


def _claude(places: Places) -> list[Path]:
    """Claude Code's directories: the first in any case, others that are there; of a wide one, its projects alone."""
    roots = CLAUDE_CODE.roots(places) or [places.home / ".claude" / "projects"]
    first, *others = [root if _wide(places, root.parent) else root.parent for root in roots]
    return [first, *(other for other in others if other.exists())]


def _memories(places: Places) -> list[Path]:
    """Where known memories really lie, which may be elsewhere."""
    with state.database(places.database, look=True) as db:
        return [workspace.memory.resolve() for workspace in state.workspaces(db) if workspace.memory.exists()]


def _figures(config: Config, writable: tuple[Path, ...]) -> Path | None:
    """The file that the settings want figures in, unless it may be written anyway."""
    if not config.metrics.textfile:
        return None
    path = Path(config.metrics.textfile)
    real = path.parent.resolve()
    anyway = {real, *real.parents} & {place.resolve() for place in writable}
    return None if anyway else real / path.name


def _own(places: Places, folder: Path, name: str) -> bool:
    """Whether a directory is there for figures alone: with it, nothing of others becomes writable."""
    try:
        figures = all(FIGURES in path.name or name in path.name for path in folder.iterdir())
    except OSError:
        return False
    return figures and not _wide(places, folder)


def _wide(places: Places, folder: Path) -> bool:
    """Whether this is the home or above it, or of the system's own directories."""
    real = folder.resolve()
    return real in {*COMMON, places.home.resolve(), *places.home.resolve().parents} or len(real.parts) <= TOP


def _settled(paths: set[Path]) -> tuple[Path, ...]:
    """Absolute, in order, none within another."""
    named = {Path(plain(str(path.absolute()), "a memory's path")) for path in paths}
    return tuple(sorted(path for path in named if not named & set(path.parents)))
