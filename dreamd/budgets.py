"""Whether there is room for more in the files that every start of an agent holds: a memory's and every project's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import resident, start, workspaces
from dreamd.errors import BudgetExceeded
from dreamd.memory import store
from dreamd.memory.layout import COMMON
from dreamd.memory.relocating import WAYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places


def size(workspace: Workspace, files: Mapping[str, bytes]) -> int:
    """Bytes of the memory's files that every start holds."""
    return sum(len(files.get(item.file, b"")) for item in start.members(workspace))


def besides(places: Places, workspace: Workspace) -> int:
    """Bytes that every start holds beside the memory's own: those of what is true in every project.

    Raises:
        StoreError: that memory cannot be read.
    """
    own = workspaces.common(places)
    if workspace.name == COMMON or not own.root.is_dir():
        return 0
    return size(own, store.read(own).bytes)


def must_fit(whole: int, file: str) -> None:
    """See that a start has room for so many bytes.

    Args:
        whole: bytes of all files together.
        file: where the last of them stands, for the ways out.

    Raises:
        BudgetExceeded: it has not.
    """
    if whole > resident.RESIDENT_BYTES:
        told = f"at every start there would be {whole} bytes, and there is room for {resident.RESIDENT_BYTES}"
        raise BudgetExceeded(told, f"{WAYS} {file}")
