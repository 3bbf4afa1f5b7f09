"""Moves one entry of ours to another file, with all that it says of itself; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import BudgetExceeded, PolicyViolation
from dreamd.memory import contents, finish, index, placement, topic
from dreamd.memory import entry as entries
from dreamd.memory.layout import TOPIC_BYTES
from dreamd.records import EntryType, Record

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from dreamd.memory.contents import Placed
    from dreamd.memory.layout import Workspace

WAYS = (
    "shorten what stands there (compress), move what is not needed at every start to a topic, or split it: dreamd split"
)


class Home(Record, frozen=True):
    """Where an entry goes; title and description are for a file that is not there yet."""

    stem: str
    type: EntryType
    title: str
    description: str


class Moved(Record, frozen=True):
    """A memory with the entry in its new place."""

    files: dict[str, bytes]
    file: str
    """Where the entry stands now."""
    keys: tuple[str, ...]
    """Of what is written: the entry, a new file's head, lines of the index."""


def moved(
    workspace: Workspace,
    files: Mapping[str, bytes],
    own: AbstractSet[str],
    taken: AbstractSet[str],
    one: Placed,
    home: Home,
) -> Moved:
    """The memory after the entry moved.

    Args:
        workspace: whose memory.
        files: its files.
        own: keys of the entries and index lines that dreamd wrote.
        taken: names that hold something we leave alone.
        one: the entry, where it stands now.
        home: where it goes; a people's file takes it, whoever began that.

    Raises:
        PolicyViolation: the file may not take it.
        BudgetExceeded: it would be too large for the agents that read it.
    """
    topics = contents.topics(workspace, files)
    entry, before = one.item.entry, topics[one.file]
    stem, held = placement.home(workspace, topics, files.keys() | taken, own, home.stem, people=True)
    keys = [one.key]
    born = [] if held else [stem]
    if held is None:
        held = topic.new(stem, home.title, home.description, home.type, entry.created)
    name = workspace.file(stem)
    if name == one.file:
        raise PolicyViolation(f"it stands in {name} already")
    grown, left = topic.add(held, entry), topic.remove(before, one.key)
    if born:
        keys.append(topic.head_key(grown))
    if len(grown.data) >= TOPIC_BYTES:
        full = f"{name} would have {len(grown.data)} bytes, and there is room for {TOPIC_BYTES}"
        raise BudgetExceeded(full, f"{WAYS} {name}")
    edited = dict(files) | {name: grown.data, one.file: left.data}
    after = finish.finished(
        workspace,
        files,
        edited,
        contents.topics(workspace, edited),
        own | frozenset(keys),
        [item for item in born if workspace.stem(name)],
    )
    stood = set(index.text_of(files.get(workspace.index, b"")).splitlines())
    lines = index.text_of(after.get(workspace.index, b"")).splitlines()
    keys += [index.key(line) for line in lines if line not in stood]
    return Moved(files=after, file=name, keys=tuple(keys))


def find(workspace: Workspace, files: Mapping[str, bytes], text: str, own: AbstractSet[str]) -> list[Placed]:
    """The entries of ours that read so."""
    wanted = entries.fold(text)
    return [
        one
        for one in contents.placed(contents.topics(workspace, files))
        if entries.fold(one.item.entry.text) == wanted and topic.own(one.item, own)
    ]
