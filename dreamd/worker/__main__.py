"""Entry of the worker process: it gives up its rights, then one job in, reports out, the end.

Started as ``python -I -m dreamd.worker FD`` with the number of its socket.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

import msgspec

from dreamd import digest as digests
from dreamd import engines, purged, redact, registry, scanner
from dreamd.engines import Engine, Host, Work
from dreamd.errors import DreamdError, LimitReached
from dreamd.ledger import Read
from dreamd.sources import Tally
from dreamd.worker import canary, confine, protocol
from dreamd.worker.line import Line
from dreamd.worker.protocol import (
    Bounds,
    Broken,
    Confined,
    DreamJob,
    Finished,
    Heard,
    Job,
    Kept,
    Progress,
    Scan,
    Surveyed,
    Unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.jsonl import Trail
    from dreamd.records import Transcript, Turn

LINED = ".jsonl"
MOST_LINES, CALL_CHARS = 20_000, 2_000
"""Lines of a session that are looked through for calls of tools, and what is told of one."""


def main() -> None:
    """Serve the one job that the run sends."""
    with socket.socket(fileno=int(sys.argv[1])) as run:
        try:
            protocol.send(run, confined(run, protocol.receive(run, protocol.BOUNDS)))
            request = protocol.receive(run, protocol.JOBS)
            result: protocol.Report = scan(run, request) if isinstance(request, Scan) else dream(run, request)
        except (DreamdError, OSError) as error:
            reason = error.reason if isinstance(error, LimitReached) else ""
            result = Broken(kind=type(error).__name__, message=str(error), reason=reason)
        protocol.send(run, result)


def confined(run: socket.socket, bounds: Bounds) -> Confined:
    """Give up what the job does not need, and try what is forbidden."""
    if not bounds.confine:
        return Confined()
    confinement = confine.confine(bounds.readable, run.fileno(), bounds.minutes)
    held, free = canary.tried()
    return Confined(confinement=confinement, held=held, free=free)


def scan(run: socket.socket, request: Scan) -> Finished:
    """Survey each transcript; one that cannot be read is reported and does not stop the others."""
    for done, job in enumerate(request.jobs, 1):
        turns: list[Turn] = []
        tally = Tally()
        try:
            survey = scanner.survey(job.transcript, job.mark, turns.append if job.words else leave, tally)
        except (OSError, ValueError, RecursionError) as error:  # whatever one odd session does, the others go on
            lost(run, job.transcript, error)
        else:
            protocol.send(run, Surveyed(survey=survey, transcript=job.transcript))
            if job.words:
                protocol.send(run, heard(job, turns, tally))
        protocol.send(run, Progress(done=done, total=len(request.jobs)))
    for reading in request.keep:
        for item in digests.digest([reading], (), lambda _size: None, partial(lost, run)):
            words = [turn for turn in item.turns if turn.role in {"human", "assistant"}]
            called = list(calls(reading.transcript, item.mark.line)) if request.calls else []
            told = tuple(sorted([*words, *called], key=lambda turn: turn.line))
            protocol.send(run, Kept(transcript=reading.transcript, turns=told))
    listen(run, request.listen)
    return Finished()


def calls(transcript: Transcript, lines: int) -> Iterator[Turn]:
    """The agent's calls of tools in the first lines of a session, redacted; none where its store has no lines."""
    trail: Trail = []
    if transcript.path.suffix != LINED:
        return
    for line in range(1, min(lines, MOST_LINES) + 1):
        with suppress(OSError, ValueError, RecursionError):
            for turn in scanner.rows(transcript, line, trail):
                if turn.role == "tool_call":
                    yield msgspec.structs.replace(turn, text=redact.redact(turn.text)[:CALL_CHARS])


def leave(_turn: Turn) -> None:
    """What nobody asked for."""


def listen(run: socket.socket, jobs: Iterable[Job]) -> None:
    """Send back what was said in each session; one that cannot be read now is read another time."""
    for job in jobs:
        tally = Tally()
        with suppress(OSError, ValueError, RecursionError):
            turns = list(scanner.read(job.transcript, job.mark, tally))
            protocol.send(run, heard(job, turns, tally))


def heard(job: Job, turns: Iterable[Turn], tally: Tally) -> Heard:
    """The words of these turns, redacted."""
    said = digests.words(turns)
    return Heard(transcript=job.transcript, since=job.mark, mark=tally.mark, turns=said, anew=tally.anew)


def lost(run: socket.socket, transcript: Transcript, error: Exception) -> None:
    """Report a transcript that cannot be read, with the kind of error where the error is no word of the system's."""
    told = error.strerror if isinstance(error, OSError) else ""
    protocol.send(run, Unreadable(transcript=transcript, reason=told or type(error).__name__))


def dream(run: socket.socket, request: DreamJob) -> Finished:
    """Digest the sessions, and let the engine propose."""
    line = Line(run)
    total = sum(reading.transcript.size for reading in request.readings)
    done = 0

    def read(size: int) -> None:
        nonlocal done
        done += size
        line.report(Progress(done=done, total=total))

    gone = purged.finder(request.purged)
    digested = digests.digest(request.readings, request.known_rows, read, partial(lost, run), gone)
    engine = cast("Engine", registry.entry(engines, "ENGINE", request.engine))
    work = Work(
        digest=tuple(item.turns for item in digested if item.turns),
        context={item.reading.transcript.session: item.reading.tail for item in digested},
        memory=request.memory,
        today=request.today,
        full=request.full,
        rounds=request.rounds,
    )
    left: set[str] = set()
    engine.dream(work, Host(line.propose, left.add, line.complete))
    return _finished(digested, left, some_purged=bool(request.purged.marks))


def _finished(digested: list[digests.Digested], left: set[str], *, some_purged: bool) -> Finished:
    """What was read, and what share of all that is new."""
    read = [item for item in digested if item.reading.transcript.session not in left]
    turns = sum(len(item.turns) for item in read)
    return Finished(
        reads=tuple(_read(item) for item in read),
        rows=tuple(sorted({turn.row for item in read for turn in item.turns if turn.row and turn.role == "human"})),
        turns=turns,
        purged=sum(purged.LEFT in turn.text for item in read for turn in item.turns) if some_purged else 0,
        coverage=turns / max(1, sum(len(item.turns) for item in digested)) if left else 1.0,
    )


def _read(item: digests.Digested) -> Read:
    transcript = item.reading.transcript
    return Read(source=transcript.source, session=transcript.session, mark=item.mark, tail=item.tail, human=item.human)


if __name__ == "__main__":
    main()
