"""The worker's end of the socket: several threads ask at once, and each gets its own answer."""

from __future__ import annotations

import itertools
import queue
import threading
from typing import TYPE_CHECKING

from dreamd.errors import DreamdError, EngineError, LimitReached, WorkerLost
from dreamd.worker import protocol
from dreamd.worker.protocol import Answer, Answers, Asked, Completed, Denied, Proposed

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    import msgspec

    from dreamd.dialog import Reply, Request
    from dreamd.records import Operation


GONE = "the run ended early"


class Line:
    """A held socket to the run.

    Args:
        run: the socket; nobody else may read from it.
    """

    def __init__(self, run: socket.socket) -> None:
        self._run = run
        self._numbers = itertools.count(1)
        self._sending = threading.Lock()
        self._gone = threading.Event()
        self._waiting: dict[int, queue.SimpleQueue[Answers | WorkerLost]] = {}
        threading.Thread(target=self._listen, name="line", daemon=True).start()

    def report(self, message: msgspec.Struct) -> None:
        """Send what needs no answer.

        Raises:
            WorkerLost: the run is gone.
        """
        with self._sending:
            protocol.send(self._run, message)

    def propose(self, operation: Operation) -> str:
        """Why the operation was refused, or nothing.

        Raises:
            WorkerLost: the run is gone.
        """
        answer = self._ask(lambda number: Proposed(number=number, operation=operation))
        if isinstance(answer, Answer):
            return answer.refusal
        raise WorkerLost("the run answered a proposal with something else")

    def complete(self, request: Request) -> Reply:
        """The model's reply.

        Raises:
            EngineError: there is none.
            LimitReached: a ceiling is reached.
            WorkerLost: the run is gone.
        """
        answer = self._ask(lambda number: Asked(number=number, request=request))
        if isinstance(answer, Completed):
            return answer.reply
        if isinstance(answer, Denied):
            raise (LimitReached if answer.kind == "limit" else EngineError)(answer.message)
        raise WorkerLost("the run answered a prompt with something else")

    def _ask(self, made: Callable[[int], msgspec.Struct]) -> Answers:
        number = next(self._numbers)
        box: queue.SimpleQueue[Answers | WorkerLost] = queue.SimpleQueue()
        self._waiting[number] = box
        if self._gone.is_set():
            raise WorkerLost(GONE)
        self.report(made(number))
        answer = box.get()
        if isinstance(answer, DreamdError):
            raise answer
        return answer

    def _listen(self) -> None:
        """Hand each answer to whoever waits for it; when the run is gone, everybody hears so."""
        try:
            while True:
                answer = protocol.receive(self._run, protocol.ANSWERS)
                self._waiting.pop(answer.number).put(answer)
        except (WorkerLost, KeyError, OSError):
            self._gone.set()
            for box in list(self._waiting.values()):
                box.put(WorkerLost(GONE))
