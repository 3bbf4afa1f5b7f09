"""Puts skills where each agent looks for them: copies of ours, which what somebody changed is never taken for."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import files, redact, shelving
from dreamd.errors import StoreError
from dreamd.making import titled
from dreamd.memory import store
from dreamd.records import Finding, Record
from dreamd.skills import FILE, homes, lint, pages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from dreamd.attempt import Setting
    from dreamd.skills import Skill
    from dreamd.skills.homes import Home

MARK = ".dreamd"
"""Beside a copy: the digest of what we put there. A copy that differs from it was changed by somebody."""
MARK_BYTES = 256

State: TypeAlias = Literal["new", "same", "changed", "removed", "theirs", "secret", "unfit", "unreadable"]
"""``changed``: an older copy of ours was brought up to date; the last four were left alone."""


class Taught(Record, frozen=True):
    """One skill at one agent's place."""

    agent: str
    """All that look there, with commas between."""
    name: str
    path: Path
    """The copy's folder."""
    state: State
    description: str = ""
    origin: str = ""
    """Of the skill that was to be copied."""
    findings: tuple[Finding, ...] = ()
    """Why no agent may be given it."""


def teach(setting: Setting, skills: Iterable[Skill], agents: Iterable[Home]) -> list[Taught]:
    """Copy the skills to where these agents look; whoever shares a place gets one copy.

    Raises:
        StoreError: a place cannot be written.
    """
    wanted = [(skill, [item for page in pages.read([skill]) for item in lint.safety(page)]) for skill in skills]
    return [
        Taught(
            agent=names,
            name=skill.name,
            path=place / skill.name,
            state=_refused(found) or _copy(setting, skill, place),
            description=skill.description,
            origin=skill.origin,
            findings=tuple(found),
        )
        for place, names in _sharing(setting, agents).items()
        for skill, found in wanted
    ]


def _refused(found: Iterable[Finding]) -> State | None:
    checks = {item.check for item in found}
    return "secret" if checks == {"secret"} else "unfit" if checks else None


def remove(setting: Setting, agents: Iterable[Home], names: Collection[str] = ()) -> list[Taught]:
    """Take away the copies of ours that nobody changed, those of the named skills or all.

    Raises:
        StoreError: a place cannot be written.
    """
    return [
        Taught(agent=agent, name=mark.parent.name, path=mark.parent, state=_taken(mark.parent, setting.new_id()))
        for place, agent in _sharing(setting, agents).items()
        for mark in sorted(place.glob(f"*/{MARK}"))
        if not mark.parent.name.startswith(files.TEMPORARY) and (not names or mark.parent.name in names)
    ]


def _sharing(setting: Setting, agents: Iterable[Home]) -> dict[Path, str]:
    """Place -> the agents that look there, with commas between."""
    found: dict[Path, str] = {}
    for home in agents:
        place = homes.place(home, setting.places)
        if place not in found:
            _settle(place)
        found[place] = f"{found[place]}, {home.agent}" if place in found else home.agent
    return found


def _settle(place: Path) -> None:
    try:
        shelving.settle(place.resolve(), _ours)
    except OSError as error:
        raise StoreError(f"{place} cannot be written: {error.strerror}", f"Look at it: ls -ld {place}") from error


def _taken(folder: Path, step: str) -> State:
    if not _ours(folder):
        return "theirs"
    try:
        gone = shelving.aside(folder.parent, folder.name, step, _ours)
        if gone is None:
            return "theirs"
        shutil.rmtree(gone)
    except OSError as error:
        raise StoreError(f"{folder} cannot be removed: {error.strerror}", f"Look at it: ls -ld {folder}") from error
    return "removed"


def _ours(folder: Path) -> bool:
    """Whether it is a copy of ours that nobody changed."""
    there = _held(folder)
    return there is not None and _mark(folder) == _digest(there)


def _held(folder: Path) -> dict[str, bytes] | None:
    """The files of a copy; ``None`` where something of it is none that we put there, or there are too many to tell."""
    if folder.is_symlink() or not folder.is_dir():
        return None
    names = pages.whole(folder, MARK)
    held = {name: store.hold(folder / name, frozenset()) for name in names or ()}
    there = {name: item.data for name, item in held.items() if isinstance(item, store.Held)}
    return there if names is not None and len(there) == len(held) else None


def _copy(setting: Setting, skill: Skill, place: Path) -> State:
    if skill.path.parent in {place.resolve() / skill.name, place.resolve()}:
        return "same"
    contents = _contents(skill)
    if contents is None:
        return "unreadable"
    if any(redact.findings(data.decode("utf-8", "replace")) for data in contents.values()):
        return "secret"
    marked = contents | {MARK: _digest(contents).encode()}
    try:
        shelving.put(place, skill.name, marked, setting.new_id())
    except FileExistsError:
        return _again(place.resolve() / skill.name, contents, marked, setting.new_id())
    return "new"


def _contents(skill: Skill) -> dict[str, bytes] | None:
    """The skill's files as an agent wants them; ``None`` where one cannot be read as it must be."""
    held = {FILE: store.hold(skill.path, frozenset())}
    if skill.path.name == FILE:
        names = pages.whole(skill.path.parent, MARK)
        if names is None:
            return None
        held |= {name: store.hold(skill.path.parent / name, frozenset()) for name in names if name != FILE}
    found = {name: item.data for name, item in held.items() if isinstance(item, store.Held)}
    if len(found) < len(held):
        return None
    return found | {FILE: titled(found[FILE].decode("utf-8-sig", "replace"), skill.name).encode()}


def _digest(contents: Mapping[str, bytes]) -> str:
    return files.sha256(b"".join(f"{name} {files.sha256(data)}\n".encode() for name, data in sorted(contents.items())))


def _again(folder: Path, contents: Mapping[str, bytes], marked: Mapping[str, bytes], step: str) -> State:
    """What stands there is the same, an older copy of ours, or somebody's.

    An older copy is out of sight before the new one is put in its place: whenever that breaks off, ``shelving.settle``
    or the next installation makes it good.
    """
    if _held(folder) == contents:
        return "same"
    if not _ours(folder):
        return "theirs"
    try:
        gone = shelving.aside(folder.parent, folder.name, step, _ours)
        if gone is None:
            return "theirs"
        shelving.put(folder.parent, folder.name, marked, f"{step}-new")
        shutil.rmtree(gone)
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}", f"Look at it: ls -ld {folder}") from error
    return "changed"


def _mark(folder: Path) -> str:
    try:
        return (files.read_regular(folder / MARK, MARK_BYTES) or b"").decode("ascii", "replace")
    except OSError:
        return ""
