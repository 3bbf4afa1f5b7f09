"""Takes away the temporary files of processes that are gone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dreamd import files, lock

if TYPE_CHECKING:
    from dreamd.paths import Places


def sweep(directory: Path) -> None:
    """Remove them from this directory, not from below; what cannot be removed is not ours, since we make files."""
    for path in directory.glob(f"{files.TEMPORARY}*"):
        if lock.left_behind(path.name):
            with suppress(OSError):
                path.unlink()


def sweep_state(places: Places) -> None:
    """Remove them from all of dreamd's own state, but for what others sweep: ``runs`` and ``history``."""
    for folder, below, _ in os.walk(places.state):
        here = Path(folder)
        below[:] = [name for name in below if here / name not in {places.runs, places.history}]
        sweep(here)
