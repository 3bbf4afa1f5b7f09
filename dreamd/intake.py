"""Brings new sessions in: finds them by stat, has them surveyed in a worker, says which count and for which memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, files, gates, harvest, kept, listening, lock, purged, scanner, state, workspaces
from dreamd.errors import StoreError
from dreamd.records import Mark
from dreamd.worker import process, vetting
from dreamd.worker.protocol import Heard, Job, Kept, Scan, Surveyed, Unreadable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from dreamd.config import Config
    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.records import Transcript
    from dreamd.sources import Damaged, Source
    from dreamd.state import Session
    from dreamd.worker.answering import Told


@dataclass(frozen=True)
class Scanned:
    """What a look through the transcript directories finds; they are walked when somebody first asks."""

    walk: Callable[[list[Damaged]], dict[tuple[str, str], Transcript]]
    damaged: list[Damaged] = field(default_factory=list)
    """Filled in by the walk."""
    unreadable: list[Unreadable] = field(default_factory=list)
    """Filled in by ``scan``."""

    @cached_property
    def found(self) -> dict[tuple[str, str], Transcript]:
        """(source, session) -> its file, oldest change first."""
        return self.walk(self.damaged)


def scan(places: Places, config: Config, now_ns: int, told: Told) -> Scanned:
    """Look for sessions, survey the new ones, and record them with the workspace they feed.

    Raises:
        ConfigError: an unknown source is named in the settings.
        StoreError: our own state cannot be used.
        WorkerLost: the worker ended early.
        LimitReached: it took too long.
    """
    with state.database(places.database) as db:
        state.stamp_scan(db, now_ns)
        known = state.sessions(db)
    result = look(places, config, known)
    new = state.changed(known, result.found.values())
    waits = waiting(known, config, now_ns, live=True) if config.sources.harvest else []
    most = int(config.sources.harvest_mb * 1_000_000)
    harvest.tidy(places.harvest, known, waits)
    aging = harvest.due(waits, result.found, places.harvest, now_ns, most)
    surveys: list[Surveyed] = []
    ear = listening.Ear(places, config.sources, known, result.found.values(), new)
    asked = {item.transcript.path: item.transcript for item in aging}

    def each(report: Surveyed | Kept | Heard | Unreadable) -> None:
        if isinstance(report, Heard):
            ear.heard(report)
        elif isinstance(report, Kept):
            if (transcript := asked.pop(report.transcript.path, None)) is not None:
                harvest.store(places.harvest, transcript, report.turns, most, purged.finder(purged.read(places.purged)))
        elif isinstance(report, Surveyed):
            ear.surveyed(report.survey)
            surveys.append(report)
        else:
            result.unreadable.append(report)

    if new or aging or ear.listen:
        sandbox = vetting.policy(config.dream.sandbox, model=False)
        request = Scan(jobs=ear.jobs, keep=aging, listen=ear.listen)
        process.scan(request, each, told, config.dream.minutes, sandbox)
    with state.database(places.database) as db:
        # A project of several agents has the memory that Claude Code loads, whichever session is the oldest.
        for report in sorted(surveys, key=lambda report: report.survey.source != "claude-code"):
            _record(db, report, places, now_ns)
    ear.close()
    return result


def _record(db: sqlite3.Connection, report: Surveyed, places: Places, now_ns: int) -> None:
    survey, name = report.survey, ""
    if survey.cwd and not workspaces.there(survey.cwd):
        name = state.workspace_of(db, survey.cwd)  # what it belonged to while it was there
    if survey.cwd and not name:
        project = workspaces.project_of(survey.cwd)
        chosen = workspaces.choose(report.transcript, project, state.workspaces(db), places)
        state.add_workspace(db, chosen)
        name = chosen.name
    state.record_survey(db, survey, report.transcript, name, now_ns)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a session stands: ``new``, ``read`` or ``skipped``, with a reason slug where it is skipped."""

    state: str
    reason: str = ""


def standing(session: Session, config: Config, now_ns: int, *, live: bool) -> Standing:
    """Whether a session counts.

    Args:
        session: as last surveyed.
        config: the settings.
        now_ns: now.
        live: sessions that are still going on count too (a dream by hand).
    """
    if reason := listening.barred(session, config.sources):
        nobody = reason == "headless" and not session.human  # a subagent's, say
        return Standing("skipped", "no_human_turn" if nobody else reason)
    if not session.human:
        return Standing("read") if session.dreamed else Standing("skipped", "no_human_turn")
    last = clock.parse(session.last)
    if not live and last is not None and 0 <= now_ns - last < int(config.gates.idle_minutes * clock.MINUTE):
        return Standing("skipped", "live")
    return Standing("new")


def waiting(sessions: Iterable[Session], config: Config, now_ns: int, *, live: bool) -> list[Session]:
    """The sessions that count, in the given order."""
    return [item for item in sessions if standing(item, config, now_ns, live=live).state == "new"]


def counted(sessions: Iterable[Session], config: Config, now_ns: int, since_ns: int) -> list[Session]:
    """The sessions that count whether they were read or not, with something said since."""
    every = [item for item in sessions if standing(item, config, now_ns, live=True).state != "skipped"]
    return [item for item in every if (clock.parse(item.last) or 0) >= since_ns]


def measured(config: Config, transcripts: Iterable[Transcript], told: Told) -> int:
    """Tokens that a model would read of these files from their beginning, estimated; nothing is recorded.

    Raises:
        WorkerLost: the worker ended early.
        LimitReached: it took too long.
    """
    total: list[int] = []

    def each(report: Surveyed | Kept | Heard | Unreadable) -> None:
        total.append(report.survey.tokens if isinstance(report, Surveyed) else 0)

    jobs = tuple(Job(transcript=transcript, mark=Mark()) for transcript in transcripts)
    sandbox = vetting.policy(config.dream.sandbox, model=False)
    process.scan(Scan(jobs=jobs), each, told, config.dream.minutes, sandbox)
    return sum(total)


def look(places: Places, config: Config, known: Iterable[Session]) -> Scanned:
    """The sessions' files by stat alone, with nothing surveyed, and not before they are asked for.

    One session id may stand for several files (Claude Code goes on in another folder after entering a worktree): the
    file known under the id keeps it, else the oldest; each other is told apart by its path.
    """
    homes = cache(lambda: {(item.source, item.session): str(item.path) for item in known})
    return Scanned(partial(_walk, scanner.enabled(config.sources), places, homes))


def _walk(
    sources: list[Source], places: Places, homes: Callable[[], dict[tuple[str, str], str]], damaged: list[Damaged]
) -> dict[tuple[str, str], Transcript]:
    transcripts, lost = scanner.find(sources, places)
    damaged += lost
    found: dict[tuple[str, str], Transcript] = {}
    for item in transcripts:
        place = (item.source, item.session)
        first = found.setdefault(place, item)
        if first is not item:  # seldom: only then it is asked which of them is known
            found[place], other = (item, first) if homes().get(place) == item.location else (first, item)
            name = f"{other.session}@{files.sha256(bytes(other.path))[:8]}"
            found[other.source, name] = msgspec.structs.replace(other, session=name)
    names = {source.name for source in sources}
    gone = {(item.source, item.session): item for item in kept.transcripts(places.harvest) if item.source in names}
    return gone | found


def due(places: Places, config: Config, now_ns: int) -> bool:
    """Whether a scan by itself makes sense: the throttle has run out, and some time gate is open or none is known.

    Raises:
        StoreError: our own state cannot be read.
    """
    with state.database(places.database) as db:
        spaces = state.workspaces(db)
        scanned = state.scanned_ns(db)
    opened = [_time_open(item, config, now_ns) for item in spaces]
    return (any(opened) or not opened) and gates.scan(config.gates, scanned, now_ns).open


def _time_open(workspace: Workspace, config: Config, now_ns: int) -> bool:
    """A lock file that cannot be read stops its own workspace's dream, which says why, and no other."""
    try:
        return gates.time(config.gates, lock.read(workspace.lock).mtime_ns, now_ns).open
    except StoreError:
        return True
