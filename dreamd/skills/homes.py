"""Where each agent looks for the person's own skills, and which agents are here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dreamd.records import Record
from dreamd.skills import FOLDER, personal

if TYPE_CHECKING:
    from dreamd.paths import Places


class Home(Record, frozen=True):
    """One agent's; ``~/.config`` stands for what XDG_CONFIG_HOME says."""

    agent: str
    """Name of its source."""
    mark: str
    """The directory, relative to HOME, that shows that the agent is here."""
    skills: str
    """Relative to HOME; agents that read one and the same directory share it."""


SHARED, CONFIG = f".agents/{FOLDER}", ".config/"
HOMES = (
    Home(agent="claude-code", mark=".claude", skills=f".claude/{FOLDER}"),
    Home(agent="codex", mark=".codex", skills=SHARED),
    Home(agent="gemini", mark=".gemini", skills=SHARED),
    Home(agent="opencode", mark=".config/opencode", skills=SHARED),
    Home(agent="pi", mark=".pi", skills=SHARED),
    Home(agent="openclaw", mark=".openclaw", skills=SHARED),
    Home(agent="copilot", mark=".copilot", skills=f".copilot/{FOLDER}"),
    Home(agent="qwen", mark=".qwen", skills=f".qwen/{FOLDER}"),
    Home(agent="cursor", mark=".cursor", skills=f".cursor/{FOLDER}"),
    Home(agent="goose", mark=".config/goose", skills=f".config/agents/{FOLDER}"),
    Home(agent="amp", mark=".config/amp", skills=f".config/agents/{FOLDER}"),
)
AGENTS = tuple(home.agent for home in HOMES)


def here(places: Places) -> tuple[Home, ...]:
    """The agents of which something lies in HOME."""
    return tuple(home for home in HOMES if (_mark(home, places)).is_dir())


def place(home: Home, places: Places) -> Path:
    """Where the agent looks for skills."""
    return personal(places) if home.agent == "claude-code" else _below(home.skills, places)


def _mark(home: Home, places: Places) -> Path:
    if home.agent == "claude-code":
        return personal(places).parent
    chosen = places.environment.get("CODEX_HOME") if home.agent == "codex" else None
    return places.home / chosen if chosen else _below(home.mark, places)


def _below(name: str, places: Places) -> Path:
    config = places.environment.get("XDG_CONFIG_HOME")
    if config and name.startswith(CONFIG):
        return Path(config) / name.removeprefix(CONFIG)
    return places.home / name
