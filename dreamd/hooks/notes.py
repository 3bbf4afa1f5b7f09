"""Notes of what we put into agents' files, in our own state, so that an uninstallation gives them back as they were.

Nothing that stood there is copied: settings may hold keys. A note that is lost costs no more than a blank line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, files
from dreamd.hooks.starting import Made
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

LARGEST = 1 << 20
NAME = "hooks.json"


class Note(Record, frozen=True):
    """What an installation did to one file."""

    at: int
    """Where our text went in, in characters."""
    text: str
    """Ours alone."""
    sum: str
    """Of the file, when it was done."""
    made: Made | None = None
    """What we began around our hook, in settings."""
    created: bool = False
    """There was no file."""


def load(places: Places) -> dict[str, Note]:
    """Path of a file, with all links resolved -> what was done to it."""
    try:
        data = files.read_regular(places.state / NAME, LARGEST)
        return codec.decoder(dict[str, Note]).decode(data or b"{}")
    except (OSError, msgspec.DecodeError):
        return {}


def keep(places: Places, path: Path, note: Note | None) -> None:
    """Write the note of one file; ``None`` takes it away.

    Raises:
        OSError: it cannot be written.
    """
    held = load(places)
    told = {name: one for name, one in held.items() if name != str(path)} | ({str(path): note} if note else {})
    if told != held:
        files.make_private(places.state)
        files.write_atomic(places.state / NAME, codec.encode(told))
