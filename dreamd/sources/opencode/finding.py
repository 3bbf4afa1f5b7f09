"""Finds the sessions in OpenCode's stores, and lays a copy of each that changed."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from dreamd.reading import copies, laying, walking
from dreamd.sources import Damaged
from dreamd.sources.opencode import database, tree
from dreamd.sources.opencode.stores import NAME, roots

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from pathlib import Path

    from dreamd.paths import Places
    from dreamd.records import Transcript


def find(places: Places, damaged: list[Damaged]) -> Iterator[Transcript]:
    """See ``Source.find``. A transcript is our copy of a session: a database is never opened where it lies."""
    walk = walking.Walk(damaged)
    tree_root, database_root = roots(places)
    databases = [found.path for found in walking.below(database_root, "opencode*.db", walk)]
    sessions = [found.path for found in walking.below(tree_root, "*/ses_*.json", walk)]
    if databases or sessions or (places.copies / NAME).exists():
        from_tree = partial(_from_tree, tree_root.parent, sessions, damaged)
        yield from laying.transcripts(NAME, databases, database.sessions, places, walk, from_tree)


def _from_tree(
    storage: Path, sessions: list[Path], damaged: list[Damaged], folder: Path, taken: Container[str]
) -> set[Path]:
    """The copies of the tree's sessions; what a database took over stands as the database has it."""
    kept = set()
    for path in sessions:
        if path.stem not in taken:
            copy = copies.place(folder, path.stem)
            try:
                touched = tree.touched(storage, path)
                if not copy.exists() or copy.stat().st_mtime_ns != touched:
                    copy = _grown(tree.session(storage, path), touched, folder, taken) or copy
            except (OSError, ValueError) as error:  # what was read before stays
                damaged.append(Damaged(path, str(error)))
            kept.add(copy)
    return kept


def _grown(found: tuple[str, bytes] | None, touched: int, folder: Path, taken: Container[str]) -> Path | None:
    if not found or found[0] in taken:
        return None
    copy = copies.lay(folder, *found)
    os.utime(copy, ns=(touched, touched))
    return copy
