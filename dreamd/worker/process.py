"""Starts the worker, and makes sure that it ends."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd import slugs
from dreamd.errors import DreamdError, EngineError, LimitReached, Unconfined, WorkerLost
from dreamd.worker import confine, protocol, seatbelt, vetting
from dreamd.worker.protocol import (
    Answer,
    Asked,
    Broken,
    Completed,
    Denied,
    DreamJob,
    Finished,
    Progress,
    Proposed,
    Scan,
    Surveyed,
    Unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dreamd.dialog import Reply, Request
    from dreamd.records import Operation
    from dreamd.worker.vetting import Policy

Told: TypeAlias = Callable[[int, int], None]
"""Hears how much is done, and how much there is."""
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
"""All that a worker gets: no HOME, no key."""
GRACE_SECONDS = 5.0
LAST_WORDS_SECONDS = 1.0
PROMPTS = 4
"""Prompts that are answered at once."""


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
        try:
            yield ours, vetting.admit(ours, readable, minutes, sandbox, left)
        except Unconfined:
            process.kill()
            raise
        except WorkerLost as error:
            raise WorkerLost(f"{error.message}{_last_words(process)}", error.fix) from error
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
    if process.stderr is not None:
        process.stderr.close()


def _last_words(process: subprocess.Popen[bytes]) -> str:
    """How a lost worker ended, for the person: its exit code and the kind of its last error, never its text."""
    try:
        _, written = process.communicate(timeout=LAST_WORDS_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        _, written = process.communicate()
    last = written.decode(errors="replace").strip().rpartition("\n")[2].partition(":")[0]
    return f" (exit code {process.returncode}{f', {last[:80]}' if last else ''})"


def scan(
    request: Scan,
    each: Callable[[Surveyed | Unreadable], None],
    seen: Told,
    minutes: float,
    sandbox: Policy = "best-effort",
) -> str:
    """Survey transcripts in a worker.

    Args:
        request: the job.
        each: told of every transcript.
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
    with worker(readable, minutes, sandbox, left) as (sock, words):
        protocol.send(sock, request)
        while not isinstance(report := protocol.receive(sock, protocol.REPORTS, left), Finished):
            left()
            if isinstance(report, Progress):
                seen(report.done, report.total)
            elif isinstance(report, Surveyed | Unreadable):
                each(report)
            else:
                raise _unexpected(report)
        return words


@dataclass(frozen=True, slots=True)
class Serving:
    """What the run does for a worker that dreams."""

    propose: Callable[[Operation], str]
    """Applies an operation to the staged copy; returns why it was refused, or nothing."""
    complete: Callable[[Request], Reply]
    """Has the model answer; from up to ``PROMPTS`` threads at once. Whatever it raises ends the dream."""
    lost: Callable[[Unreadable], None]
    """Told of each transcript that could not be read."""
    seen: Told
    """Told the bytes read and the bytes in all."""


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
        answering = Answering(sock, serving)
        protocol.send(sock, request)
        while not isinstance(report := protocol.receive(sock, protocol.REPORTS, left), Finished):
            left()
            answering.take(report)
        return msgspec.structs.replace(report, sandbox=words)


class Answering:
    """Serves a worker's reports: proposals in order, prompts beside each other."""

    def __init__(self, sock: socket.socket, serving: Serving) -> None:
        self._sock = sock
        self._serving = serving
        self._sending = threading.Lock()
        self._places = threading.BoundedSemaphore(PROMPTS)
        self._failed: dict[str, Exception] = {}

    def take(self, report: protocol.Report) -> None:
        """Serve one report.

        Raises:
            WorkerLost: it is none that a dreaming worker sends, or says that the worker failed.
            EngineError: the worker failed because its engine did.
            LimitReached: so did it because of a limit.
            Exception: the worker failed because a prompt did, with this.
        """
        if isinstance(report, Progress):
            self._serving.seen(report.done, report.total)
        elif isinstance(report, Unreadable):
            self._serving.lost(report)
        elif isinstance(report, Proposed):
            self._send(Answer(number=report.number, refusal=self._serving.propose(report.operation)))
        elif isinstance(report, Asked):
            # A daemon thread: an interrupted run does not wait for a slow server.
            threading.Thread(target=self._complete, args=(report,), name="prompt", daemon=True).start()
        else:
            raise self._failed.get(getattr(report, "message", "")) or _unexpected(report)

    def _complete(self, asked: Asked) -> None:
        try:
            with self._places:
                reply = self._serving.complete(asked.request)
            self._send(Completed(number=asked.number, reply=reply))
        except WorkerLost:
            return  # it is gone; whoever reads from it hears so
        except Exception as error:  # noqa: BLE001 (raised again by ``take``; without an answer the worker would wait)
            message = error.message if isinstance(error, DreamdError) else type(error).__name__
            self._failed[message] = error
            kind: Literal["engine", "limit"] = "limit" if isinstance(error, LimitReached) else "engine"
            with suppress(WorkerLost):
                self._send(Denied(number=asked.number, kind=kind, message=message))

    def _send(self, answer: protocol.Answers) -> None:
        with self._sending:
            protocol.send(self._sock, answer)


def _clock(minutes: float) -> Callable[[], float]:
    """A function that tells the seconds left, and raises ``LimitReached`` when there are none."""
    deadline = time.monotonic() + minutes * 60

    def left() -> float:
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            raise LimitReached(f"the worker took longer than {minutes:g} minutes", "Raise [dream] minutes.")
        return seconds

    return left


def _unexpected(report: protocol.Report) -> DreamdError:
    if isinstance(report, Broken):
        if report.kind == "LimitReached" and report.reason in slugs.REASONS:
            return LimitReached(report.message, reason=report.reason)
        if report.kind == "EngineError":
            return EngineError(report.message)
        return WorkerLost(f"the worker failed: {report.message}")
    return WorkerLost(f"the worker sent {type(report).__name__} out of turn")
