"""Entry of the worker process: one job in, reports out, then the end.

Started as ``python -I -m dreamd.worker FD`` with the number of its socket.
"""

from __future__ import annotations

import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, cast

from dreamd import digest as digests
from dreamd import engines, records, registry, scanner
from dreamd.engines import Engine, Host, Work
from dreamd.errors import DreamdError
from dreamd.ledger import Read
from dreamd.worker import protocol
from dreamd.worker.protocol import Answer, Broken, DreamJob, Finished, Progress, Proposed, Scan, Surveyed, Unreadable

if TYPE_CHECKING:
    from dreamd.records import Operation, Transcript

ANSWERS = records.decoder(Answer)


def main() -> None:
    """Serve the one job that the run sends."""
    with socket.socket(fileno=int(sys.argv[1])) as run:
        try:
            request = protocol.receive(run, protocol.REQUESTS)
            result: protocol.Report = scan(run, request) if isinstance(request, Scan) else dream(run, request)
        except (DreamdError, OSError) as error:
            result = Broken(kind=type(error).__name__, message=str(error))
        protocol.send(run, result)


def scan(run: socket.socket, request: Scan) -> Finished:
    """Survey each transcript; one that cannot be read is reported and does not stop the others."""
    for done, job in enumerate(request.jobs, 1):
        try:
            survey = scanner.survey(job.transcript, job.mark)
        except OSError as error:
            lost(run, job.transcript, error)
        else:
            protocol.send(run, Surveyed(survey=survey, transcript=job.transcript))
        protocol.send(run, Progress(done=done, total=len(request.jobs)))
    return Finished()


def lost(run: socket.socket, transcript: Transcript, error: OSError) -> None:
    """Report a transcript that cannot be read."""
    protocol.send(run, Unreadable(transcript=transcript, reason=error.strerror or str(error)))


def dream(run: socket.socket, request: DreamJob) -> Finished:
    """Digest the sessions, and let the engine propose."""
    total = sum(reading.transcript.size for reading in request.readings)
    done = 0

    def read(size: int) -> None:
        nonlocal done
        done += size
        protocol.send(run, Progress(done=done, total=total))

    def propose(operation: Operation) -> str:
        protocol.send(run, Proposed(operation=operation))
        return protocol.receive(run, ANSWERS).refusal

    digested = digests.digest(request.readings, request.known_rows, read, partial(lost, run))
    engine = cast("Engine", registry.entry(engines, "ENGINE", request.engine))
    work = Work(
        digest=tuple(item.turns for item in digested if item.turns),
        context={item.reading.transcript.session: item.reading.tail for item in digested},
        memory=request.memory,
        today=request.today,
        full=request.full,
    )
    engine.dream(work, Host(propose=propose))
    return Finished(
        reads=tuple(_read(item) for item in digested),
        rows=tuple(sorted({turn.row for item in digested for turn in item.turns if turn.row and turn.role == "human"})),
        turns=sum(len(item.turns) for item in digested),
    )


def _read(item: digests.Digested) -> Read:
    transcript = item.reading.transcript
    return Read(source=transcript.source, session=transcript.session, mark=item.mark, tail=item.tail, human=item.human)


if __name__ == "__main__":
    main()
