"""Keeps what is said in sessions, as these are read, for whoever asks later (``conversations``)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from dreamd import conversations, purged, redact, workspaces
from dreamd.conversations import Words
from dreamd.errors import StoreError
from dreamd.records import Mark
from dreamd.worker.protocol import Job

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.config import Sources
    from dreamd.conversations import Known
    from dreamd.paths import Places
    from dreamd.records import Survey, Transcript
    from dreamd.state import Session
    from dreamd.worker.protocol import Heard

BACKLOG_BYTES = 64_000_000
"""Of transcripts that are read for their words alone, in one look; the newest first, the others at the next."""
AT_ONCE_CHARS = 4_000_000
"""Words that gather before they are written."""
FOR_GOOD = frozenset({"own_run", "excluded"})
"""Why words go that were kept before."""


def barred(session: Session | Survey, settings: Sources) -> str:
    """The slug of the reason for which nothing of the session counts; empty where it does."""
    if session.own:
        return "own_run"
    if session.headless and not settings.headless:
        return "headless"
    if not session.cwd:
        return "no_project"
    return "excluded" if workspaces.excluded(session.cwd, settings.exclude) else ""


class Ear:
    """Knows which words are wanted, and keeps them as they come; what cannot be kept now is heard at the next look.

    Args:
        places: ours.
        settings: ours.
        known: the sessions that were surveyed before.
        found: all transcripts.
        new: those that are to be surveyed, each with the mark to read from.
    """

    def __init__(
        self,
        places: Places,
        settings: Sources,
        known: Iterable[Session],
        found: Iterable[Transcript],
        new: Iterable[tuple[Transcript, Mark]],
    ) -> None:
        self._path, self._purged, self._settings = places.conversations, places.purged, settings
        self._known = {(item.source, item.session): item for item in known}
        self._words: list[Words] = []
        self._chars = 0
        self.jobs = tuple(Job(transcript=transcript, mark=mark) for transcript, mark in new)
        """What is to be surveyed, with the words where these are read on the way."""
        self.listen: tuple[Job, ...] = ()
        """What is read for its words alone."""
        self._held: dict[tuple[str, str], Known] = {}
        self._asked: dict[tuple[str, str], Job] = {}
        """Whose words are awaited."""
        with suppress(StoreError):
            if settings.session_texts:
                with conversations.opened(self._path, look=True) as db:
                    self._held = conversations.known(db)
                self._choose(found)

    def _choose(self, found: Iterable[Transcript]) -> None:
        wanted = {_place(job.transcript): job for item in found if (job := self._wanted(item))}
        self.jobs = tuple(self._surveyed(job, wanted) for job in self.jobs)
        chosen: list[Job] = []
        left = BACKLOG_BYTES
        for job in sorted(wanted.values(), key=lambda job: -job.transcript.mtime_ns):
            left -= max(0, job.transcript.size - job.mark.offset)
            if left < 0 and chosen:
                break
            chosen.append(job)
        self.listen = tuple(chosen)
        awaited = (*(job for job in self.jobs if job.words), *chosen)
        self._asked = {_place(job.transcript): job for job in awaited}

    def _surveyed(self, job: Job, wanted: dict[tuple[str, str], Job]) -> Job:
        """The job of a survey, which brings the words where it begins where they do."""
        place = _place(job.transcript)
        same = place in wanted and wanted[place].mark == job.mark
        return msgspec.structs.replace(wanted.pop(place), words=True) if same else job

    def _wanted(self, transcript: Transcript) -> Job | None:
        """The job that reads its new words; what was kept of a transcript that is gone holds no more than we have."""
        place = _place(transcript)
        session, held = self._known.get(place), self._held.get(place)
        if session is not None and barred(session, self._settings):
            return None
        if held is not None and (transcript.kept or (held.size, held.inode) == (transcript.size, transcript.inode)):
            return None
        return Job(transcript=transcript, mark=held.mark if held else Mark())

    def surveyed(self, survey: Survey) -> None:
        """Learn whose session it is, before its words come."""
        session = self._known.get((survey.source, survey.session))
        home = session.cwd if session and session.cwd else survey.cwd
        if barred(msgspec.structs.replace(survey, cwd=home), self._settings):
            self._asked.pop((survey.source, survey.session), None)

    def heard(self, report: Heard) -> None:
        """Keep these words, redacted once more: the worker is not believed."""
        job = self._asked.pop(_place(report.transcript), None)
        if job is None:
            return
        said = (turn for turn in report.turns if turn.role in conversations.ROLES)
        turns = tuple(msgspec.structs.replace(turn, text=redact.redact(turn.text)) for turn in said)
        new = Words(transcript=job.transcript, since=job.mark, mark=report.mark, turns=turns, anew=report.anew)
        self._words.append(new)
        self._chars += sum(len(turn.text) for turn in turns)
        if self._chars > AT_ONCE_CHARS:
            self._write()

    def _write(self) -> None:
        words, self._words, self._chars = self._words, [], 0
        with suppress(StoreError):
            if words:
                with conversations.opened(self._path) as db:
                    gone = purged.finder(purged.read(self._purged))  # a purge waits for us, or we see that it began
                    for new in words:
                        turns = tuple(turn for turn in new.turns if not purged.holds(gone, turn.text))
                        conversations.store(db, msgspec.structs.replace(new, turns=turns))

    def close(self) -> None:
        """Write the rest; take out what is excluded by now, and the oldest of what is too much."""
        with suppress(StoreError, OSError):
            if not self._settings.session_texts:
                conversations.remove(self._path)
                return
            self._write()
            most = int(self._settings.session_texts_mb * 1_000_000)
            with conversations.opened(self._path, look=True) as db:
                held, full = conversations.known(db).keys(), conversations.full(db, most)
            there = [(place, item) for place, item in self._known.items() if place in held]
            out = [place for place, item in there if barred(item, self._settings) in FOR_GOOD]
            if out or full:
                with conversations.opened(self._path) as db:
                    conversations.forget(db, out)
                    conversations.prune(db, most)


def _place(transcript: Transcript) -> tuple[str, str]:
    return (transcript.source, transcript.session)
