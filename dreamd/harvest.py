"""Keeps the words of sessions that no dream has read, before their agent deletes them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, kept, purged, redact
from dreamd.digest import Reading
from dreamd.evidence import Witness
from dreamd.kept import Head

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from dreamd.purged import Finder
    from dreamd.records import Transcript, Turn
    from dreamd.state import Session

AGED = 20 * clock.DAY
"""Agents delete transcripts that nobody has touched for 30 days."""
NEARLY_FULL = 0.9
MOST_CHARS = 4_000_000
"""Of one session; its newest words are kept."""


def due(
    waiting: Iterable[Session], found: Mapping[tuple[str, str], Transcript], folder: Path, now_ns: int, most: int
) -> tuple[Reading, ...]:
    """Sessions that wait for a dream, have not been touched for long, and are not kept as they are.

    Args:
        waiting: sessions that count.
        found: (source, session) -> its transcript.
        folder: where words are kept.
        now_ns: now.
        most: bytes that may be kept; nearly full, nothing more is.
    """
    if _held(folder) > NEARLY_FULL * most:
        return ()
    known = {(head.source, head.session): (head.size, head.inode) for _, head in kept.heads(folder)}
    return tuple(
        Reading(transcript=file, mark=session.mark, tail=session.tail)
        for session in waiting
        if (file := found.get((session.source, session.session))) is not None
        and aged(file, now_ns)
        and known.get((session.source, session.session)) != (file.size, file.inode)
    )


def aged(transcript: Transcript, now_ns: int) -> bool:
    """Whether its agent may soon delete it."""
    return not transcript.kept and now_ns - transcript.mtime_ns >= AGED


def store(
    folder: Path, transcript: Transcript, turns: Iterable[Turn], most: int, gone: Finder = purged.NOTHING
) -> None:
    """Keep what a worker read, redacted once more, where there is room; what cannot be written is kept another time.

    Turns in which ``gone`` finds what a person had purged are left out.

    The worker is not believed: what it calls the person's must stand so in the transcript, which is read once more.
    """
    witness = Witness({(transcript.source, transcript.session): transcript})
    head = Head(source=transcript.source, session=transcript.session, size=transcript.size, inode=transcript.inode)
    clean, room = [], MOST_CHARS
    for turn in reversed([turn for turn in turns if witness.said(turn)]):
        room -= len(turn.text)
        if room < 0:
            break
        clean.append(msgspec.structs.replace(turn, text=redact.redact(turn.text)))
    size = sum(len(turn.text.encode()) for turn in clean)
    with suppress(OSError):
        if _held(folder) + size <= most:
            kept.write(folder, head, [turn for turn in reversed(clean) if not purged.holds(gone, turn.text)])


def tidy(folder: Path, known: Iterable[Session], waiting: Iterable[Session]) -> None:
    """Let go of what was read since; of a session that nobody knows (our state was lost) the words stay."""
    read = {(session.source, session.session) for session in known}
    read -= {(session.source, session.session) for session in waiting}
    for path, head in kept.heads(folder):
        if (head.source, head.session) in read:
            path.unlink(missing_ok=True)


def _held(folder: Path) -> int:
    """Bytes of all that is kept."""
    return sum(transcript.size for transcript in kept.transcripts(folder))
