"""A run: a fresh process of ours for one dream or one look for sessions, which ends when it should."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if sys.platform == "linux":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MEGABYTE = 1_000_000
STOPPED = 143
"""Exit code of a run that was asked to end, and put everything back."""
WORDS = 16_384
"""Bytes that are kept of what a run says on its standard error: the last ones."""
LAST_WORDS_SECONDS = 1.0
GRACE_SECONDS = 7.0
"""Between asking a run to end and ending it: with its last words, a stop of the daemon is over within ten."""


Why: TypeAlias = Literal["itself", "overdue", "stopped"]
"""By itself, or something in it; by us, its time was over; by us, the daemon stops."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended."""

    workspace: str
    """Empty for a look for sessions."""
    code: int
    """Its exit code; negative: the signal that ended it."""
    words: str
    """What it said on its standard error."""
    why: Why
    """What ended it."""
    seconds: float


class Run:
    """A run under way.

    It leads a process group of its own, so that it ends with all that it started.

    Args:
        arguments: of the command line.
        workspace: whose dream it is; empty for a look for sessions.
        environment: of the process.
        deadline: on the monotonic clock, in seconds; it is asked to end then.
        memory_mb: megabytes that it may take, where the kernel can hold it to that.
        ended: told how it ended, by a thread of its own.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        workspace: str,
        environment: Mapping[str, str],
        deadline: float,
        memory_mb: int,
        ended: Callable[[Ended], None],
    ) -> None:
        self.workspace, self.deadline = workspace, deadline
        self._began = time.monotonic()
        self._asked: float | None = None
        self._words = b""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dreamd", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            start_new_session=True,
        )
        if sys.platform == "linux":
            # By the kernel's own count of what it may write to: address space alone would be too little for a Node.
            most = (memory_mb * MEGABYTE, memory_mb * MEGABYTE)
            with suppress(OSError, ValueError, OverflowError):  # it has ended already, or the kernel counts no so far
                resource.prlimit(self._process.pid, resource.RLIMIT_DATA, most)
        listening = threading.Thread(target=self._listen, name=f"words of {workspace}", daemon=True)
        waiting = threading.Thread(target=self._wait, args=(listening, ended), name=f"end of {workspace}", daemon=True)
        try:
            listening.start()
            waiting.start()
        except RuntimeError as error:  # no thread is left: nobody would hear of its end
            self._signal(signal.SIGKILL)
            self._process.wait()
            raise OSError(errno.EAGAIN, f"no run can be started: {error}") from error

    @property
    def pid(self) -> int:
        """Of the process, and of its group."""
        return self._process.pid

    def _listen(self) -> None:
        if pipe := self._process.stderr:
            with pipe:
                while part := os.read(pipe.fileno(), WORDS):
                    self._words = (self._words + part)[-WORDS:]

    def _wait(self, listening: threading.Thread, ended: Callable[[Ended], None]) -> None:
        code = self._process.wait()
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)  # what it left behind keeps the name of the group in use
        listening.join(LAST_WORDS_SECONDS)  # who left the group may hold the pipe as long as it likes
        words = self._words.decode(errors="replace").strip()
        why: Why = "itself" if self._asked is None else "overdue" if self._asked >= self.deadline else "stopped"
        ended(Ended(self.workspace, code, words, why, round(time.monotonic() - self._began, 3)))

    def end(self, now: float) -> None:
        """Ask it to end, which puts everything back; the second time, once it has had its grace, it is killed."""
        if self._asked is None:
            self._asked = now
            self._signal(signal.SIGTERM)
        elif now - self._asked >= GRACE_SECONDS:
            self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process.returncode is None:
            with suppress(OSError):
                os.killpg(self._process.pid, number)
