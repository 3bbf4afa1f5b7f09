"""Looks over a memory with all that is known of it: the one place of governance that reads anything."""

from __future__ import annotations

import dataclasses
import gc
import os
import shutil
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

import dreamd
from dreamd import clock, governance, governed, ledger, log, registry, slugs, state, surveying
from dreamd import skills as library
from dreamd.errors import DreamdError
from dreamd.memory import store
from dreamd.skills import pages, tools
from dreamd.skills.tools import Known

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from dreamd.faults import Fault
    from dreamd.governance import Check, Snapshot
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

MOST_NAMES = 5_000
"""Files below the memory whose names are looked at."""


def findings(places: Places, workspace: Workspace, search: str, now_ns: int) -> tuple[Fault, ...]:
    """All that is wrong with a memory, gravest first; what a person settled is left out. Nothing is changed.

    Args:
        places: our own.
        workspace: whose memory.
        search: PATH, to find git.
        now_ns: now.

    Raises:
        StoreError: the memory or our own state cannot be read.
    """
    with _undisturbed():
        return judged(places, snapshot(places, workspace, search, now_ns))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Without the search for cycles: a look makes none, and searching would take a tenth of its time."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            # What was made meanwhile counts as old, unsearched: else the next object made has all of it searched.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def judged(places: Places, seen: Snapshot) -> tuple[Fault, ...]:
    """What the whole shelf finds in a snapshot, but for what a person settled."""
    settled = frozenset(governed.read(places, seen.workspace.name).settled)
    return governance.findings(cast("list[Check]", registry.entries(governance, "CHECK")), seen, settled)


def look(places: Places, workspace: Workspace, search: str, now_ns: int) -> tuple[Fault, ...]:
    """``findings``, remembered for ``status``; the log tells what needs a person where that is news.

    Raises:
        StoreError: the memory or our own state cannot be read or written.
    """
    found = findings(places, workspace, search, now_ns)
    old = governed.read(places, workspace.name)
    counts = Counter(item.severity for item in found)
    new = msgspec.structs.replace(
        old, checked_ns=now_ns, blocking=counts["blocking"], warnings=counts["warning"], notes=counts["note"]
    )
    governed.write(places, workspace.name, new)
    if (sentence := governed.told(new)) and sentence != governed.told(old):
        checks = Counter(item.check for item in found)
        log.write(places.log, slugs.MEMORY_ROTS, now_ns, workspace.name, message=sentence, checks=dict(checks))
    return found


def keep_watch(places: Places, workspace: Workspace, search: str, now_ns: int, *, anew: bool = False) -> None:
    """``look``, where something was learned just now or a month has passed. It cleans nothing, and stops nothing.

    A dream is over by then: that there is too little memory to look it over does not make a failure of it.
    """
    with suppress(DreamdError, OSError, MemoryError, ValueError):
        if workspace.memory.is_dir() and (anew or governed.due(governed.read(places, workspace.name), now_ns)):
            look(places, workspace, search, now_ns)


def snapshot(places: Places, workspace: Workspace, search: str, now_ns: int) -> Snapshot:
    """The memory as it is now, with what is known of it.

    Raises:
        StoreError: the memory or our own state cannot be read.
    """
    held = store.read(workspace)
    with state.database(places.database, look=True) as db:
        own, rests = ledger.statements(db, workspace.name), ledger.all_evidence(db, workspace.name)
    files = held.bytes
    seen = governance.snapshot(workspace, files, clock.date(now_ns))
    said = [one.said for one in seen.statements]
    skills, known = tuple(pages.read(library.catalogue(library.shelves(places, workspace)))), _tools(search)
    programs = [name for page in skills for _, name in tools.lacking(page.text, known)]
    return dataclasses.replace(
        seen,
        own=own,
        evidence=rests,
        others=_others(workspace, files.keys()),
        pages=skills,
        tools=known,
        codebase=surveying.survey(workspace.project, said, search, programs),
    )


def _others(workspace: Workspace, known: Collection[str]) -> frozenset[str]:
    """Markdown files below the memory that were not read: in folders, links, too large; hidden folders aside."""
    top, found, left = workspace.memory.resolve(), set[str](), MOST_NAMES
    for place, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        left -= len(names)
        if left < 0:
            break
        inner = Path(place).relative_to(top).as_posix()
        below = "" if inner == "." else f"{inner}/"
        found |= {f"{workspace.prefix}{below}{name}" for name in names if name.endswith(".md") and name[:1] != "."}
    return frozenset(found - set(known))


def _tools(search: str) -> Known:
    """Our commands by the names of their files (what talks to people lies above us), and the programs on the PATH."""
    commands = (path.stem for path in Path(dreamd.__file__).with_name("commands").glob("*.py"))
    names = frozenset(name.replace("_", "-") for name in commands if not name.startswith("_"))
    return Known(commands=names, program=lambda name: shutil.which(name, path=search) is not None)
