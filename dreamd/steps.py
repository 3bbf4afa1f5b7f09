"""Steps of the histories of several workspaces, found by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import ConfigError
from dreamd.memory import history, sourcing
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.memory.history import Recorded, Step
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository
    from dreamd.memory.store import Held
    from dreamd.paths import Places
    from dreamd.records import Change


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


class Taken(Record, frozen=True):
    """What was taken back of a step, and still is."""

    by: tuple[str, ...]
    """Ids of the undos, newest first."""
    changes: int


def taken_back(recorded: Iterable[Recorded]) -> dict[str, Taken]:
    """What stands taken back of each step, by its id; where an undo was undone as a whole, that step stands again.

    Args:
        recorded: every step of one history, newest first.
    """
    steps = {item.step.id: item.step for item in recorded}
    found: dict[str, Taken] = {}
    for step in steps.values():
        if step.undoes and not whole(step, found.get(step.id)):
            before = found.get(step.undoes, Taken(by=(), changes=0))
            found[step.undoes] = Taken(by=(*before.by, step.id), changes=before.changes + len(step.changes))
    return found


def whole(step: Step, taken: Taken | None) -> bool:
    """Whether nothing of the step stands any more."""
    return taken is not None and taken.changes >= len(step.changes)


def told(step: Step, taken: Taken | None) -> str:
    """What was taken back of it, a clause for people; empty where nothing was."""
    if taken is None:
        return ""
    part = "" if whole(step, taken) else f"{taken.changes} of {len(step.changes)} changes "
    return f"{part}taken back in step {', '.join(taken.by)}"


def unheard(step: Step) -> bool:
    """Whether the step only added what an agent said on its own word: nothing that a person said, did or decided."""
    added = all(change.op == "add" and change.source for change in step.changes)
    return step.kind == "remember" and bool(step.changes) and added and not any(map(_heard, step.changes))


def _heard(change: Change) -> bool:
    """Whether a person's words, typed or in a row, are among what it rests on."""
    return any(ref.startswith(f"{sourcing.YOU}/") or "#L" in ref for ref in change.source.split(";"))


def files_before(place: Repository, recorded: Recorded) -> dict[str, Held]:
    """The files as they were before the step.

    Raises:
        StoreError: the history is damaged.
    """
    if not recorded.before:
        return {}
    return history.read(place, recorded.before)
