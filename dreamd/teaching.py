"""Puts skills where each agent looks for them: copies of ours, which what somebody changed is never taken for."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import files, shelving
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
        Taught(agent=agent, name=mark.parent.name, path=mark.parent, state=_taken(mark.parent))
        for place, agent in _sharing(setting, agents).items()
        for mark in sorted(place.glob(f"*/{MARK}"))
        if not names or mark.parent.name in names
    ]


def _sharing(setting: Setting, agents: Iterable[Home]) -> dict[Path, str]:
    """Place -> the agents that look there, with commas between."""
    found: dict[Path, str] = {}
    for home in agents:
        place = homes.place(home, setting.places)
        found[place] = f"{found[place]}, {home.agent}" if place in found else home.agent
    return found


def _taken(folder: Path) -> State:
    there = _held(folder)
    if there is None or _mark(folder) != _digest(there):
        return "theirs"
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(f"{folder} cannot be removed: {error.strerror}", f"Look at it: ls -ld {folder}") from error
    return "removed"


def _held(folder: Path) -> dict[str, bytes] | None:
    """The files of a copy; ``None`` where something of it is none that we put there."""
    if folder.is_symlink() or not folder.is_dir():
        return None
    names = [name for name in pages.below(folder) if name != MARK]
    held = {name: store.hold(folder / name, frozenset()) for name in names}
    there = {name: item.data for name, item in held.items() if isinstance(item, store.Held)}
    return there if len(there) == len(held) else None


def _copy(setting: Setting, skill: Skill, place: Path) -> State:
    if skill.path.parent in {place.resolve() / skill.name, place.resolve()}:
        return "same"
    contents = _contents(skill)
    if contents is None:
        return "unreadable"
    digest = _digest(contents)
    try:
        shelving.put(place, skill.name, contents | {MARK: digest.encode()}, setting.new_id())
    except FileExistsError:
        return _again(place.resolve() / skill.name, contents, digest)
    return "new"


def _contents(skill: Skill) -> dict[str, bytes] | None:
    """The skill's files as an agent wants them; ``None`` where one cannot be read as it must be."""
    held = {FILE: store.hold(skill.path, frozenset())}
    if skill.path.name == FILE:
        held |= {
            name: store.hold(skill.path.parent / name, frozenset())
            for name in pages.below(skill.path.parent)
            if name not in {FILE, MARK}
        }
    found = {name: item.data for name, item in held.items() if isinstance(item, store.Held)}
    if len(found) < len(held):
        return None
    return found | {FILE: titled(found[FILE].decode("utf-8-sig", "replace"), skill.name).encode()}


def _digest(contents: Mapping[str, bytes]) -> str:
    return files.sha256(b"".join(f"{name} {files.sha256(data)}\n".encode() for name, data in sorted(contents.items())))


def _again(folder: Path, contents: Mapping[str, bytes], digest: str) -> State:
    """What stands there is the same, an older copy of ours, or somebody's."""
    there = _held(folder)
    if there == contents:
        return "same"
    if there is None or _mark(folder) != _digest(there):
        return "theirs"
    try:
        (folder / MARK).unlink()  # until it is whole again it is not to be taken for ours
        for name, data in contents.items():
            files.make_private((folder / name).parent)
            files.write_atomic(folder / name, data)
        for name in there.keys() - contents.keys():
            (folder / name).unlink()
        files.write_atomic(folder / MARK, digest.encode())
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}", f"Look at it: ls -ld {folder}") from error
    return "changed"


def _mark(folder: Path) -> str:
    try:
        return (files.read_regular(folder / MARK, MARK_BYTES) or b"").decode("ascii", "replace")
    except OSError:
        return ""
