"""Starts the worker, and makes sure that it ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd.errors import LimitReached, Unconfined, WorkerLost
from dreamd.worker import answering, confine, protocol, seatbelt, vetting
from dreamd.worker.answering import Answering, Told
from dreamd.worker.protocol import DreamJob, Finished, Heard, Kept, Progress, Scan, Surveyed, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dreamd.worker.answering import Serving
    from dreamd.worker.vetting import Policy

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
"""All that a worker gets: no HOME, no key."""
GRACE_SECONDS = 5.0
LAST_WORDS_SECONDS = 1.0
LAST_BYTES = 4096


@contextmanager
def worker(
    readable: Sequence[Path], minutes: float, sandbox: Policy, left: Callable[[], float]
) -> Iterator[tuple[socket.socket, str]]:
    """A confined worker: the socket to it, and how it is confined; killed at the end if it still runs.

    Raises:
        Unconfined: the policy asks for more than this system has.
        WorkerLost: it did not start, or ended early.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = _start(theirs, readable, sandbox)
        theirs.close()
        last_words = LastWords(process)
        try:
            yield ours, vetting.admit(ours, readable, minutes, sandbox, left)
        except Unconfined:
            process.kill()
            raise
        except WorkerLost as error:
            raise WorkerLost(f"{error.message}{last_words.told()}", error.fix) from error
        except BaseException:
            process.kill()  # it writes nothing, so nothing is lost, and nobody waits for it
            raise
        finally:
            ours.close()
            _end(process)


def _start(theirs: socket.socket, readable: Sequence[Path], sandbox: Policy) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-m", "dreamd.worker", str(theirs.fileno())]
    if sys.platform == "darwin" and sandbox != "off":
        command = [*_under_a_profile(readable), *command]
    try:
        return subprocess.Popen(
            command,
            env=ENVIRONMENT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
        )
    except OSError as error:
        raise WorkerLost(f"cannot start the worker: {error}", "Look at the installation with: dreamd doctor") from error


def _under_a_profile(readable: Sequence[Path]) -> list[str]:
    """How macOS starts a worker. The profile is one argument, so it names directories instead of thousands of files."""
    read = {path.parent.resolve() for path in readable} | {path.resolve() for path in confine.interpreter()}
    programs = {Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix)}
    return [seatbelt.PROGRAM, "-p", seatbelt.profile(read, programs)] if Path(seatbelt.PROGRAM).exists() else []


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(timeout=GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class LastWords:
    """Hears what a worker writes to its standard error, so that it never waits for a reader.

    Args:
        process: the worker, just started.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._heard = b""
        self._listening = threading.Thread(target=self._listen, name="last words", daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        pipe = self._process.stderr
        if pipe is None:
            return  # it was started without one
        with pipe:
            while part := os.read(pipe.fileno(), LAST_BYTES):
                self._heard = (self._heard + part)[-LAST_BYTES:]

    def told(self) -> str:
        """How the lost worker ended, for the person: its exit code and the kind of its last error, never its text."""
        try:
            self._process.wait(LAST_WORDS_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listening.join(LAST_WORDS_SECONDS)
        last = self._heard.decode(errors="replace").strip().rpartition("\n")[2].partition(":")[0]
        return f" (exit code {self._process.returncode}{f', {last[:80]}' if last else ''})"


def scan(
    request: Scan,
    each: Callable[[Surveyed | Kept | Heard | Unreadable], None],
    seen: Told,
    minutes: float,
    sandbox: Policy = "best-effort",
) -> str:
    """Survey transcripts in a worker.

    Args:
        request: the job.
        each: told of every transcript, and of the words that are wanted back.
        seen: told how many are done, and how many there are.
        minutes: the worker is ended when it takes longer.
        sandbox: how well it must be confined.

    Returns:
        How it was confined, for people.

    Raises:
        Unconfined: less than it must be.
        WorkerLost: it ended without finishing.
        LimitReached: it took too long.
    """
    left = _clock(minutes)
    readable = [job.transcript.path for job in request.jobs]
    readable += [reading.transcript.path for reading in request.keep]
    readable += [job.transcript.path for job in request.listen]
    with worker(readable, minutes, sandbox, left) as (sock, words):
        protocol.send(sock, request)
        while not isinstance(report := protocol.receive(sock, protocol.REPORTS, left), Finished):
            left()
            if isinstance(report, Progress):
                seen(report.done, report.total)
            elif isinstance(report, Surveyed | Kept | Heard | Unreadable):
                each(report)
            else:
                raise answering.unexpected(report)
        return words


def dream(request: DreamJob, serving: Serving, minutes: float, sandbox: Policy = "best-effort") -> Finished:
    """Dream in a worker; it is ended when it takes longer than ``minutes``.

    Raises:
        Unconfined: it is less confined than ``sandbox`` asks for.
        EngineError: the model could not be had; the worker's own error is the same one.
        WorkerLost: the worker ended without a result.
        LimitReached: it took too long.
    """
    left = _clock(minutes)
    readable = [reading.transcript.path for reading in request.readings]
    with worker(readable, minutes, sandbox, left) as (sock, words):
        answers = Answering(sock, serving)
        protocol.send(sock, request)
        while not isinstance(report := protocol.receive(sock, protocol.REPORTS, left), Finished):
            left()
            answers.take(report)
        return msgspec.structs.replace(report, sandbox=words)


def _clock(minutes: float) -> Callable[[], float]:
    """A function that tells the seconds left, and raises ``LimitReached`` when there are none."""
    deadline = time.monotonic() + minutes * 60

    def left() -> float:
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            raise LimitReached(f"the worker took longer than {minutes:g} minutes", "Raise [dream] minutes.")
        return seconds

    return left
