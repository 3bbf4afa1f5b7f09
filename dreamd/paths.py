"""Places: where dreamd keeps its own things, and where HOME is. Reads the environment once, at the edge."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from dreamd.errors import ConfigError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping


RESTORING = "restoring"
"""Directory of what a restore brings, beside what it replaces."""


class Places(Record, frozen=True):
    """Every path dreamd may touch outside the memories, and the environment that sources consult."""

    home: Path
    config: Path
    """The configuration file; may not exist."""
    state: Path
    """Directory of ``state.db``, ``runs/``, ``history/`` and ``locks/``."""
    data: Path
    """Directory of ``workspaces/``."""
    log: Path
    """The event log, ``dreamd.jsonl``."""
    environment: dict[str, str] = {}
    """Only what sources look at, e.g. ``CLAUDE_CONFIG_DIR``."""

    @property
    def database(self) -> Path:
        """SQLite file of what was dreamed already."""
        return self.state / "state.db"

    @property
    def runs(self) -> Path:
        """One folder a dream."""
        return self.state / "runs"

    @property
    def history(self) -> Path:
        """One git repository a workspace."""
        return self.state / "history"

    @property
    def harvest(self) -> Path:
        """Words of sessions that no dream has read, kept from their agent's broom."""
        return self.state / "harvest"

    @property
    def conversations(self) -> Path:
        """SQLite file of what was said in past sessions, redacted; it may be deleted."""
        return self.state / "conversations.db"

    @property
    def purged(self) -> Path:
        """Keyed hashes of what was purged, with their key."""
        return self.state / "purged.json"

    @property
    def purge(self) -> Path:
        """The journal of a purge under way."""
        return self.state / "purge.json"

    @property
    def locks(self) -> Path:
        """Private lock files; never deleted."""
        return self.state / "locks"

    @property
    def copies(self) -> Path:
        """Copies of sessions that a source keeps in no file of their own."""
        return self.state / "copies"

    @property
    def restoring(self) -> Path:
        """What a restore brings, while it is under way."""
        return self.state / RESTORING

    @property
    def workspaces(self) -> Path:
        """Memories in layout ``workspace``."""
        return self.data / "workspaces"


SOURCE_VARIABLES = (
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "CURSOR_DATA_DIR",
    "GEMINI_CLI_HOME",
    "GOOSE_PATH_ROOT",
    "OPENCLAW_STATE_DIR",
    "PI_CODING_AGENT_DIR",
    "PI_CODING_AGENT_SESSION_DIR",
    "QWEN_HOME",
    "QWEN_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
)


def environment() -> dict[str, str]:
    """A copy of the process's environment; the only reader beside ``config``."""
    return dict(os.environ)


def refuse_windows() -> None:
    """Refuse native Windows, naming the way that works.

    Raises:
        ConfigError: on ``win32``.
    """
    if sys.platform == "win32":
        raise ConfigError(
            "dreamd does not run on native Windows", "Run it inside WSL: wsl --install, then install there."
        )


def places(env: Mapping[str, str], config: Path | None = None) -> Places:
    """Work out every place from the environment.

    ``DREAMD_HOME`` puts everything of ours below one directory.

    Raises:
        ConfigError: there is no usable HOME.
    """
    home = Path(env.get("HOME", ""))
    if not env.get("HOME") or not home.is_absolute() or not home.is_dir():
        raise ConfigError(
            f"HOME is {'not set' if not env.get('HOME') else f'not a directory: {home}'}",
            "Set HOME to your home directory and run dreamd again.",
        )
    kept = {name: env[name] for name in SOURCE_VARIABLES if env.get(name)}
    own = env.get("DREAMD_HOME")
    if own:
        root = Path(own).expanduser().absolute()
        return Places(
            home=home,
            config=config or root / "config.toml",
            state=root,
            data=root,
            log=root / "log" / "dreamd.jsonl",
            environment=kept,
        )
    dirs = platformdirs.PlatformDirs("dreamd", appauthor=False)
    state = Path(dirs.user_state_dir)
    return Places(
        home=home,
        config=config or Path(dirs.user_config_dir) / "config.toml",
        state=state,
        data=Path(dirs.user_data_dir),
        log=state / "log" / "dreamd.jsonl",
        environment=kept,
    )


def shipped(name: str) -> Path:
    """A directory that ships with the program: ``skills``, ``systemd`` or ``config``.

    In a wheel they lie inside the package, in a checkout (editable install) at its top.

    Raises:
        ConfigError: the installation is incomplete.
    """
    package = Path(__file__).parent
    for candidate in (package / "_shipped" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise ConfigError(f"this installation lacks its {name!r} files", "Install dreamd again.")
