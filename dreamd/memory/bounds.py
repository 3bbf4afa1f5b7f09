"""What a memory may become, so that it can be read again and every step be taken back: asked before one is decided."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from dreamd.errors import BudgetExceeded
from dreamd.memory import store
from dreamd.memory.layout import ARCHIVE, FILE_BYTES, LOCK_NAME, STAGING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.layout import Workspace

NAME_BYTES = 255
"""Bytes of one file's name on the file systems that people use."""
OURS = frozenset({ARCHIVE, LOCK_NAME, STAGING})
"""Names that stand in a memory's directory beside its files."""
SHOWN = 60
"""Characters of a name that an error shows."""


def lawful(workspace: Workspace, name: str) -> bool:
    """Whether a file of that name is one of the memory's: ``store`` reads it and a step may write it."""
    parent, slash, last = name.rpartition("/")
    if (parent if slash else ".") not in store.directories(workspace) or not re.fullmatch(r"[^.].*\.md", last):
        return False
    if workspace.prefix and not slash and name not in workspace.people:
        return False
    return store.visible(name) == name and len(last.encode()) <= NAME_BYTES


def must_fit(workspace: Workspace, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    """See that the memory can still be read when it holds ``after``; one that only gets smaller may.

    Raises:
        BudgetExceeded: it could not.
    """
    fix = "Write less at once, or move files that are no memory out of that directory."
    for name, data in after.items():
        if len(data) > FILE_BYTES and before.get(name) != data:
            said = f"{name[:SHOWN]} would hold {len(data)} bytes, more than {FILE_BYTES}, and could not be read again"
            raise BudgetExceeded(said, fix)
    count, size = len(after), _size(after)
    if count <= len(before) and size <= _size(before):
        return
    if count > store.MAX_FILES or size > store.MAX_BYTES:
        raise BudgetExceeded(
            f"the memory {workspace.memory} would be too large to be read again: {count} files of {size} bytes; "
            f"at most {store.MAX_FILES} and {store.MAX_BYTES}",
            fix,
        )
    for directory in store.directories(workspace):
        _must_list(workspace, directory, after, fix)


def _must_list(workspace: Workspace, directory: str, after: Mapping[str, bytes], fix: str) -> None:
    """See that the directory does not come to hold more names than are read."""
    coming = {last for name in after for parent, _, last in [name.rpartition("/")] if (parent or ".") == directory}
    there = set[str]()
    with suppress(OSError):
        there = set(os.listdir(store.place(workspace, directory)))  # noqa: PTH208 (names alone)
    if coming - there and len(coming | there | OURS) > store.MAX_NAMES:
        raise BudgetExceeded(f"{store.place(workspace, directory)} would hold more than {store.MAX_NAMES} names", fix)


def _size(files: Mapping[str, bytes]) -> int:
    return sum(map(len, files.values()))
