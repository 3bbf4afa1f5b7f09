"""Where OpenCode keeps its sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import walking

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

NAME = "opencode"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``: the tree's sessions, and the directory of the databases."""
    data = walking.place(places, "XDG_DATA_HOME", ".local/share") / "opencode"
    return [data / "storage" / "session", data]
