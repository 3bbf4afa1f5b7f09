"""The library of skills: what each is for from its head, its text on demand, yours before those that ship.

A skill is knowledge, never permission. Every text is redacted whole before anything of it is cut or shown.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import invisible, paths, redact
from dreamd.errors import StoreError
from dreamd.memory import front_matter, store
from dreamd.memory.layout import COMMON
from dreamd.reading import walking
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

FOLDER, FILE = "skills", "SKILL.md"
HEAD_CHARS = 4_096
"""What a skill is for stands within these, or nobody learns of it."""
BODY_CHARS = 20_000
MAX_SKILLS = 500
"""Of one shelf."""
NAME = re.compile(r"[^\W_][\w-]{0,63}")
"""Letters of any script, digits, ``-`` and ``_``: no path is among them."""

Origin: TypeAlias = Literal["workspace", "me", "personal", "shipped", "project"]


class Shelf(Record, frozen=True):
    """A directory of skills: ``<name>/SKILL.md``, or flat ``<name>.md``."""

    path: Path
    """May be a symlink, which is resolved once; nothing inside it is followed."""
    origin: Origin
    within: Path | None = None
    """Where it must lie, wherever links lead: what a clone brought leads nowhere else."""


class Skill(Record, frozen=True):
    """One skill as the catalogue has it; the fields are JSON keys of ``skills`` (cli.md)."""

    name: str
    description: str
    """When to use it, on one line; empty where its head does not say."""
    path: Path
    origin: Origin


class LeftAlone(Record, frozen=True):
    """What lies on a shelf and is neither read nor followed."""

    path: str
    """With invisible characters made visible."""
    reason: str
    """As ``store.Reason``, or ``not_utf8``, ``no_description``, ``too_many``, ``outside``."""


class Library(Record, frozen=True):
    """All shelves together."""

    skills: tuple[Skill, ...]
    """By name; of several with one name the first shelf's."""
    left_alone: tuple[LeftAlone, ...] = ()


class Body(Record, frozen=True):
    """What a skill says."""

    text: str
    """Without its head, at most ``BODY_CHARS``; where it was cut, a note follows."""
    left_out: int = 0
    """Characters of it that are not shown."""


def shelves(places: Places, workspace: Workspace | None = None) -> tuple[Shelf, ...]:
    """Where skills lie for whoever works there, first the ones that count.

    Args:
        places: our places.
        workspace: of a project; ``None``: what is true in every project alone.

    Raises:
        ConfigError: the installation lacks its skills.
    """
    found = []
    if workspace is not None and workspace.layout == "workspace" and workspace.name != COMMON:
        found.append(Shelf(path=workspace.root / FOLDER, origin="workspace"))
    found.append(Shelf(path=places.workspaces / COMMON / FOLDER, origin="me"))
    if workspace is None or workspace.layout == "claude-code":
        found.append(Shelf(path=personal(places, workspace), origin="personal"))
    found.append(Shelf(path=paths.shipped(FOLDER), origin="shipped"))
    if workspace is not None and workspace.layout == "claude-code":
        project = workspace.project
        found.append(Shelf(path=project / ".claude" / FOLDER, origin="project", within=project))
    return tuple(found)


def personal(places: Places, workspace: Workspace | None = None) -> Path:
    """Where Claude Code looks for the person's own skills, in the configuration that the memory lies in."""
    if workspace is not None and workspace.root.parent.parent.name == "projects":
        return workspace.root.parent.parent.parent / FOLDER
    named = places.environment.get("CLAUDE_CONFIG_DIR")
    return (walking.chosen(places.home, named)[0] if named else places.home / ".claude") / FOLDER


def catalogue(places: Iterable[Shelf]) -> tuple[Skill, ...]:
    """Name, description and place of every skill, by name; a shelf that is not there holds none."""
    return look(places).skills


def look(places: Iterable[Shelf]) -> Library:
    """The catalogue, and what was left alone for it."""
    found: dict[str, Skill] = {}
    alone: list[LeftAlone] = []
    for shelf in places:
        for item in _on(shelf):
            if isinstance(item, LeftAlone):
                alone.append(item)
            else:
                found.setdefault(item.name, item)
    return Library(skills=tuple(found[name] for name in sorted(found)), left_alone=tuple(alone))


def body(skill: Skill) -> Body:
    """The skill's text, for whoever decided to use it.

    Raises:
        StoreError: its file cannot be read as it must be, or is gone.
    """
    text = text_of(skill.path)
    lines = text.splitlines(keepends=True)
    whole = "".join(lines[front_matter.parse(lines).stop :]).strip("\n")
    return cut(whole, skill.path)


def cut(whole: str, path: Path) -> Body:
    """At most ``BODY_CHARS`` of a redacted text, between lines where it has any, with a note of what is missing."""
    if len(whole) <= BODY_CHARS:
        return Body(text=whole)
    shown = whole[:BODY_CHARS]
    shown = shown[: shown.rfind("\n") + 1 or BODY_CHARS].rstrip("\n")
    left = len(whole) - len(shown)
    return Body(
        text=f"{shown}\n\n[cut: {left} of {len(whole)} characters are left out; the rest: {path}]", left_out=left
    )


def text_of(path: Path) -> str:
    """The whole text of a skill's file, redacted, with what is hidden in it shown.

    Raises:
        StoreError: it cannot be read as it must be, or is gone.
    """
    read = _read(path)
    if isinstance(read, LeftAlone):
        told = read.reason.replace("_", " ")
        raise StoreError(f"the skill {read.path} is left alone: {told}", "See what there is: dreamd skills list")
    return read


def _on(shelf: Shelf) -> Iterator[Skill | LeftAlone]:
    """What lies on one shelf, by name; hidden names, and what is no Markdown, are no part of it."""
    try:
        place = shelf.path.resolve()
        names = sorted(os.listdir(place))  # noqa: PTH208 (names alone)
    except FileNotFoundError:
        return
    except (OSError, RuntimeError):
        yield _alone(shelf.path, "unreadable")
        return
    if shelf.within is not None and not place.is_relative_to(shelf.within.resolve()):
        yield _alone(shelf.path, "outside")
        return
    names = [name for name in names if not name.startswith(".")]
    if len(names) > MAX_SKILLS:
        yield _alone(shelf.path, "too_many")
    folders = {name for name in names if not name.endswith(".md")}
    for name in names[:MAX_SKILLS]:
        if name in folders:
            item = _skill(place / name / FILE, name, shelf.origin, flat=False)
        elif name.removesuffix(".md") not in folders:
            item = _skill(place / name, name.removesuffix(".md"), shelf.origin, flat=True)
        else:
            continue
        if item is not None:
            yield item


def _skill(path: Path, name: str, origin: Origin, *, flat: bool) -> Skill | LeftAlone | None:
    """The skill in that file; ``None`` where there is none."""
    if not (flat or path.parent.is_symlink() or os.path.lexists(path)):
        return None
    if not NAME.fullmatch(name) or invisible.stripped(name) != name:
        return _alone(path, "odd_name")
    text = _read(path)
    if isinstance(text, LeftAlone):
        return text
    front = front_matter.parse(text[:HEAD_CHARS].splitlines(keepends=True))
    description = " ".join(front.get("description").split())
    if flat and not description:
        return _alone(path, "no_description")
    return Skill(name=name, description=description, path=path, origin=origin)


def _read(path: Path) -> str | LeftAlone:
    if path.name == FILE and path.parent.is_symlink():
        return _alone(path.parent, "symlink")
    held = store.hold(path, frozenset())
    if not isinstance(held, store.Held):
        return _alone(path, held or "gone")
    try:
        return invisible.shown(redact.redact(held.data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        return _alone(path, "not_utf8")


def _alone(path: Path, reason: str) -> LeftAlone:
    return LeftAlone(path=store.visible(str(path)), reason=reason)
