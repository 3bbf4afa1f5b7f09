"""What of a backup is laid out: what dreamd keeps, and of its histories the objects and names alone.

A history's settings, hooks and alternates say what git runs and where it reads: those of an archive are never used.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from dreamd.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from dreamd.archives import Manifest, Member

HISTORY = re.compile(r"state/history/[^/]+\.git/(?P<inside>.+)")
HELD = re.compile(r"HEAD|packed-refs|refs/.+|objects/(?!info/(?:http-)?alternates$).+")
"""What a history consists of."""
CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
"""What stands in the configuration of each, and nothing else."""


def sorts(manifest: Manifest, known: tuple[str, ...], needed: str, refused: Collection[str], target: Path) -> None:
    """See that it holds what a backup holds, and that there is room for it.

    Args:
        manifest: of the archive.
        known: how the names of its members begin.
        needed: the member without which it is no backup of dreamd's.
        refused: names right below the first of ``known`` that are never in a backup.
        target: where it will be laid out.

    Raises:
        StoreError: it does not, or there is not.
    """
    names = {member.name for member in manifest.files}
    strange = sorted(
        name for name in names if not name.startswith(known) or name.removeprefix(known[0]).partition("/")[0] in refused
    )
    if strange:
        raise StoreError(f"it is no backup of dreamd's: it holds {strange[0]!a}", "Take another backup.")
    if needed not in names:
        raise StoreError(f"it is no backup of dreamd's: it has no {needed}", "Take another backup.")
    size, free = sum(member.bytes for member in manifest.files), shutil.disk_usage(target).free
    if size >= free:
        raise StoreError(f"it holds {size} bytes, and {free} are free where it would be unpacked", "Free some space.")


def laid(member: Member) -> bool:
    """Whether the member is laid out: of a history only what holds its steps."""
    found = HISTORY.fullmatch(member.name)
    return not found or HELD.fullmatch(found["inside"]) is not None


def configure(top: Path) -> None:
    """Give each history below an unpacked backup the configuration of ours."""
    for place in sorted(top.glob("state/history/*.git")):
        (place / "config").write_text(CONFIG, "utf-8")
