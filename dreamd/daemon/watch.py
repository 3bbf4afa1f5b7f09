"""Watches the directories of transcripts for hints that something was written there, and mends itself.

A hint only says that looking may be worth while. What is missed (a limit of the kernel, an overflow, a network file
system that tells nothing) is found by looking all the same, at the latest within the hour (``rounds.TRUTH_SECONDS``).
"""

from __future__ import annotations

import math
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileCreatedEvent, FileModifiedEvent, FileMovedEvent, FileSystemEventHandler
from watchdog.observers import Observer

from dreamd import slugs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

WRITTEN = [FileCreatedEvent, FileModifiedEvent, FileMovedEvent]
"""Opening and reading are not among them: our own look would wake us."""
OURS = re.compile(r"/\.dreamd|\.md$|/\.consolidate-lock$")
"""In names that we ourselves write below the same roots."""
DESCRIPTORS = Path("/proc/self/fdinfo")
LIMIT = "fs.inotify.max_user_watches"

RETRY_SECONDS, RECOUNT_SECONDS = 600.0, 3600.0
"""After which the watch is begun anew where it lacks something, and is counted where it does not."""
LAST_SECONDS = 1.0
"""For which a watch that ends is waited for."""

Identity = tuple[int, int]


class Ear(FileSystemEventHandler):
    """Hears of each event, and hints at those that are not our own.

    Args:
        hint: called by a thread of the library.
    """

    def __init__(self, hint: Callable[[], None]) -> None:
        self._hint = hint

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Nothing may be raised here: it would end the library's thread."""
        if not OURS.search(os.fsdecode(event.dest_path or event.src_path)):
            self._hint()


class Watch:
    """The watched roots; a held resource.

    Args:
        roots: the directories to watch, existing or not; asked anew each time.
        hint: called when something was written; by any thread.
        missed: called when something may have been written unseen.
        tell: told what went wrong and was mended: an event of ``slugs`` and a sentence.
    """

    def __init__(
        self,
        roots: Callable[[], Iterable[Path]],
        hint: Callable[[], None],
        missed: Callable[[], None],
        tell: Callable[[str, str], None],
    ) -> None:
        self._roots, self._hint, self._missed, self._tell = roots, hint, missed, tell
        self._observer: BaseObserver | None = None
        self._watched: dict[Path, Identity] = {}
        self._recount = -math.inf
        self.lacking = ""
        """Why not everything is watched, a sentence; empty while it is."""

    def supervise(self, now: float) -> None:
        """See that all roots that exist are watched, at the price of one ``stat`` each; mend what is not.

        Args:
            now: on the monotonic clock, in seconds.
        """
        there = {root: identity for root in self._roots() if (identity := _identity(root))}
        why = self._fault(there)
        if not why and now < self._recount:
            return
        if why or self._observer is None or self.lacking or _missing(there):
            first = self._observer is None and not self.lacking
            self.stop()
            self._begin(there)
            if not first:
                self._missed()
        self._recount = now + (RETRY_SECONDS if self.lacking else RECOUNT_SECONDS)
        if why:
            self._tell(slugs.WATCH_REPAIRED, f"watching was begun anew: {why}")

    def _fault(self, there: dict[Path, Identity]) -> str:
        """What is wrong with the watch, a clause; empty where nothing is."""
        if self._observer is None:
            return ""
        for root in sorted(there.keys() | self._watched.keys()):
            if there.get(root) != self._watched.get(root):
                how = "is another directory than before" if root in self._watched else "is there now"
                return f"{root} {how if root in there else 'is gone'}"
        alive = self._observer.is_alive() and all(emitter.is_alive() for emitter in self._observer.emitters)
        return "" if alive else "one of its threads had ended"

    def _begin(self, there: dict[Path, Identity]) -> None:
        lacking = self._schedule(there)
        missing = 0 if lacking else _missing(there)
        if missing:
            lacking = f"{missing} directories are not watched, since the system allows no more ({LIMIT})"
        if lacking and lacking != self.lacking:
            self._tell(
                slugs.WATCH_LIMITED, f"{lacking}; what is written there is found every few minutes instead of at once"
            )
        self.lacking = lacking

    def _schedule(self, there: dict[Path, Identity]) -> str:
        """Watch what can be watched; why something cannot be, a sentence."""
        try:
            observer = Observer()
            observer.start()
        except (OSError, RuntimeError) as error:  # no instance, or no thread, is left
            return f"no directory can be watched ({error})"
        self._observer, self._watched = observer, there
        lacking = ""
        for root in there:
            try:
                observer.schedule(Ear(self._hint), str(root), recursive=True, event_filter=WRITTEN)
            except (OSError, RuntimeError) as error:
                lacking = f"{root} cannot be watched ({error})"
            if not os.access(root, os.R_OK | os.X_OK):  # the library says nothing of that
                lacking = f"{root} may not be read"
        return lacking

    def stop(self) -> None:
        """Watch no more."""
        if self._observer is not None:
            self._observer.stop()
            with suppress(RuntimeError):  # it was never started, or is this very thread
                self._observer.join(LAST_SECONDS)
        self._observer, self._watched = None, {}


def _identity(root: Path) -> Identity | None:
    try:
        status = root.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


def _missing(there: Iterable[Path]) -> int:
    """How many directories below the roots have no watch, by the kernel's own count; 0 where it does not tell.

    The library says nothing when the kernel refuses it a watch on a directory below a root.
    """
    try:
        watches = sum(_watches(path) for path in list(DESCRIPTORS.iterdir()))
    except OSError:  # no Linux, or an older one, where what shows nobody its memory may not look there itself
        return 0
    folders = {_identity(Path(folder)) for root in there for folder, _, _ in os.walk(root)}
    return max(0, len(folders - {None}) - watches)


def _watches(descriptor: Path) -> int:
    try:
        return descriptor.read_bytes().count(b"inotify wd:")
    except OSError:
        return 0  # closed meanwhile, as the one that listed them
