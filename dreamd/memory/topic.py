"""One topic file: parsed into entries, changed entry by entry with every other byte as it was."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, get_args

from dreamd.errors import TopicInvalid
from dreamd.memory import entry as entries
from dreamd.memory import front_matter
from dreamd.memory.entry import Item
from dreamd.memory.front_matter import Front
from dreamd.records import EntryType, Record, TopicView

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from dreamd.records import Entry

HEADING = re.compile(r"#\s+(\S.*)", re.DOTALL)
OWN_FIELDS = frozenset({"name", "description", "type", "created", "updated"})


class Topic(Record, frozen=True):
    """A topic as it stands in its file. Also what the archive's files are."""

    name: str
    """The file's stem."""
    lines: tuple[str, ...]
    """All lines with their ends; joined they are the file."""
    front: Front = Front()
    items: tuple[Item, ...] = ()

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return "".join(self.lines).encode()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in file order."""
        return tuple(item.entry for item in self.items)

    @property
    def title(self) -> str:
        """The name in the head, else the first heading, else the stem."""
        headings = (match[1].rstrip() for line in self.lines[self.front.stop :] if (match := HEADING.fullmatch(line)))
        return self.front.get("name") or next(headings, self.name)

    @property
    def description(self) -> str:
        """When to read it; empty where the head has none."""
        return self.front.get("description")

    @property
    def type(self) -> EntryType:
        """The kind of its entries; ``project`` where the head names none of the four."""
        said = self.front.get("type")
        return next((kind for kind in get_args(EntryType) if kind == said), "project")

    @property
    def created(self) -> str:
        """When dreamd made it; empty where the head does not say."""
        return self.front.values.get("created", "")

    @property
    def made(self) -> bool:
        """Whether the head is one that dreamd writes; people may have added keys."""
        return self.front.values.keys() >= OWN_FIELDS


def parse(name: str, data: bytes) -> Topic:
    """Read the file of the topic called ``name``.

    Raises:
        TopicInvalid: it is not UTF-8.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise TopicInvalid(
            f"{name}.md is not UTF-8 (byte {error.start})", "Save it as UTF-8 to let dreamd read it."
        ) from error
    return _topic(name, re.findall(r"[^\n]*\n|[^\n]+", text))


def _topic(name: str, lines: list[str]) -> Topic:
    front = front_matter.parse(lines)
    return Topic(name=name, lines=tuple(lines), front=front, items=entries.parse(lines, front.stop))


def new(name: str, title: str, description: str, kind: EntryType, created: str) -> Topic:
    """A topic without entries, as dreamd writes one; title and description are made safe."""
    title, description = entries.plain(title), entries.plain(description)
    head = {"name": title, "description": description, "type": kind, "created": created, "updated": created}
    return _topic(name, [f"{line}\n" for line in (*front_matter.render(head), f"# {title}", "")])


def archive(name: str, title: str) -> Topic:
    """An empty file for what is retired from a topic."""
    return _topic(name, [f"# Retired from {entries.plain(title)}\n", "\n"])


def head(topic: Topic) -> tuple[int, ...]:
    """Numbers of the lines with name, description, and name again; none where they are not as dreamd writes them."""
    name, lines = topic.front.get("name"), [line.rstrip("\r\n") for line in topic.lines]
    inside, below = lines[: topic.front.stop], lines[topic.front.stop :]
    fields = [front_matter.field("name", name), front_matter.field("description", topic.description)]
    if not topic.made or not set(fields) <= set(inside) or f"# {name}" not in below:
        return ()
    return (*(inside.index(line) for line in fields), topic.front.stop + below.index(f"# {name}"))


def head_key(topic: Topic) -> str:
    """What dreamd knows a head that it wrote by; empty where it wrote none."""
    told = "\n".join(topic.lines[at].rstrip("\r\n") for at in head(topic))
    return hashlib.blake2b(told.encode("utf-8", "replace"), digest_size=8).hexdigest() if told else ""


def headed(topic: Topic, keys: AbstractSet[str]) -> bool:
    """Whether the head is one that dreamd wrote; ``keys`` are those of all that it wrote."""
    return bool(head(topic)) and head_key(topic) in keys


def rename(topic: Topic, title: str, description: str) -> Topic:
    """The topic with another name and description, both made safe, in a head that dreamd wrote (``head``)."""
    title, description = entries.plain(title), entries.plain(description)
    told = (front_matter.field("name", title), front_matter.field("description", description), f"# {title}")
    lines = list(topic.lines)
    for at, line in zip(head(topic), told, strict=True):
        lines[at] = line + lines[at][len(lines[at].rstrip("\r\n")) :]
    return _topic(topic.name, lines)


def find(topic: Topic, key: str) -> Item | None:
    """The first entry with that key (``entry.key``)."""
    return next((item for item in topic.items if entries.key(item.entry) == key), None)


def own(item: Item, keys: AbstractSet[str]) -> bool:
    """Whether dreamd wrote the entry: it has sources, and its statement is among what was published last."""
    return bool(item.entry.sources) and entries.key(item.entry) in keys


def view(topic: Topic, keys: AbstractSet[str]) -> TopicView:
    """The topic as engines see it; ``keys`` are those of the entries that dreamd wrote."""
    return TopicView(
        name=topic.name,
        title=topic.title,
        description=topic.description,
        type=topic.type,
        size=len(topic.data),
        entries=topic.entries,
        foreign=tuple(not own(item, keys) for item in topic.items),
    )


def add(topic: Topic, entry: Entry) -> Topic:
    """The topic with the entry behind its last one."""
    lines = list(topic.lines)
    at = topic.items[-1].stop if topic.items else entries.open_block(lines, topic.front.stop)
    return _dated(_topic(topic.name, _put(lines, at, entries.render(entry))))


def replace(topic: Topic, key: str, entry: Entry) -> Topic:
    """The topic with another entry in the place of the one with that key; unchanged where there is none."""
    item = find(topic, key)
    if item is None:
        return topic
    return _dated(_topic(topic.name, _put(_cut(topic, item), item.start, entries.render(entry))))


def remove(topic: Topic, key: str) -> Topic:
    """The topic without the entry with that key; unchanged where there is none."""
    item = find(topic, key)
    return topic if item is None else _dated(_topic(topic.name, _cut(topic, item)))


def _end(lines: list[str]) -> str:
    """The line end in use: that of the first line, a lone one aside."""
    return "\r\n" if len(lines) > 1 and lines[0].endswith("\r\n") else "\n"


def _put(lines: list[str], at: int, rendered: list[str]) -> list[str]:
    """The lines with new ones before line ``at``; a file that ended without a line end still does."""
    end = _end(lines)
    made = [line + end for line in rendered]
    if at == len(lines) and lines and not lines[-1].endswith("\n"):
        made[-1] = made[-1].removesuffix(end)
        lines[-1] += end
    return [*lines[:at], *made, *lines[at:]]


def _cut(topic: Topic, item: Item) -> list[str]:
    """The lines without the item's."""
    kept = [*topic.lines[: item.start], *topic.lines[item.stop :]]
    if item.stop == len(topic.lines) and not topic.lines[-1].endswith("\n") and kept:
        kept[-1] = kept[-1].removesuffix(_end(kept))
    return kept


def _dated(topic: Topic) -> Topic:
    """The topic, where dreamd made it, with the newest ``updated`` of its entries in the head."""
    date = newest(topic)
    return (
        _topic(topic.name, front_matter.edit(topic.lines, topic.front, "updated", date))
        if topic.made and date
        else topic
    )


def newest(topic: Topic) -> str:
    """Newest ``updated`` of the entries, which the file's mtime follows; empty where none is dated."""
    return max((entry.updated for entry in topic.entries if entries.DATE.fullmatch(entry.updated)), default="")


def writable(topic: Topic, keys: AbstractSet[str]) -> bool:
    """Whether dreamd may add to the file: it made it, and something of ours (or nothing at all) still stands in it.

    Claude Code rewrites heads to its ``metadata`` form, so our keys may be gone from a file that is ours.
    """
    ours = any(own(item, keys) for item in topic.items)
    rewritten = any(name.startswith("metadata.") for name in topic.front.values)
    return (ours and (topic.made or rewritten)) or bare(topic)


def bare(topic: Topic) -> bool:
    """Whether nothing but the head and heading that dreamd wrote is left, so that the file may go."""
    body = [line.strip() for line in topic.lines[topic.front.stop :] if line.strip()]
    return topic.front.values.keys() == OWN_FIELDS and body == [f"# {topic.front.get('name')}"]
