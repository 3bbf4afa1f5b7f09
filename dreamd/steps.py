"""Steps of the histories of several workspaces, found by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import ConfigError
from dreamd.memory import history

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.memory.history import Recorded, Repository
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Held
    from dreamd.paths import Places


LEAST = 4
"""Characters of an id that must be given: a slip of the finger takes nothing back."""


def repository(places: Places, workspace: Workspace, search: str) -> Repository:
    """The workspace's history.

    Raises:
        ConfigError: git is missing.
    """
    return history.require(places.history / f"{workspace.name}.git", search)


def find(
    places: Places, known: Iterable[Workspace], wanted: str, search: str
) -> tuple[Workspace, Repository, Recorded]:
    """The step whose id is, or alone starts with, ``wanted``, in whichever workspace it is.

    Raises:
        ConfigError: there is none, or several could be meant.
        StoreError: a history is damaged.
    """
    if len(wanted) < LEAST:
        raise ConfigError(f"{wanted!r} is too short for the id of a step", f"Type at least {LEAST} characters of it.")
    hits = []
    for workspace in known:
        place = repository(places, workspace, search)
        steps = [item for item in history.steps(place) if item.step.kind != "found"]
        found = [item for item in steps if item.step.id.startswith(wanted)]
        hits += [(workspace, place, item) for item in found]
    exact = [hit for hit in hits if hit[2].step.id == wanted]
    if len(exact or hits) == 1:
        return (exact or hits)[0]
    if not hits:
        raise ConfigError(f"there is no step {wanted!r}", "See the steps with: dreamd history")
    raise ConfigError(f"{len(hits)} steps start with {wanted!r}", "Type more of the id; see: dreamd history")


def files_before(place: Repository, recorded: Recorded) -> dict[str, Held]:
    """The files as they were before the step.

    Raises:
        StoreError: the history is damaged.
    """
    if not recorded.before:
        return {}
    return history.read(place, recorded.before)
