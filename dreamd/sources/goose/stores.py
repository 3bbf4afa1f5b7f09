"""Where Goose keeps its sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.reading import walking

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

NAME = "goose"
DATABASE = "sessions.db"
MOVED = "GOOSE_PATH_ROOT"


def roots(places: Places) -> list[Path]:
    """See ``Source.roots``. ``GOOSE_PATH_ROOT`` moves all of Goose's, where it names an absolute path."""
    if places.environment.get(MOVED, "").startswith("/"):
        return [walking.place(places, MOVED, "") / "data" / "sessions"]
    return [walking.place(places, "XDG_DATA_HOME", ".local/share") / "goose" / "sessions"]
