"""Serves a worker that dreams: proposals in order, prompts beside each other, no more than an honest one has."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import slugs
from dreamd.errors import DreamdError, EngineError, LimitReached, WorkerLost
from dreamd.redact import one_line
from dreamd.worker import protocol
from dreamd.worker.protocol import Answer, Asked, Broken, Completed, Denied, Progress, Proposed, Unreadable

if TYPE_CHECKING:
    import socket

    from dreamd.dialog import Reply, Request
    from dreamd.records import Operation

Told: TypeAlias = Callable[[int, int], None]
"""Hears how much is done, and how much there is."""
PROMPTS_AT_ONCE = 4
"""What the explorers of a dream ask; while they do, the dream itself waits."""
MOST_PROMPTS, MOST_PROPOSALS = 500, 10_000
"""Of one dream; no engine of ours comes near."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What the run does for a worker that dreams."""

    propose: Callable[[Operation], str]
    """Applies an operation to the staged copy; returns why it was refused, or nothing."""
    complete: Callable[[Request], Reply]
    """Has the model answer; from up to ``PROMPTS_AT_ONCE`` threads at once. Whatever it raises ends the dream."""
    lost: Callable[[Unreadable], None]
    """Told of each transcript that could not be read."""
    seen: Told
    """Told the bytes read and the bytes in all."""


class Answering:
    """Serves a worker's reports: proposals in order, prompts beside each other."""

    def __init__(self, sock: socket.socket, serving: Serving) -> None:
        self._sock = sock
        self._serving = serving
        self._sending = threading.Lock()
        self._waiting = self._prompts = self._proposals = 0
        self._failed: dict[str, Exception] = {}

    def take(self, report: protocol.Report) -> None:
        """Serve one report.

        Raises:
            WorkerLost: it is none that a dreaming worker sends, one too many, or says that the worker failed.
            EngineError: the worker failed because its engine did.
            LimitReached: so did it because of a limit.
            Exception: the worker failed because a prompt did, with this.
        """
        if isinstance(report, Progress):
            self._serving.seen(report.done, report.total)
        elif isinstance(report, Unreadable):
            self._serving.lost(report)
        elif isinstance(report, Proposed):
            self._proposals += 1
            _at_most(self._proposals, MOST_PROPOSALS, "changes")
            self._send(Answer(number=report.number, refusal=self._serving.propose(report.operation)))
        elif isinstance(report, Asked):
            self._prompts += 1
            _at_most(self._prompts, MOST_PROMPTS, "prompts")
            with self._sending:
                self._waiting += 1
                _at_most(self._waiting, PROMPTS_AT_ONCE, "prompts at once")
            # A daemon thread: an interrupted run does not wait for a slow server.
            threading.Thread(target=self._complete, args=(report,), name="prompt", daemon=True).start()
        else:
            raise self._failed.get(getattr(report, "message", "")) or unexpected(report)

    def _complete(self, asked: Asked) -> None:
        try:
            reply = self._serving.complete(asked.request)
            self._answer(Completed(number=asked.number, reply=reply))
        except WorkerLost:
            return  # it is gone; whoever reads from it hears so
        except Exception as error:  # noqa: BLE001 (raised again by ``take``; without an answer the worker would wait)
            message = error.message if isinstance(error, DreamdError) else type(error).__name__
            self._failed[message] = error
            kind: Literal["engine", "limit"] = "limit" if isinstance(error, LimitReached) else "engine"
            with suppress(WorkerLost):
                self._answer(Denied(number=asked.number, kind=kind, message=message))

    def _answer(self, answer: Completed | Denied) -> None:
        with self._sending:
            self._waiting -= 1
        self._send(answer)

    def _send(self, answer: protocol.Answers) -> None:
        with self._sending:
            protocol.send(self._sock, answer)


def unexpected(report: protocol.Report) -> DreamdError:
    """The error of a report that ends a dream: the worker's own, or one out of turn."""
    if isinstance(report, Broken):
        # What parsed strangers' words speaks here, so it is not shown as it comes.
        said = one_line(report.message)
        if report.kind == "LimitReached" and report.reason in slugs.REASONS:
            return LimitReached(said, reason=report.reason)
        if report.kind == "EngineError":
            return EngineError(said)
        return WorkerLost(f"the worker failed: {said}")
    return WorkerLost(f"the worker sent {type(report).__name__} out of turn")


def _at_most(count: int, most: int, what: str) -> None:
    if count > most:
        raise WorkerLost(f"the worker sent more than {most} {what}")
