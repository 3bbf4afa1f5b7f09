"""Reads the sessions of the tree of JSON files that OpenCode kept until 1.1; not all were moved into the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import files
from dreamd.jsonl import LIMIT
from dreamd.sources.opencode.session import Message, Session, brief, lines, wanted

if TYPE_CHECKING:
    from pathlib import Path


def touched(storage: Path, file: Path) -> int:
    """When the session was last written, in nanoseconds since 1970: its own file, or its directory of messages."""
    messages = storage / "message" / file.stem
    return max(path.stat().st_mtime_ns for path in (file, messages) if path.exists())


def session(storage: Path, file: Path) -> tuple[str, bytes] | None:
    """Id and lines of the session of that file; ``None`` where no person began it.

    Raises:
        OSError: a file cannot be read.
        ValueError: the file is being written, or broken.
    """
    head = brief(_load(file))
    if not head.id:
        raise ValueError(f"{file.name} is no whole session")
    if head.parent_id:
        return None
    messages = [_message(storage, path) for path in sorted((storage / "message" / head.id).glob("*.json"))]
    found = sorted((message for message in messages if message), key=lambda message: (message.time, message.id))
    taken_back = head.revert.message_id if head.revert else ""
    return head.id, lines(Session(head.id, head.directory, head.version, found), taken_back)


def _message(storage: Path, path: Path) -> Message | None:
    data = _load(path)
    known = brief(data)
    if not known.id:
        return None
    texts = [_load(part) for part in sorted((storage / "part" / known.id).glob("*.json"))]
    return Message(known.id, int(known.time.created), data, [text for text in texts if text and wanted(text)])


def _load(path: Path) -> str:
    return (files.read_regular(path, LIMIT) or b"").decode("utf-8", "replace")
