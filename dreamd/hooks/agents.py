"""The agents that can be made to load the resident layer, and the file of each in which that is said.

Claude Code runs a hook at its start and hears what it prints. Codex and Gemini CLI read a file of instructions: there a
block asks the agent to run the command. The memory's text itself would be old there the next day, the same in every
project, and out of ``resident``'s hands. (A hook of Codex runs only once its person has trusted it, in Codex.)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.hooks import heeded, notes
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


def targets(places: Places, names: Iterable[str]) -> list[Target]:
    """The files that these agents read, each once. Where none of an agent's directories is there, the first stands."""
    return _apart(target for target in _every(places, names) if target.heeded)


def everywhere(places: Places, names: Iterable[str]) -> list[Target]:
    """Each file that holds our part, or may: also those that an agent read once, or will, by its person's choice."""
    return _apart(_every(places, names))


def _apart(several: Iterable[Target]) -> list[Target]:
    """Of those that lead to one file the first: one part of ours serves all who read it."""
    found: dict[str, Target] = {}
    for target in several:
        found.setdefault(os.path.realpath(target.path), target)
    return list(found.values())


def _every(places: Places, names: Iterable[str]) -> list[Target]:
    wanted, noted = set(names), [Path(name) for name in notes.load(places)]
    return [
        target
        for source in SOURCES
        if source.name in wanted
        for target in _of(source.name, source.title, places, noted)
    ]


def _of(name: str, title: str, places: Places, noted: list[Path]) -> list[Target]:
    form, file = FILES[name]
    roots = next(source.roots(places) for source in SOURCES if source.name == name)
    folders = list(dict.fromkeys(root.parent for root in roots))
    there = [folder for folder in folders if folder.is_dir()]
    found = []
    for folder in there or folders[:1]:
        known = [path.name for path in noted if path.parent == folder.resolve()]
        for number, one in enumerate(dict.fromkeys([*heeded.names(name, folder, file), *known])):
            path, read = folder.absolute() / one, not number
            found.append(Target(agent=name, title=title, form=form, path=path, found=bool(there), heeded=read))
    return found
