"""What stands in a memory's files, taken together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dreamd.errors import PolicyViolation, TopicInvalid
from dreamd.memory import entry as entries
from dreamd.memory import index, topic
from dreamd.memory.entry import Item
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.records import EntryType


class Placed(Record, frozen=True):
    """An entry and the file it stands in."""

    file: str
    item: Item
    lines: tuple[str, ...]
    """As they stand, without line ends."""

    @property
    def key(self) -> str:
        """``entry.key`` of it."""
        return entries.key(self.item.entry)


def topics(workspace: Workspace, files: Mapping[str, bytes]) -> dict[str, Topic]:
    """Name -> topic, sorted, of every topic and people's file that can be read as one."""
    stems = {name: workspace.stem(name) or (name[:-3] if name in workspace.people else "") for name in sorted(files)}
    return _parsed(files, stems)


def archives(workspace: Workspace, files: Mapping[str, bytes]) -> dict[str, Topic]:
    """Name -> archive file, sorted, of those that can be read."""
    return _parsed(files, {name: workspace.archived(name) for name in sorted(files)})


def _parsed(files: Mapping[str, bytes], stems: Mapping[str, str]) -> dict[str, Topic]:
    found = {}
    for name, stem in stems.items():
        if stem:
            try:
                found[name] = topic.parse(stem, files[name])
            except TopicInvalid:
                continue
    return found


def placed(held: Mapping[str, Topic]) -> list[Placed]:
    """Every entry of the topics, in file order."""
    return [
        Placed(file=name, item=item, lines=tuple(line.rstrip("\r\n") for line in one.lines[item.start : item.stop]))
        for name, one in held.items()
        for item in one.items
    ]


def stood(files: Mapping[str, bytes], name: str) -> frozenset[tuple[str, ...]]:
    """The list items of one file, whichever it is, each as its lines; none where it is no text."""
    held = _parsed(files, {name: name}) if name in files else {}
    return frozenset(one.lines for one in placed(held))


def keys(workspace: Workspace, files: Mapping[str, bytes]) -> frozenset[str]:
    """Keys of all statements that stand, archived ones too, and of all lines of the index."""
    standing = (*placed(topics(workspace, files)), *placed(archives(workspace, files)))
    lines = index.text_of(files.get(workspace.index, b"")).splitlines()
    return frozenset((*(one.key for one in standing), *map(index.key, lines)))


def twice(
    workspace: Workspace, base: Mapping[str, bytes], theirs: Mapping[str, bytes], merged: Mapping[str, bytes]
) -> bool:
    """Whether a statement that somebody else added since ``base`` would stand in ``merged`` more often than once."""
    old, new, result = (
        Counter(entries.fold(one.item.entry.text) for one in placed(topics(workspace, files)))
        for files in (base, theirs, merged)
    )
    return any(count > old[text] and result[text] > count for text, count in new.items())


def readable(workspace: Workspace, files: Mapping[str, bytes]) -> bool:
    """Whether each topic and archive file can be read as one."""
    read = topics(workspace, files).keys() | archives(workspace, files).keys()
    return all(name in read for name in files if workspace.stem(name) or workspace.archived(name))


def changed(before: Mapping[str, Topic], after: Mapping[str, Topic]) -> list[Placed]:
    """The entries of ``after`` that did not stand in the same file, word for word with their brackets, before."""
    known = {(one.file, one.lines) for one in placed(before)}
    return [one for one in placed(after) if (one.file, one.lines) not in known]


def kind(workspace: Workspace, name: str, held: Topic) -> EntryType:
    """The kind of a file's entries; those of people's files count as rules whatever their head says."""
    people = name.removeprefix(workspace.prefix) in workspace.people
    return "feedback" if people and held.type not in {"user", "feedback"} else held.type


def named(topics: Mapping[str, Topic], text: str, stem: str) -> tuple[str, Item]:
    """The entry that reads so, with its file's name: in the topic called ``stem`` if it stands there, else anywhere.

    Raises:
        PolicyViolation: no entry reads so.
    """
    wanted = entries.fold(text)
    found = [
        (held.name != stem, name, item)
        for name, held in sorted(topics.items())
        for item in held.items
        if entries.fold(item.entry.text) == wanted
    ]
    if not found:
        raise PolicyViolation(f"no entry reads like that in topic {stem}; give its text as it stands")
    _, name, item = min(found, key=lambda place: place[0])
    return name, item
