"""The shelf of governance: how a memory rots, one check a file, each pure over one snapshot."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from dreamd import redact
from dreamd.faults import GRAVITY, Fault
from dreamd.memory import blocks, contents, index
from dreamd.memory import entry as entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dreamd.codebase import Codebase
    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.records import Entry, EntryType, Quote
    from dreamd.skills.lint import Page
    from dreamd.skills.tools import Known


@dataclass(frozen=True, slots=True)
class Statement:
    """An entry or a paragraph where it stands."""

    file: str
    title: str
    """Of its file."""
    kind: EntryType
    headings: tuple[str, ...]
    """All that it stands below in its file, without marks."""
    entry: Entry
    listed: bool
    start: int
    """Its first line, counted from 1."""
    stop: int
    """Its last line."""
    raw: str
    """Its lines as they stand, without the last line end."""

    @property
    def key(self) -> str:
        """``memory.entry.key`` of it."""
        return entries.key(self.entry)

    @property
    def said(self) -> str:
        """All that it says, without its brackets."""
        return "\n".join(filter(None, (self.entry.text, self.entry.why, self.entry.how)))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A memory at one moment, with what is known of it; ``snapshot`` makes it."""

    workspace: Workspace
    files: Mapping[str, bytes]
    """Name -> bytes, as read."""
    today: str
    topics: Mapping[str, Topic]
    """Name -> topic, of topics and people's files."""
    statements: tuple[Statement, ...]
    """All that stands in them, in file order; the archive's aside."""
    own: frozenset[str] = frozenset()
    """Keys of what dreamd wrote."""
    evidence: Mapping[str, tuple[Quote, ...]] = field(default_factory=dict)
    """Key -> what the entry rests on."""
    others: frozenset[str] = frozenset()
    """Markdown files below the memory that dreamd leaves alone: in folders, links, too large."""
    pages: tuple[Page, ...] = ()
    """The skills."""
    tools: Known | None = None
    """Which tools there are; ``None`` where nobody knows."""
    codebase: Codebase | None = None
    """What the repository has, as far as statements speak of it; ``None`` where there is none."""

    def has(self, path: str, *, inner: bool) -> bool:
        """Whether a link of a topic (``inner``) leads to a file of the repository, or may: one in a folder of it."""
        if not inner:
            return False
        if self.codebase is None:
            return "/" in path
        inside = path.removeprefix("../").removeprefix("../")
        named = inside.removeprefix(f"{self.workspace.project.name}/")  # as one standing beside it would write it
        return inside.startswith(("/", "../")) or self.codebase.has(inside) or self.codebase.has(named)

    @property
    def words(self) -> str:
        """All that persons are known to have said, lower case."""
        said = (quote.quote for quotes in self.evidence.values() for quote in quotes if quote.role == "human")
        return "\n".join(said).casefold()


@dataclass(frozen=True, slots=True)
class Check:
    """One way in which memory rots."""

    name: str
    title: str
    """For people, a few words."""
    run: Callable[[Snapshot], Iterable[Fault]]


def snapshot(workspace: Workspace, files: Mapping[str, bytes], today: str, **known: object) -> Snapshot:
    """A snapshot of these files; ``known`` are its other fields, where something is known."""
    topics = contents.topics(workspace, files)
    said = tuple(item for name, held in topics.items() for item in _statements(workspace, name, held))
    return Snapshot(workspace, files, today, topics, said, **known)  # type: ignore[arg-type]


def _statements(workspace: Workspace, name: str, held: Topic) -> Iterator[Statement]:
    title, kind, below = held.title, contents.kind(workspace, name, held), dict[int, str]()
    for block in blocks.split(held.lines, held.front.stop, held.items):
        for heading in block.headings:
            depth = len(heading) - len(heading.lstrip("#"))
            below = {level: text for level, text in below.items() if level < depth} | {depth: heading[depth:].strip()}
        if block.entry.text:
            raw = "".join(held.lines[block.start : block.stop]).rstrip("\r\n")
            yield Statement(
                name,
                title,
                kind,
                tuple(below.values()),
                block.entry,
                block.listed,
                block.start + 1,
                block.stop,
                raw,
            )


def findings(shelf: Iterable[Check], seen: Snapshot, settled: frozenset[str] = frozenset()) -> tuple[Fault, ...]:
    """What the checks see, gravest first, each with its id; what a person settled is left out."""
    told: Counter[str] = Counter()
    found = []
    for check in shelf:
        for item in check.run(seen):
            base = _id(item)
            told[base] += 1
            named = base if told[base] == 1 else _hash(f"{base} {told[base]}")
            if named not in settled:
                found.append(_legible(msgspec.structs.replace(item, id=named, text=_safe(item))))
    return tuple(sorted(found, key=lambda item: GRAVITY.index(item.severity)))


def _safe(item: Fault) -> str:
    """What is wrong, without the words of lines that hold a secret: cut, these would no longer look like one."""
    if "“" in item.text and any(redact.findings(at.text) for at in item.places):
        return f"{item.text.partition('“')[0].rstrip(' :') or 'it'} (not shown: a secret stands in the line)"
    return item.text


def _legible(item: Fault) -> Fault:
    """The fault as it can be told: bytes that are no UTF-8 stand in no sentence. What an edit writes keeps them."""
    whole = "".join((item.file, item.text, item.proposal, *(at.text for at in item.places)))
    if whole.isascii() or whole.isprintable():
        return item
    places = tuple(msgspec.structs.replace(at, text=index.legible(at.text)) for at in item.places)
    ways = tuple(msgspec.structs.replace(way, text=index.legible(way.text)) for way in item.ways)
    return msgspec.structs.replace(
        item, text=index.legible(item.text), proposal=index.legible(item.proposal), places=places, ways=ways
    )


def _id(item: Fault) -> str:
    return _hash("\n".join((item.check, item.file, item.text, *(f"{at.file}\n{at.text}" for at in item.places))))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=5).hexdigest()
