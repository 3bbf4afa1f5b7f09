"""Words of sessions that outlive their transcripts: redacted turns, one JSON object a line, below our own state."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import codec, files
from dreamd.records import Mark, Record, Transcript, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from dreamd.jsonl import Trail
    from dreamd.sources import Tally

NAME_LETTERS = 32


class Head(Record, frozen=True):
    """Whose words they are; the first line."""

    source: str
    session: str
    size: int
    inode: int
    """Of the transcript from which they were taken."""
    version: str = ""


HEAD = msgspec.json.Decoder(Head)
TURN = codec.decoder(Turn)


def place(folder: Path, source: str, session: str) -> Path:
    """The file of one session's words, whatever characters its name has."""
    return folder / f"{files.sha256(f'{source}/{session}'.encode())[:NAME_LETTERS]}.jsonl"


def write(folder: Path, head: Head, turns: Iterable[Turn]) -> None:
    """Keep these turns of a session in place of earlier ones.

    Raises:
        OSError: they cannot be written; what stood there stands.
    """
    files.make_private(folder)
    lines = b"".join(codec.encode(item) + b"\n" for item in (head, *turns))
    files.write_atomic(place(folder, head.source, head.session), lines)


def heads(folder: Path) -> Iterator[tuple[Path, Head]]:
    """Every session of which words are kept; what is damaged is passed over."""
    for path in sorted(folder.glob("*.jsonl")):
        with suppress(OSError, msgspec.DecodeError), path.open("rb") as handle:
            yield path, HEAD.decode(handle.readline())


def transcripts(folder: Path) -> Iterator[Transcript]:
    """The same as files that can be read in place of the transcripts."""
    for path, head in heads(folder):
        with suppress(OSError):
            status = path.stat()
            yield Transcript(
                source=head.source,
                session=head.session,
                location=str(path),
                size=status.st_size,
                inode=status.st_ino,
                mtime_ns=status.st_mtime_ns,
                kept=True,
            )


def read(transcript: Transcript, mark: Mark, tally: Tally) -> Iterator[Turn]:
    """See ``Source.read``; there are only turns that no dream had read."""
    if (mark.size, mark.inode) == (transcript.size, transcript.inode):
        tally.mark = mark
        return
    for turn in _turns(transcript):
        tally.cwd, tally.last = tally.cwd or turn.cwd, max(tally.last, turn.time)
        yield turn
    tally.mark = Mark(size=transcript.size, inode=transcript.inode, offset=transcript.size)


def rows(transcript: Transcript, line: int, _trail: Trail) -> list[Turn]:
    """See ``Source.rows``; the line is the transcript's own."""
    return [turn for turn in _turns(transcript) if turn.line == line]


def _turns(transcript: Transcript) -> Iterator[Turn]:
    with transcript.path.open("rb") as handle:
        handle.readline()
        for data in handle:
            with suppress(msgspec.DecodeError):
                yield TURN.decode(data)
