"""Puts one memory into an archive: every file of it, as it lies there."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from dreamd import archives, clock, redact
from dreamd.memory import store
from dreamd.records import Record

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.memory.layout import Workspace


class Exported(Record, frozen=True):
    """What was put in; the fields are the JSON keys of ``export``."""

    files: tuple[str, ...]
    sha256: str
    """Of the archive."""
    left_alone: tuple[str, ...] = ()
    """Links, special and overlong files in the memory; no archive holds them."""
    secrets: tuple[str, ...] = ()
    """Files that hold what looks like a secret."""


def export(workspace: Workspace, path: Path, now_ns: int) -> Exported:
    """Write the memory into a new archive.

    Raises:
        StoreError: the memory cannot be read, or the archive cannot be written.
    """
    snapshot = store.read(workspace)
    about = {"name": workspace.name, "layout": workspace.layout, "project": str(workspace.project)}
    with archives.written(path, "export", clock.iso(now_ns), about) as add:
        for name, held in sorted(snapshot.files.items()):
            add(name, io.BytesIO(held.data), held.mode, held.mtime_ns)
    texts = {name: data.decode("utf-8", "replace") for name, data in sorted(snapshot.bytes.items())}
    return Exported(
        files=tuple(texts),
        sha256=archives.checksum(path),
        left_alone=tuple(hazard.name for hazard in snapshot.hazards),
        secrets=tuple(name for name, text in texts.items() if redact.findings(text)),
    )
