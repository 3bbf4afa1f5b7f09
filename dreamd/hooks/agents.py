"""The agents that can be made to load the resident layer, and the file of each in which that is said.

Claude Code runs a hook at its start and hears what it prints. Codex and Gemini CLI read a file of instructions: there a
block asks the agent to run the command. The memory's text itself would be old there the next day, the same in every
project, and out of ``resident``'s hands. (A hook of Codex runs only once its person has trusted it, in Codex.)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.hooks import heeded
from dreamd.records import Record
from dreamd.sources.claude_code import SOURCE as CLAUDE_CODE
from dreamd.sources.codex import SOURCE as CODEX
from dreamd.sources.gemini import SOURCE as GEMINI

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.paths import Places

Form: TypeAlias = Literal["hook", "block"]

FILES: dict[str, tuple[Form, str]] = {
    CLAUDE_CODE.name: ("hook", "settings.json"),
    CODEX.name: ("block", "AGENTS.md"),
    GEMINI.name: ("block", "GEMINI.md"),
}
"""Agent -> what we put where, below the directory of its settings."""
SOURCES = (CLAUDE_CODE, CODEX, GEMINI)


class Target(Record, frozen=True):
    """One file of an agent that would hold our part."""

    agent: str
    title: str
    form: Form
    path: Path
    """Where the agent looks; it may be a link, or not there."""
    found: bool
    """Whether the directory is there, and so the agent."""
    heeded: bool
    """Whether the agent reads this file now."""


def targets(places: Places, names: Iterable[str], *, everywhere: bool = False) -> list[Target]:
    """The files of these agents. Where none of an agent's directories is there, the first stands for them.

    Args:
        places: where agents look.
        names: of agents.
        everywhere: also the files that an agent does not read now, but did or will, by its person's choice.
    """
    wanted = set(names)
    every = [target for source in SOURCES if source.name in wanted for target in _of(source.name, source.title, places)]
    return every if everywhere else [target for target in every if target.heeded]


def _of(name: str, title: str, places: Places) -> list[Target]:
    form, file = FILES[name]
    roots = next(source.roots(places) for source in SOURCES if source.name == name)
    folders = list(dict.fromkeys(root.parent for root in roots))
    there = [folder for folder in folders if folder.is_dir()]
    return [
        Target(agent=name, title=title, form=form, path=folder.absolute() / one, found=bool(there), heeded=not number)
        for folder in there or folders[:1]
        for number, one in enumerate(dict.fromkeys(heeded.names(name, folder, file)))
    ]
