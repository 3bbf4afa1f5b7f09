"""Purges a statement: every copy of it goes, and what a crash leaves of a purge the next command completes."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, expunging, files, ledger, lock, log, outlying, purged, recovery, slugs, state, steps
from dreamd.attempt import topic_mtimes
from dreamd.errors import DreamdError, LockHeld, StoreError
from dreamd.expunging import Gone
from dreamd.ledger import Settlement
from dreamd.memory import cleansing, publish, rewriting, store
from dreamd.memory.layout import IDENTITY
from dreamd.records import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from dreamd.memory.history import Step
    from dreamd.memory.layout import Workspace
    from dreamd.memory.store import Held
    from dreamd.paths import Places
    from dreamd.purged import Finder


class Purge(Record, frozen=True):
    """A purge under way: all that completes it. The words themselves stand nowhere in it."""

    id: str
    workspace: str
    """Where the person named the statement."""
    marks: tuple[purged.Mark, ...]
    gone: Gone
    named: tuple[str, ...] = ()
    """Files of others that hold the words, as the person was told."""
    staged: str = ""
    """Name of the workspace whose cleansed files lie staged whole beside it, and are put in their places."""


DECODER = codec.decoder(Purge)


def begin(places: Places, purge: Purge, key: str) -> None:
    """Decide it: from here on it is completed, whatever happens.

    Raises:
        LockHeld: somebody has been changing what was purged for ten seconds; nothing was decided.
        StoreError: it could not be written down; nothing was decided.
    """
    purged.add(places, key, purge.marks)
    try:
        _note(places, purge)
    except OSError as error:
        raise StoreError(f"cannot write {places.purge}: {error.strerror}", "Nothing was purged; try again.") from error


def _note(places: Places, purge: Purge) -> None:
    files.write_atomic(places.purge, codec.encode(purge))


def pending(places: Places) -> Purge | None:
    """The purge that is under way, or that a crash cut short.

    Raises:
        StoreError: its journal cannot be read.
    """
    try:
        return DECODER.decode(places.purge.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(f"cannot read {places.purge}: {error}", "Purge the statement once more.") from error


def at_work(places: Places, spaces: Iterable[Workspace]) -> ExitStack:
    """Keep other purges, and dreams over any of these memories, away: a dream holds words that it has read.

    Raises:
        LockHeld: one of them is under way.
    """
    with ExitStack() as held:
        held.enter_context(lock.held(places.locks, places.state, "write"))
        for workspace in spaces:
            held.enter_context(lock.held(places.locks, workspace.memory, "dream"))
        return held.pop_all()


def complete(places: Places, spaces: Iterable[Workspace], purge: Purge, search: str, now_ns: int) -> tuple[str, ...]:
    """Take every copy out; the caller holds what ``at_work`` gives. Doing any part of it twice changes nothing.

    Returns:
        Places that still hold the words: they are others' to clean.

    Raises:
        DreamdError: a memory, a history or our own state cannot be written; calling again goes on.
    """
    finder, chosen = _finder(places, purge), list(spaces)
    left, failed = list(purge.named), list[DreamdError]()
    try:
        for workspace in chosen:
            try:
                left += _workspace(places, workspace, purge, search, now_ns)
            except DreamdError as error:  # one that cannot be written keeps no other from being cleaned
                failed.append(error)
        expunging.expunge(places, finder, purge.gone)
        if failed:
            raise failed[0]
        left += outlying.holding(places, chosen, finder)
        log.write(places.log, slugs.MEMORY_PURGED, now_ns, purge.workspace, step=purge.id)
        places.purge.unlink(missing_ok=True)
        files.sync_directory(places.state)
    except OSError as error:
        raise StoreError(f"the purge is not complete: {error}", "The next dreamd command goes on with it.") from error
    return tuple(path for path in dict.fromkeys(left) if os.path.lexists(path))


def _workspace(places: Places, workspace: Workspace, purge: Purge, search: str, now_ns: int) -> list[str]:
    """Clean one memory and its history; files of it that still hold the words."""
    finder = _finder(places, purge)
    recovery.recover(places, workspace, search, now_ns)
    with lock.held(places.locks, workspace.memory, "write"):
        _memory(places, workspace, purge, finder)
        _history(places, workspace, purge, finder, search)
        return list(_kept(workspace, finder))


def _finder(places: Places, purge: Purge) -> Finder:
    return purged.finder(msgspec.structs.replace(purged.read(places.purged), marks=purge.marks))


def complete_pending(places: Places, spaces: Iterable[Workspace], search: str, now_ns: int) -> Iterator[str]:
    """Complete what a crash cut short, and say so; what cannot be done now is told, and left to the next command."""
    try:
        chosen = list(spaces)
        with at_work(places, chosen):
            purge = pending(places)
            if purge is None:
                return
            left = complete(places, chosen, purge, search, now_ns)
        yield f"completed purge {purge.id}, which a crash had cut short"
        yield from (f"still holds what was purged: {path}" for path in left)
    except LockHeld:
        return
    except DreamdError as error:
        yield f"cannot complete a purge that was cut short: {error}".replace("\n", ". ")


def _memory(places: Places, workspace: Workspace, purge: Purge, finder: Finder) -> None:
    """Clean the files; what somebody writes at the same moment is merged, as in any step."""
    if purge.staged == workspace.name:
        publish.complete(workspace, purge.id)
    else:
        publish.abandon(workspace, purge.id)
    current = store.read(workspace)
    ours = {name: data for name, data in current.bytes.items() if name != IDENTITY}
    clean = cleansing.cleanse(workspace, ours, partial(purged.without, finder))
    if clean.files == ours:
        return
    with state.database(places.database) as db:
        _carry_over(db, workspace, clean.keys)
    after = clean.files | {name: data for name, data in current.bytes.items() if name == IDENTITY}
    planned = publish.plan(workspace, purge.id, current, after, mtimes=topic_mtimes(workspace, after))
    publish.prepare(workspace, planned)
    _note(places, msgspec.structs.replace(purge, staged=workspace.name))
    publish.complete(workspace, purge.id)
    _note(places, msgspec.structs.replace(purge, staged=""))


def _carry_over(db: sqlite3.Connection, workspace: Workspace, keys: Mapping[str, str]) -> None:
    """What dreamd wrote stays its own where words were taken out of it."""
    own = ledger.statements(db, workspace.name)
    rests = {new: ledger.evidence(db, workspace.name, old) for old, new in keys.items()}
    settled = Settlement(
        workspace=workspace.name,
        keys=tuple(new for old, new in keys.items() if old in own),
        evidence={new: quotes for new, quotes in rests.items() if quotes},
    )
    ledger.settle(db, settled, 0)


def _history(places: Places, workspace: Workspace, purge: Purge, finder: Finder, search: str) -> None:
    def files_of(held: Mapping[str, Held]) -> dict[str, Held]:
        clean = cleansing.cleanse(
            workspace, {name: one.data for name, one in held.items()}, partial(purged.without, finder)
        )
        return {name: msgspec.structs.replace(held[name], data=data) for name, data in clean.files.items()}

    def holds(data: bytes) -> bool:
        return purged.holds(finder, data.decode("utf-8", "ignore")) or any(
            purged.within(finder, value) for value in expunging.values(data)
        )

    repository = steps.repository(places, workspace, search)
    rewriting.rewrite(repository, files_of, partial(_told, purge, finder), holds)


def _told(purge: Purge, finder: Finder, step: Step) -> Step:
    """The step without what it says of the statement; a line that is about it alone may be cut, and so goes whole."""
    plain = msgspec.to_builtins(step)
    changes = tuple(
        msgspec.structs.replace(change, topic="" if purged.holds(finder, change.topic) else change.topic)
        for change, told in zip(step.changes, plain["changes"], strict=True)
        if not purged.within(finder, told | {"topic": ""})  # a topic's name is no statement, and its file keeps it
    )
    about = len(changes) < len(step.changes) and step.kind == "remember"
    summary = f"{step.summary.partition(':')[0]}: {purged.LEFT}" if about else purged.without(finder, step.summary)
    keys = tuple(key for key in step.keys if key not in purge.gone.keys)
    return msgspec.structs.replace(step, changes=changes, summary=summary, keys=keys)


def _kept(workspace: Workspace, finder: Finder) -> Iterator[str]:
    """Files of the memory that dreamd never writes, and that hold it."""
    current = store.read(workspace)
    names = [hazard.name for hazard in current.hazards] + [name for name in current.files if name == IDENTITY]
    for path in (store.place(workspace, name) for name in names):
        if path.is_file() and expunging.holds(finder, path):
            yield str(path)
