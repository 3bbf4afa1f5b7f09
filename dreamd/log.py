"""Events: one JSON object a line in our own log, under names that never change once released.

Logging never stops work: a full disk drops the line, and the next line that can be written says how many were dropped.
Text of entries goes here and nowhere else, never to standard error.
"""

from __future__ import annotations

import fcntl
import os
import re
import unicodedata
from collections import Counter, deque
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from dreamd import clock, files, redact, slugs
from dreamd.errors import StoreError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreamd.records import Dream

LIMIT = 10 * 1024 * 1024
"""Bytes; a longer log becomes the old one, and the old one before it is forgotten."""
FRAMES = 20
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
UNUSUAL = re.compile(r"[^\x20-\x7e]")

_dropped: Counter[Path] = Counter()


class Event(Record, frozen=True):
    """One thing that happened."""

    name: str
    """E.g. ``dream.finished``."""
    time: str
    workspace: str = ""
    fields: dict[str, Any] = {}
    """What belongs to this event, as plain JSON values."""

    def flat(self) -> dict[str, Any]:
        """As it stands in the log and in ``dreamd log --json``: ``{event, time, workspace, ...}``."""
        return {"event": self.name, "time": self.time, "workspace": self.workspace, **self.fields}


def old(path: Path) -> Path:
    """Where the log goes when it is full: ``dreamd.1.jsonl``."""
    return path.with_suffix(f".1{path.suffix}")


def dropped(path: Path) -> int:
    """Lines that this process could not write since the last one that it could."""
    return _dropped[path]


def write(path: Path, name: str, now_ns: int, workspace: str = "", **fields: object) -> None:
    """Append one event.

    Args:
        path: the log.
        name: one of ``slugs``' event names.
        now_ns: now.
        workspace: the memory it is about, if it is about one.
        fields: plain JSON values; ``exc_info``, an exception, becomes its traceback without the variables' values.
    """
    lost = {"dropped": dropped(path)} if dropped(path) else {}
    try:
        _append(path, rendered(name, now_ns, workspace, **fields, **lost))
    except OSError:
        _dropped[path] += 1
    else:
        _dropped.pop(path, None)


def finished(path: Path, dream: Dream, now_ns: int) -> None:
    """Append ``dream.finished`` with the fields of the dream."""
    write(path, slugs.DREAM_FINISHED, now_ns, **msgspec.to_builtins(dream))


def events(path: Path, since: str = "", limit: int | None = None) -> Iterator[Event]:
    """Events in the order in which they were written; torn and foreign lines are passed over.

    Args:
        path: the log; what was moved out of it is read first.
        since: an ISO 8601 time in UTC; earlier events are left out.
        limit: at most so many, the newest.

    Raises:
        StoreError: the log exists and cannot be read.
    """
    found = (event for part in (old(path), path) for event in _events(part) if event.time >= since)
    return found if limit is None else iter(deque(found, maxlen=limit))


def _events(path: Path) -> Iterator[Event]:
    try:
        with path.open("rb") as handle:
            yield from (event for line in handle if (event := _decoded(line)))
    except FileNotFoundError:
        return
    except OSError as error:
        fix = "Move it away; dreamd makes a new one."
        raise StoreError(f"cannot read {path}: {error.strerror}", fix) from error


def rewrite(path: Path, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Put each event of the log, and of what was moved out of it, in the form that the function gives it.

    What is appended meanwhile is kept; a torn or foreign line goes with what it may hold.

    Args:
        path: the log.
        change: the plain event as it shall be; ``None`` where it shall go.

    Raises:
        OSError: it cannot be written; calling again goes on.
    """
    for part in (old(path), path):
        if not part.exists():
            continue
        with part.open("rb") as handle:
            before = handle.read()
            files.write_atomic(part, _changed(before, change))
            if late := _changed(handle.read(), change):
                with part.open("ab") as end:
                    end.write(late)


def _changed(data: bytes, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> bytes:
    kept = []
    for line in data.splitlines(keepends=True):
        event = _plain(line)
        after = change(event) if event is not None else None
        if after is not None:
            same = after == event and line.endswith(b"\n")
            kept.append(line if same else visible(msgspec.json.encode(after).decode()).encode() + b"\n")
    return b"".join(kept)


def _plain(line: bytes) -> dict[str, Any] | None:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _decoded(line: bytes) -> Event | None:
    plain = _plain(line)
    if plain is None:
        return None
    name, time, workspace = (plain.pop(key, "") for key in ("event", "time", "workspace"))
    if not isinstance(name, str) or not isinstance(time, str) or not isinstance(workspace, str) or not name:
        return None
    return Event(name=name, time=time, workspace=workspace, fields=plain)


def _append(path: Path, line: bytes) -> None:
    """One ``write`` a line, so that lines of several processes never mix; a torn line before it is closed first."""
    files.make_private(path.parent)
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    fd = os.open(path, flags, files.PRIVATE_FILE)
    try:
        size = os.fstat(fd).st_size
        whole = size == 0 or os.pread(fd, 1, size - 1) == b"\n"
        if os.write(fd, line if whole else b"\n" + line) < len(line):
            raise OSError
        if size + len(line) > LIMIT:
            _rotate(path, fd)
    finally:
        os.close(fd)


def _rotate(path: Path, fd: int) -> None:
    """Move the full log aside, unless another process does so or has done so: its old log must not be replaced."""
    with suppress(OSError):  # held by another, gone, or not to be moved: the line is written, and the next one tries
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(fd), path.lstat()):
            path.replace(old(path))


def rendered(name: str, now_ns: int, workspace: str = "", **fields: object) -> bytes:
    """The event as one line, see ``write``."""
    event: dict[str, object] = {"event": name, "time": clock.iso(now_ns), "workspace": workspace, **fields}
    for process in _processors():
        event = process(None, "", event)
    return visible(str(event)).encode() + b"\n"


@cache
def _processors() -> tuple[Callable[[Any, str, Any], Any], ...]:
    from structlog import processors, tracebacks  # noqa: PLC0415 (takes 0.1 s, and most commands log nothing)

    transform = tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=FRAMES)
    return (
        processors.ExceptionRenderer(transform),
        lambda _logger, _method, event: redact.values(event),
        processors.JSONRenderer(ensure_ascii=False, default=str),
    )


def visible(line: str) -> str:
    """Escape what a terminal would obey or hide, in JSON's own way, so that reading gives it back."""
    return UNUSUAL.sub(lambda match: _escaped(match[0]), line)


def _escaped(sign: str) -> str:
    category = unicodedata.category(sign)
    if category not in HIDDEN:
        return sign
    if category == "Cs":
        return "\\ufffd"  # half a surrogate pair, which no UTF-8 file takes
    units = sign.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
