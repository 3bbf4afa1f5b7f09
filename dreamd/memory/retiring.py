"""The one door into the archive: what goes there is dated, says why it went, and leaves its secrets behind; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import redact
from dreamd.memory import topic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.topic import Topic
    from dreamd.records import Entry


def kept(entry: Entry) -> Entry:
    """The entry as the archive holds it, but for date and reason."""
    return redact.record(entry, "text", "why", "how")


def retired(
    files: Mapping[str, bytes], name: str, titled: tuple[str, str], entry: Entry, date: str, reason: str
) -> Topic:
    """The archive file with the entry at its end.

    Args:
        files: name -> bytes, of the memory.
        name: the archive file's.
        titled: stem and title of the topic that the entry leaves.
        entry: what goes.
        date: when, e.g. ``2026-11-30``.
        reason: why.

    Raises:
        TopicInvalid: the archive file cannot be read.
    """
    stem, title = titled
    old = topic.parse(stem, files[name]) if name in files else topic.archive(stem, redact.redact(title))
    return topic.add(old, msgspec.structs.replace(kept(entry), archived=date, reason=redact.redact(reason)))
