"""Brings a set of files into a memory so that it is, at every instant and after every crash, whole.

``prepare`` stages everything beside the memory; the caller then notes COMMIT in its journal; ``complete`` puts the
files in their places and may be called again until it returns; ``abandon`` takes back what was never committed. Whoever
calls holds the workspace's ``write`` lock.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from dreamd import leavings
from dreamd.errors import StoreError
from dreamd.files import PRIVATE_DIR, PRIVATE_FILE, make_private, sync_directory, write_new
from dreamd.memory import bounds, store
from dreamd.memory.settle import Conflict, Spot, settle, stage
from dreamd.memory.store import Held
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Snapshot

PLAN = "plan.json"


class Item(Record, frozen=True):
    """One file that changes."""

    name: str
    old: bytes | None
    """As it was read; ``None`` where there was none."""
    new: bytes | None
    """``None`` where it goes."""
    mode: int
    mtime_ns: int | None = None
    """The mtime it shall have; ``None``: the time of writing."""


class Plan(Record, frozen=True):
    """What one publish changes. It lies in the staging directory until all of it is done."""

    dream: str
    """Id of the step; names the staging directory."""
    items: tuple[Item, ...]
    made_dirs: tuple[str, ...] = ()
    """Directories to make, outermost first."""
    drop_dirs: tuple[str, ...] = ()
    """Directories to remove at the end where they are empty, outermost first."""


def plan(
    workspace: Workspace,
    dream: str,
    before: Snapshot,
    after: Mapping[str, bytes],
    *,
    modes: Mapping[str, int] | None = None,
    mtimes: Mapping[str, int] | None = None,
    drop_dirs: tuple[str, ...] = (),
) -> Plan:
    """Work out which files change. A file keeps its mode unless ``modes`` names one; a new file is 0600.

    Raises:
        StoreError: a file that would change is one that is left alone, or lies outside the layout.
        BudgetExceeded: the memory could not be read any more.
    """
    hazards = {hazard.name: hazard.reason for hazard in before.hazards}
    old, modes, mtimes = before.bytes, modes or {}, mtimes or {}
    changed = sorted(name for name in {*old, *after} if old.get(name) != after.get(name))
    for name in changed:
        _check(workspace, name, hazards)
    bounds.must_fit(workspace, old, after)
    items = (
        Item(
            name=name,
            old=old.get(name),
            new=after.get(name),
            mode=modes.get(name, before.files[name].mode if name in old else PRIVATE_FILE),
            mtime_ns=mtimes.get(name),
        )
        for name in changed
    )
    parents = {name.rpartition("/")[0] or "." for name in changed if name in after}
    made = tuple(name for name in before.missing if any(_inside(parent, name) for parent in parents))
    return Plan(dream=dream, items=tuple(items), made_dirs=made, drop_dirs=drop_dirs)


def prepare(workspace: Workspace, planned: Plan) -> None:
    """Write everything that ``complete`` needs beside the memory, durably. The memory stays as it is.

    Raises:
        StoreError: it could not be written; nothing is left behind.
    """
    here = store.staging(workspace) / planned.dream
    if here.parent.is_symlink() or (here.parent.exists() and not here.parent.is_dir()):
        raise StoreError(f"{here.parent} is no directory, and dreamd stages its files there", "Move it away.")
    try:
        make_private(here)
        for name in ("new", "old"):
            (here / name).mkdir(mode=PRIVATE_DIR)
        for number, item in enumerate(planned.items):
            if item.new is not None:
                stage(here / "new" / str(number), item.new, item.mode, item.mtime_ns)
        write_new(here / PLAN, msgspec.json.encode(planned))
        for directory in (here / "new", here, here.parent, here.parent.parent):
            sync_directory(directory)
    except OSError as error:
        abandon(workspace, planned.dream)
        raise _failed(
            workspace, error, "Free some space or mend it and run dreamd again; the memory is unchanged."
        ) from error


def outcome(workspace: Workspace, dream: str, before: Mapping[str, Held]) -> dict[str, Held]:
    """The files as this publish alone makes them of ``before``; to be asked for before ``complete`` has begun.

    Raises:
        StoreError: the plan is damaged.
        OSError: the staged files cannot be looked at.
    """
    here = store.staging(workspace) / dream
    planned, after = _load(here), dict(before)
    for number, item in enumerate(planned.items if planned else ()):
        after.pop(item.name, None)
        if item.new is not None:
            mtime_ns = (here / "new" / str(number)).stat().st_mtime_ns
            after[item.name] = Held(data=item.new, mode=item.mode, mtime_ns=mtime_ns)
    return after


def complete(workspace: Workspace, dream: str) -> tuple[Conflict, ...]:
    """Put every staged file in its place: what grows the archive first, then topics, the index, removals.

    Does nothing where it was done before.

    Returns:
        Files (or our changes to them) that were left as somebody else made them meanwhile.

    Raises:
        StoreError: the disk is full or failing, or a file keeps changing. Every file is whole; calling again goes on.
    """
    here = store.staging(workspace) / dream
    conflicts: list[Conflict] = []
    try:
        planned = _load(here)
        if planned:
            for name in planned.made_dirs:
                made = store.place(workspace, name)
                made.mkdir(mode=PRIVATE_DIR, exist_ok=True)
                sync_directory(made.parent)
            ranked = sorted(enumerate(planned.items), key=lambda pair: _rank(workspace, pair[1]))
            for _, group in groupby(ranked, key=lambda pair: _rank(workspace, pair[1])):
                spots = [_spot(workspace, here, number, item) for number, item in group]
                conflicts += [conflict for spot in spots if (conflict := settle(spot))]
                for directory in {spot.target.parent for spot in spots if spot.target.parent.is_dir()}:
                    sync_directory(directory)
            _drop(workspace, planned.drop_dirs)
        _clear(here)
        _sweep(workspace)
    except OSError as error:
        raise _failed(
            workspace, error, "Free some space or mend it and run dreamd again; it goes on from here."
        ) from error
    return tuple(conflicts)


def abandon(workspace: Workspace, dream: str) -> None:
    """Remove what ``prepare`` wrote; only where nothing was committed.

    Raises:
        StoreError: it cannot be removed.
    """
    here = store.staging(workspace) / dream
    try:
        made: tuple[str, ...] = ()
        with suppress(StoreError):
            planned = _load(here)
            made = planned.made_dirs if planned else ()
        _clear(here)
        _drop(workspace, made)
        _sweep(workspace)
    except OSError as error:
        raise _failed(workspace, error, f"Remove {here} by hand; the memory is unchanged.") from error


def _check(workspace: Workspace, name: str, hazards: Mapping[str, str]) -> None:
    if not bounds.lawful(workspace, name):
        raise StoreError(f"{name!r} is no file of the memory {workspace.memory}")
    for hazard in (name, name.rpartition("/")[0]):
        if hazard in hazards:
            raise StoreError(
                f"{store.place(workspace, hazard)} is left alone ({hazards[hazard]}), so it cannot be changed",
                "Put a plain file or directory in its place, or move it away.",
            )


def _inside(path: str, directory: str) -> bool:
    return directory in {".", path} or path.startswith(f"{directory}/")


def _rank(workspace: Workspace, item: Item) -> int:
    """An entry is written to where it goes before it leaves where it was; the index never names what is not there."""
    if item.new is None:
        return 4
    if item.name == workspace.index:
        return 3
    if len(item.new) < len(item.old or b""):
        return 2
    return 0 if item.name.startswith(workspace.archive("").removesuffix(".md")) else 1


def _spot(workspace: Workspace, here: Path, number: int, item: Item) -> Spot:
    return Spot(
        name=item.name,
        target=store.place(workspace, item.name),
        staged=here / "new" / str(number),
        aside=here / "old" / str(number),
        old=item.old,
        new=item.new,
        mode=item.mode,
        index=item.name == workspace.index,
        ours=store.twins(workspace),
    )


def _load(here: Path) -> Plan | None:
    """The plan; ``None`` where it is not there, since ``prepare`` writes it last and ``_clear`` removes it first."""
    try:
        return msgspec.json.decode((here / PLAN).read_bytes(), type=Plan)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except msgspec.DecodeError as error:
        raise StoreError(
            f"{here / PLAN} is damaged: {error}", f"Compare the files in {here} with the memory, then remove it."
        ) from error


def _clear(here: Path) -> None:
    """Remove the staging directory, the plan first."""
    if here.is_dir():
        (here / PLAN).unlink(missing_ok=True)
        shutil.rmtree(here)
    with suppress(FileNotFoundError, NotADirectoryError):
        if not any(here.parent.iterdir()):
            here.parent.rmdir()


def _drop(workspace: Workspace, names: tuple[str, ...]) -> None:
    for name in reversed(names):
        with suppress(OSError):
            store.place(workspace, name).rmdir()


def _sweep(workspace: Workspace) -> None:
    """Remove temporary files of processes that are gone."""
    for directory in {store.place(workspace, name) for name in store.directories(workspace)}:
        leavings.sweep(directory)


def _failed(workspace: Workspace, error: OSError, fix: str) -> StoreError:
    return StoreError(f"the memory {workspace.memory} could not be written: {error.strerror or error}", fix)
