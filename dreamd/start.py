"""Which files an agent's start is made of, in both layouts, and the text of them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from dreamd import faircopy, ledger, recent, resident
from dreamd.errors import ConfigError
from dreamd.memory import entry as entries
from dreamd.memory.layout import COMMON, IDENTITY, STEM, TOPIC_BYTES
from dreamd.records import Record
from dreamd.resident import Given, Resident

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from dreamd.memory.layout import Workspace
    from dreamd.paths import Places
    from dreamd.recent import Moved

SMALL_BYTES = 2_048
"""Budget of the identity, of one agent's own file, and of what moved lately."""
MOST_MOVED = 20
"""Topics, and projects, that are told to have moved."""
LOADING = "claude-code"
"""The agent that loads the index itself, in the layout of that name."""
RECENT = "recent.md"
AGENTS = "agents"


class Member(Record, frozen=True):
    """One file of the resident layer that there may be."""

    file: str
    """Relative to the workspace's root."""
    heading: str
    budget: int
    trusted: bool = True
    """Whether what stands there is shown whoever wrote it."""


def members(workspace: Workspace, agent: str = "") -> tuple[Member, ...]:
    """The files that the layer has in this workspace, in the order in which they are shown.

    Raises:
        ConfigError: the agent's name can be no file's.
    """
    user, rules = workspace.people[-2:]
    found = [
        Member(file=user, heading="Who you work for", budget=TOPIC_BYTES),
        Member(file=rules, heading="How to work", budget=TOPIC_BYTES),
    ]
    if workspace.layout == "claude-code":
        return tuple(found)
    found.insert(0, Member(file=IDENTITY, heading="Who you are here", budget=SMALL_BYTES))
    if agent and not STEM.fullmatch(agent):
        raise ConfigError(f"{agent!r} is no agent's name", "Name it like: --agent claude-code")
    return (*found, *(item for item in agents(workspace) if item.file == f"{AGENTS}/{agent}.md"))


def agents(workspace: Workspace) -> tuple[Member, ...]:
    """What single agents need on one machine, each a file; the directory itself is no link."""
    place = workspace.root / AGENTS
    if workspace.layout == "claude-code" or place.is_symlink() or not place.is_dir():
        return ()
    stems = sorted(path.stem for path in place.glob("*.md") if STEM.fullmatch(path.stem))
    return tuple(
        Member(file=f"{AGENTS}/{stem}.md", heading="On this machine", budget=SMALL_BYTES, trusted=False)
        for stem in stems
    )


def text(
    places: Places,
    workspaces: Sequence[Workspace],
    db: sqlite3.Connection,
    moved: Moved,
    agent: str = "",
    *,
    index: bool,
) -> Resident:
    """The resident layer of these workspaces together, in their order.

    Args:
        places: our places.
        workspaces: whose memories; none: the layer is empty.
        db: our state, which knows what dreamd wrote.
        moved: what moved lately.
        agent: whose start it is.
        index: whether the indexes are wanted, too; an agent has those that it does not load itself in any case.

    Raises:
        StoreError: a memory cannot be read.
        ConfigError: the agent's name can be no file's.
    """
    if not workspaces:
        return Resident(parts=(), text="", over=(), left_out=0)
    given: list[Given] = []
    odd: list[str] = []
    indexes: list[str] = []
    with ExitStack() as held:
        copies: list[Copied] = []
        for workspace in workspaces:
            wanted = members(workspace, agent)
            names = [
                *(item.file for item in wanted),
                *([workspace.index] if index or _unread(workspace, agent) else []),
            ]
            copies.append(_copied(places, workspace, db, held, [*names, *_files(moved, workspace)]))
            given += _given(copies[-1], wanted, named=len(workspaces) > 1)
            odd += [item.file for item in wanted if faircopy.odd(copies[-1].copy, item.file)]
            indexes += list(_index(copies[-1])) if workspace.index in names else []
        said = recent.text(moved, _standing(copies, moved), MOST_MOVED)
    given.append(
        Given(name=RECENT, heading="What moved lately", text=said, size=resident.size(said), budget=SMALL_BYTES)
    )
    name = workspaces[-1].name
    title = f"Memory of {'every project' if name == COMMON else name}"
    return resident.compose(title, given, agent, odd, "\n".join(indexes))


def lately(places: Places, workspaces: Sequence[Workspace], db: sqlite3.Connection, moved: Moved) -> str:
    """What moved lately, a list item a line.

    Raises:
        StoreError: a memory cannot be read.
    """
    with ExitStack() as held:
        copies = [_copied(places, one, db, held, _files(moved, one)) for one in workspaces]
        return recent.text(moved, _standing(copies, moved))


def _unread(workspace: Workspace, agent: str) -> bool:
    """Whether the agent is here and does not load the memory's index itself."""
    return bool(agent) and not (agent == LOADING and workspace.layout == LOADING)


def _index(copied: Copied) -> Iterator[str]:
    """The index in lines, below what it is; nothing where there is none."""
    name = copied.workspace.index
    lines = (faircopy.text(copied.copy, name) or "").rstrip().expandtabs(4).split("\n")
    spoilt = faircopy.spoilt(copied.copy, name)
    if any(lines):
        yield f"## Topics of {copied.workspace.name}, to be read when a task needs one ({copied.workspace.memory})"
        yield from (line for number, line in enumerate(lines) if number not in spoilt)
        yield from [f"(lines that are not shown: {len(spoilt)}; dreamd govern)"] if spoilt else []


class Copied(NamedTuple):
    """One memory's fair copy, and the keys of what dreamd wrote there."""

    workspace: Workspace
    copy: sqlite3.Connection
    ours: frozenset[str]


def _copied(places: Places, workspace: Workspace, db: sqlite3.Connection, held: ExitStack, names: list[str]) -> Copied:
    copy = held.enter_context(faircopy.opened(places, workspace, names))
    return Copied(workspace, copy, ledger.statements(db, workspace.name))


def _files(moved: Moved, workspace: Workspace) -> list[str]:
    """The topics that moved, and people's files."""
    files = dict.fromkeys(step.file for step in moved.topics.get(workspace.name, ()))
    return [file for file in files if workspace.stem(file) or file in workspace.people]


def _standing(copies: Sequence[Copied], moved: Moved) -> Callable[[str, str], frozenset[str] | None]:
    """Tells of a file (workspace, name) what of dreamd's own a person said lately; ``None`` where it is empty.

    People's files are shown anyway.
    """
    said = {
        (one.workspace.name, file): frozenset(
            told.entry.text
            for told in statements
            if file not in one.workspace.people and not (told.spoilt or told.entry.unconfirmed)
            if told.entry.sources and entries.key(told.entry) in one.ours
            if (told.entry.updated or told.entry.created) >= moved.since
        )
        for one in copies
        for file in _files(moved, one.workspace)
        if (statements := faircopy.statements(one.copy, file))
    }
    return lambda name, file: said.get((name, file))


def _given(copied: Copied, wanted: Sequence[Member], *, named: bool) -> Iterator[Given]:
    for item in wanted:
        said = faircopy.text(copied.copy, item.file)
        if said is not None:
            yield Given(
                name=f"{copied.workspace.name}/{item.file}" if named else item.file,
                heading=item.heading,
                text=said,
                size=faircopy.size(copied.copy, item.file),
                budget=item.budget,
                ours=None if item.trusted else copied.ours,
                spoilt=faircopy.spoilt(copied.copy, item.file),
            )
