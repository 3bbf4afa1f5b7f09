"""What a shell offers behind TAB beside our own words: names of workspaces, ids of steps and of records."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

from dreamd import awaiting, paths, replays, skills, state
from dreamd import steps as histories
from dreamd import workspaces as spaces
from dreamd.errors import DreamdError
from dreamd.memory import history
from dreamd.workspaces import project_of

if TYPE_CHECKING:
    import click

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

OFFERED = 20
"""Records; each is read."""


def _known() -> tuple[Places, str, list[Workspace]]:
    env = paths.environment()
    places = paths.places(env)
    with state.database(places.database, look=True) as db:
        known = state.workspaces(db)
    own = spaces.common(places)
    return places, env.get("PATH", os.defpath), [*([own] if own.root.is_dir() else []), *known]


def workspaces(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of workspaces; none where they cannot be read, since a shell is no place for errors."""
    try:
        _, _, known = _known()
    except DreamdError:
        return []
    return [CompletionItem(item.name, help=str(item.project)) for item in known if item.name.startswith(incomplete)]


def steps(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of steps with what they did; none where they cannot be read."""
    try:
        places, search, known = _known()
        found = [item for space in known for item in history.steps(histories.repository(places, space, search))]
    except DreamdError:
        return []
    told = [item.step for item in found if item.step.kind != "found" and item.step.id.startswith(incomplete)]
    return [CompletionItem(step.id, help=f"{step.time[:16]} {step.summary}") for step in told]


def proposals(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of dreams that proposals wait of; none where they cannot be read."""
    try:
        places, _, known = _known()
        with state.database(places.database, look=True) as db:
            found = [item for space in known for item in awaiting.waiting(db, space.name)]
    except DreamdError:
        return []
    spaces = {item.dream: item.workspace for item in found if item.dream.startswith(incomplete)}
    return [CompletionItem(dream, help=name) for dream, name in spaces.items()]


def records(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of dreams with a record, newest first; none where they cannot be read."""
    try:
        places, _, _ = _known()
        folders = [item for item in replays.folders(places.runs) if item.name.startswith(incomplete)][:OFFERED]
        with state.database(places.database, look=True) as db:
            found = [replays.kept(db, folder) for folder in folders]
    except (DreamdError, OSError):
        return []
    return [CompletionItem(item.id, help=f"{item.time[:16]} {item.workspace} {item.outcome}") for item in found]


def skill_names(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the skills that hold where the person stands; none where they cannot be read."""
    try:
        places, _, known = _known()
        here = project_of(str(Path.cwd()))
        workspace = next((item for item in known if here in (item.project, item.root)), None)
        found = skills.catalogue(skills.shelves(places, workspace))
    except (DreamdError, OSError):
        return []
    return [CompletionItem(item.name, help=item.description[:60]) for item in found if item.name.startswith(incomplete)]
