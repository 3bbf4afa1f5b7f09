"""What run and worker say to each other: length-prefixed JSON frames over one socketpair, strictly decoded."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import msgspec

from dreamd import codec
from dreamd.dialog import Reply, Request
from dreamd.digest import Reading
from dreamd.errors import WorkerLost
from dreamd.ledger import Read
from dreamd.purged import Purged
from dreamd.records import Mark, Operation, Record, Survey, TopicView, Transcript, Turn
from dreamd.worker.confine import Confinement

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

FRAME_BYTES = 32 * 1024 * 1024
HEADER = struct.Struct("!I")


class Job(Record, frozen=True):
    """One transcript to survey, and from where."""

    transcript: Transcript
    mark: Mark = Mark()
    words: bool = False
    """Its new words are wanted back, too."""


class Bounds(Record, frozen=True, tag=True):
    """Run to worker, first of all: restrict yourself to this."""

    confine: bool
    readable: tuple[Path, ...]
    """All the files that the job will name."""
    minutes: float


class Scan(Record, frozen=True, tag=True):
    """Run to worker: survey these."""

    jobs: tuple[Job, ...]
    keep: tuple[Reading, ...] = ()
    """Sessions whose new words are wanted back: their transcripts will soon be deleted."""
    calls: bool = False
    """Of these the agent's calls of tools are wanted, too."""
    listen: tuple[Job, ...] = ()
    """Sessions of which nothing but the words is wanted."""


class DreamJob(Record, frozen=True, tag=True):
    """Run to worker: dream over these sessions."""

    engine: str
    readings: tuple[Reading, ...]
    known_rows: tuple[str, ...]
    memory: tuple[TopicView, ...]
    today: str
    full: bool
    purged: Purged = Purged()
    """What a person had purged: no engine sees it."""
    rounds: int = 40
    """Replies within which a model must come to an end."""


class Answer(Record, frozen=True, tag=True):
    """Run to worker: what became of the proposed operation; empty when it was applied."""

    number: int
    refusal: str


class Completed(Record, frozen=True, tag=True):
    """Run to worker: the model's answer."""

    number: int
    reply: Reply


class Denied(Record, frozen=True, tag=True):
    """Run to worker: no answer, and why."""

    number: int
    kind: Literal["engine", "limit"]
    message: str


class Confined(Record, frozen=True, tag=True):
    """Worker to run: how it is restricted, and the proof; a job is awaited."""

    confinement: Confinement = Confinement()
    held: dict[str, str] = {}
    """Forbidden things that failed, with the name of the error."""
    free: dict[str, str] = {}
    """Forbidden things that were not refused, with the name of the error if there was one."""


class Surveyed(Record, frozen=True, tag=True):
    """Worker to run: one survey."""

    survey: Survey
    transcript: Transcript


class Kept(Record, frozen=True, tag=True):
    """Worker to run: one session's new words."""

    transcript: Transcript
    turns: tuple[Turn, ...]


class Heard(Record, frozen=True, tag=True):
    """Worker to run: what person and agent said in one session after ``since``; the newest, where it is very much."""

    transcript: Transcript
    since: Mark
    mark: Mark
    turns: tuple[Turn, ...]
    anew: bool
    """It was read from its first row on."""


class Unreadable(Record, frozen=True, tag=True):
    """Worker to run: one transcript could not be read; the others go on."""

    transcript: Transcript
    reason: str


class Progress(Record, frozen=True, tag=True):
    """Worker to run: how far it came."""

    done: int
    total: int


class Proposed(Record, frozen=True, tag=True):
    """Worker to run: apply this operation; an ``Answer`` with the same number is awaited."""

    number: int
    operation: Operation


class Asked(Record, frozen=True, tag=True):
    """Worker to run: have the model answer this; ``Completed`` or ``Denied`` with the same number is awaited."""

    number: int
    request: Request


class Finished(Record, frozen=True, tag=True):
    """Worker to run: the job is done. For a scan, everything is empty."""

    reads: tuple[Read, ...] = ()
    rows: tuple[str, ...] = ()
    turns: int = 0
    coverage: float = 1.0
    """Share of the new turns that were read."""
    purged: int = 0
    """Turns that say what a person had purged; they were read without it."""
    sandbox: str = ""
    """How the worker was confined, for people; the run's own knowledge."""


class Broken(Record, frozen=True, tag=True):
    """Worker to run: the job failed as a whole."""

    kind: str
    message: str
    reason: str = ""
    """Slug of the limit that was reached, where it was one."""


Jobs: TypeAlias = Scan | DreamJob
Answers: TypeAlias = Answer | Completed | Denied
Vetted: TypeAlias = Confined | Broken
Report: TypeAlias = Asked | Surveyed | Kept | Heard | Unreadable | Progress | Proposed | Finished | Broken

BOUNDS: msgspec.json.Decoder[Bounds] = msgspec.json.Decoder(Bounds, dec_hook=codec.inward)
VETTED: msgspec.json.Decoder[Vetted] = msgspec.json.Decoder(Vetted, dec_hook=codec.inward)
JOBS: msgspec.json.Decoder[Jobs] = msgspec.json.Decoder(Jobs, dec_hook=codec.inward)
ANSWERS: msgspec.json.Decoder[Answers] = msgspec.json.Decoder(Answers, dec_hook=codec.inward)
REPORTS: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report, dec_hook=codec.inward)

M = TypeVar("M")


def send(sock: socket.socket, message: msgspec.Struct) -> None:
    """Send one frame.

    Raises:
        WorkerLost: the other side is gone, or the frame is too large.
    """
    data = codec.encode(message)
    if len(data) > FRAME_BYTES:
        raise WorkerLost(f"a message of {len(data)} bytes between run and worker passes the limit of {FRAME_BYTES}")
    try:
        sock.sendall(HEADER.pack(len(data)) + data)
    except OSError as error:
        raise WorkerLost(f"the other process ended early ({error.strerror})") from error


def receive(
    sock: socket.socket, decoder: msgspec.json.Decoder[M], left: Callable[[], float | None] = lambda: None
) -> M:
    """Wait for one frame.

    Args:
        sock: where from.
        decoder: of the messages that may come.
        left: the seconds that are left; it may raise when there are none. ``None``: for ever.

    Raises:
        WorkerLost: the other side is gone, or the frame is too large or nothing we know.
    """
    (length,) = HEADER.unpack(_exactly(sock, HEADER.size, left))
    if length > FRAME_BYTES:
        raise WorkerLost(f"a message of {length} bytes between run and worker passes the limit of {FRAME_BYTES}")
    try:
        return decoder.decode(_exactly(sock, length, left))
    except (msgspec.DecodeError, RecursionError) as error:
        raise WorkerLost(f"the other process sent what is no message: {error}") from error


def _exactly(sock: socket.socket, count: int, left: Callable[[], float | None]) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        sock.settimeout(left())
        try:
            part = sock.recv(min(count - len(parts), 1 << 20))
        except TimeoutError:
            continue  # ``left`` says what follows from that
        except OSError as error:
            raise WorkerLost(f"the other process ended early ({error.strerror})") from error
        if not part:
            raise WorkerLost("the other process ended early")
        parts += part
    return bytes(parts)
