"""What moved lately, from git: topics changed in 7 days, by the history of the memory, and projects touched in 30.

What git said is kept in our own state for as long as its heads stand; nothing of it is ever put into a memory.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, files, gitlooks
from dreamd.errors import DreamdError
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places

TOPIC_DAYS, PROJECT_DAYS = 7, 30
QUOTES, QUOTE_CHARS = 3, 140
"""So many of the newest entries are quoted, those that are no longer: topics are read on demand."""
CACHE_BYTES = 4_000_000
WRITTEN = frozenset({"add", "update", "restore"})
QUOTED = frozenset({"dream", "remember"})
"""Steps whose entries may be quoted: what was imported is nobody's word here."""


WORDS = {"add": "added", "update": "changed", "confirm": "confirmed", "restore": "brought back", "retire": "retired"}


class Step(Record, frozen=True):
    """One step's changes of one file."""

    time: str
    file: str
    counts: dict[str, int]
    """Kind of change -> number."""
    texts: tuple[str, ...] = ()
    """Entries that it wrote."""


class Memory(Record, frozen=True):
    """What the history said while its head was that."""

    head: str
    steps: tuple[Step, ...] = ()
    """Newest first; only those of the last days when it was asked."""


class Project(Record, frozen=True):
    """What git said of a project while it looked like that."""

    head: str
    last: int
    """Seconds since 1970."""


class Kept(Record, frozen=True):
    """Both, by name of the workspace and by directory."""

    memories: dict[str, Memory] = {}
    projects: dict[str, Project] = {}


class Moved(Record, frozen=True):
    """What moved lately."""

    topics: dict[str, tuple[Step, ...]]
    """Name of each workspace that was asked for -> its steps of the last 7 days, newest first."""
    projects: tuple[str, ...]
    """A list item for each project of the last 30 days, newest first."""
    since: str = ""
    """What was last said before this date is not quoted: that a dream met it lately makes it no news."""


NOTHING = Moved(topics={}, projects=())


def look(
    places: Places, workspaces: Iterable[Workspace], known: Iterable[Workspace], search: str, now_ns: int
) -> Moved:
    """See what moved, and remember what git said.

    Args:
        places: our places.
        workspaces: whose topics.
        known: all, whose projects are told.
        search: PATH, to find git.
        now_ns: now.
    """
    kept = _read(places)
    names = {str(item.project): item.name for item in known}
    fresh = Kept(
        memories={item.name: _memory(places, item, kept, search, now_ns) for item in workspaces},
        projects={name: seen for name in names if (seen := _project(Path(name), kept, search))},
    )
    merged = Kept(memories=kept.memories | fresh.memories, projects=fresh.projects)
    if merged != kept:
        with suppress(OSError):  # it is asked again then
            files.make_private(places.state)
            files.write_atomic(_place(places), msgspec.json.encode(merged))
    since = clock.iso(now_ns - TOPIC_DAYS * clock.DAY)
    steps = {name: tuple(one for one in seen.steps if one.time >= since) for name, seen in fresh.memories.items()}
    news = clock.date(now_ns - PROJECT_DAYS * clock.DAY)
    return Moved(topics=steps, projects=_projects(fresh, names, now_ns), since=news)


def text(moved: Moved, standing: Callable[[str, str], frozenset[str] | None], most: int | None = None) -> str:
    """The same in words: a list item for each topic and project, the newest first; empty where nothing moved.

    Args:
        moved: what moved.
        standing: of a file (workspace, name) the entries that may be quoted; ``None`` where it holds nothing now.
        most: items of each kind; ``None``: all.
    """
    held = {
        (name, file): quotable
        for name, steps in moved.topics.items()
        for file in dict.fromkeys(step.file for step in steps)
        if (quotable := standing(name, file)) is not None
    }
    quoted = _quoted(moved, held)
    items = [
        (steps[0].time, _line(f"{name}/{told}" if len(moved.topics) > 1 else told, steps, quoted[name, file]))
        for name, file in held
        for told in [file.rpartition("/")[2]]
        for steps in [[step for step in moved.topics[name] if step.file == file]]
    ]
    topics = [line for _, line in sorted(items, key=lambda item: item[0], reverse=True)]
    return "\n".join([*_most(topics, most, "topics"), *_most(moved.projects, most, "projects")])


def _most(lines: Sequence[str], most: int | None, kind: str) -> Iterator[str]:
    yield from lines[:most]
    if most is not None and len(lines) > most:
        yield f"- and {len(lines) - most} more {kind} (dreamd recent)"


def _quoted(moved: Moved, held: Mapping[tuple[str, str], frozenset[str]]) -> Mapping[tuple[str, str], list[str]]:
    """The newest short entries that may be quoted, by workspace and file; a few of all."""
    found: dict[tuple[str, str], list[str]] = {place: [] for place in held}
    steps = [
        (step.time, name, step) for name, told in moved.topics.items() for step in told if (name, step.file) in held
    ]
    left = QUOTES
    for _, name, step in sorted(steps, key=lambda item: item[0], reverse=True):
        mine = found[name, step.file]
        may = held[name, step.file]
        for said in step.texts:
            if left and said in may and said not in mine and len(said) <= QUOTE_CHARS:
                mine.append(said)
                left -= 1
    return found


def _line(name: str, steps: Sequence[Step], quoted: Iterable[str]) -> str:
    counts = sum((Counter(step.counts) for step in steps), Counter[str]())
    told = ", ".join(f"{counts[op]} {word}" for op, word in WORDS.items() if counts[op])
    return " · ".join([f"- {name} ({steps[0].time[:10]}{told and f': {told}'})", *quoted])


def _projects(kept: Kept, names: Mapping[str, str], now_ns: int) -> tuple[str, ...]:
    since = now_ns // clock.SECOND - PROJECT_DAYS * clock.DAY // clock.SECOND
    found = sorted(((seen.last, place) for place, seen in kept.projects.items() if seen.last >= since), reverse=True)
    dated = ((names[place], clock.date(last * clock.SECOND)) for last, place in found)
    return tuple(f"- project {name} (last commit {date})" for name, date in dated)


def _memory(places: Places, workspace: Workspace, kept: Kept, search: str, now_ns: int) -> Memory:
    repository = places.history / f"{workspace.name}.git"
    try:
        head = (repository / "refs/heads/main").read_text().strip()
    except (OSError, ValueError):
        return Memory(head="")
    known = kept.memories.get(workspace.name)
    return known if known and known.head == head else Memory(head=head, steps=_steps(repository, search, now_ns))


def _steps(repository: Path, search: str, now_ns: int) -> tuple[Step, ...]:
    from dreamd.memory import history  # noqa: PLC0415 (starts git; as a rule nothing moved since it last did)

    since = clock.iso(now_ns - TOPIC_DAYS * clock.DAY)
    try:
        found = [item.step for item in history.steps(history.require(repository, search)) if item.step.time >= since]
    except DreamdError:
        return ()
    made = []
    for step in found:
        for file in dict.fromkeys(change.file for change in step.changes):
            mine = [change for change in step.changes if change.file == file]
            counts = Counter[str](change.op for change in mine)
            texts = (change.text for change in mine if change.op in WRITTEN and step.kind in QUOTED)
            made.append(Step(time=step.time, file=file, counts=dict(counts), texts=tuple(texts)))
    return tuple(made)


def _project(place: Path, kept: Kept, search: str) -> Project | None:
    head = gitlooks.fingerprint(place) if place.is_absolute() else ""
    if not head:
        return None
    known = kept.projects.get(str(place))
    return known if known and known.head == head else Project(head=head, last=gitlooks.last_commit(place, search))


def drop(places: Places) -> None:
    """Delete what is kept here; git is asked again."""
    _place(places).unlink(missing_ok=True)


def _place(places: Places) -> Path:
    return places.state / "recent.json"


def _read(places: Places) -> Kept:
    try:
        return msgspec.json.decode(files.read_regular(_place(places), CACHE_BYTES) or b"{}", type=Kept)
    except (OSError, msgspec.DecodeError):
        return Kept()
