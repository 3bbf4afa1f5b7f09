"""The staged copy of a memory: operations are applied to it one by one, or refused with a reason."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd.errors import BudgetExceeded, PolicyViolation, StoreError
from dreamd.memory import admission, contents, index, layout, placement, sourcing, topic
from dreamd.memory import entry as entries
from dreamd.records import Change, Entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.entry import Item
    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.records import EntryType, Operation, Quote, TopicView

Op: TypeAlias = Literal["add", "confirm", "update", "retire"]


class Staged:
    """A memory being edited.

    Args:
        workspace: whose memory.
        files: name -> bytes, as read.
        own: keys of the entries and index lines that dreamd wrote.
        today: date of the dream; no entry is dated later.
        taken: names that hold something we leave alone (a link, a huge file): nothing may come in their place.
        rests: key -> what the entry with that key rests on, by earlier dreams.
        told: statements that agents are told anyway (``admission.folded``): they become no new entries.
    """

    def __init__(
        self,
        workspace: Workspace,
        files: Mapping[str, bytes],
        own: frozenset[str],
        today: str,
        taken: frozenset[str] = frozenset(),
        rests: Mapping[str, tuple[Quote, ...]] | None = None,
        *,
        told: frozenset[str] = frozenset(),
    ) -> None:
        self.workspace = workspace
        self.evidence: dict[str, tuple[Quote, ...]] = {}
        """Key of each new, changed or confirmed entry -> what it rests on in this dream."""
        self._files = dict(files)
        self._before = dict(files)
        self._own = set(own)
        self._today = today
        self._taken = taken
        self._told = told
        self._rested = dict(rests or {})
        self._topics = contents.topics(workspace, files)
        self._said = Counter(_spoken(said) for held in self._topics.values() for said in held.entries)
        self._old = frozenset(entries.key(said) for held in self._topics.values() for said in held.entries)
        self._left: set[str] = set()
        archived = (said for held in contents.archives(workspace, files).values() for said in held.entries)
        self._void = {_spoken(said): said.archived for said in archived}
        self._born: dict[str, None] = {}
        self._changes: list[Change] = []
        self._written: dict[str, None] = {}

    @property
    def changes(self) -> tuple[Change, ...]:
        """What was applied, in order."""
        return tuple(self._changes)

    def keys(self) -> tuple[str, ...]:
        """Keys of every entry and index line written: with those from before, what is our own after publishing."""
        lines = index.text_of(self.finish().get(self.workspace.index, b"")).splitlines()
        before = set(index.text_of(self._before.get(self.workspace.index, b"")).splitlines())
        return (*self._written, *(index.key(line) for line in lines if line not in before))

    def full(self) -> bool:
        """Whether the index takes no new topic."""
        return index.gate(self.finish().get(self.workspace.index, b"")) == "full"

    def views(self) -> tuple[TopicView, ...]:
        """The topics and people's files as engines see them."""
        return tuple(topic.view(held, self._own) for _, held in sorted(self._topics.items()))

    def finish(self) -> dict[str, bytes]:
        """The files with dreamd's block of the index made anew, and without topics that the dream emptied."""
        after = dict(self._files)
        old = after.get(self.workspace.index, b"")
        named = {found.file for found in index.pointers(old) if index.key(found.text) not in self._own}
        gone = {held.name for name, held in self._topics.items() if self._emptied(name, held)}
        gone -= {file.removesuffix(".md") for file in named}
        standing = {held.name: held for name, held in self._topics.items() if self.workspace.stem(name)}
        for stem in gone:
            del standing[stem], after[self.workspace.topic(stem)]
        new = index.rebuild(old, self._own, standing, [stem for stem in self._born if stem not in gone], gone)
        if new != old:
            after[self.workspace.index] = new
        return after

    def _emptied(self, name: str, held: Topic) -> bool:
        return self._files[name] != self._before.get(name) and topic.bare(held)

    def apply(self, operation: Operation) -> str:
        """Apply the operation, whose quotes were found in their rows; empty, or the reason why it was refused."""
        try:
            match operation.op:
                case "add":
                    self._add(operation)
                case "confirm":
                    self._confirm(operation)
                case "update":
                    self._update(operation)
                case "retire":
                    self._retire(operation)
        except (PolicyViolation, StoreError) as refusal:
            return refusal.message
        return ""

    def _add(self, operation: Operation) -> None:
        _must_pass(admission.words(operation), admission.evidence(operation, operation.type))
        self._must_be_new(operation)
        _must_pass(admission.instructed(operation.text, self._told))
        held = self._home(operation)
        if held.type != operation.type:
            raise PolicyViolation(
                f"topic {held.name} holds {held.type} entries; name another for this {operation.type} entry"
            )
        entry = entries.clean(sourcing.fresh(operation, self._today))
        name = self.workspace.topic(held.name)
        self._put(name, topic.add(held, entry))
        self._note("add", name, entry, operation)

    def _confirm(self, operation: Operation) -> None:
        name, item = self._find(operation)
        _must_pass(admission.evidence(operation, self._kind(name)))
        if not self._ours(name, item):
            # Bytes that we did not write stay; what was said for them is kept with the evidence.
            self._rests(entries.key(item.entry), operation.evidence)
            return
        entry = sourcing.confirmed(item.entry, operation.evidence, self._today, self._known(item.entry))
        if entry == item.entry:
            raise PolicyViolation("already known from this session; only another session confirms it")
        self._put(name, topic.replace(self._topics[name], entries.key(item.entry), entry))
        self._note("confirm", name, entry, operation)

    def _update(self, operation: Operation) -> None:
        name, item = self._find(operation)
        held, kind, old = self._topics[name], self._kind(name), item.entry
        self._must_be_ours(name, item)
        _must_pass(admission.words(operation), admission.evidence(operation, kind))
        self._must_be_new(operation)
        self._must_be_later(operation, old)
        entry = sourcing.fresh(operation, self._today)
        entry = entries.clean(sourcing.superseding(entry, old) if kind in admission.HUMAN_ONLY else entry)
        _must_pass(admission.secret(f"{entry.why}\n{operation.reason}"))
        grown = topic.replace(held, entries.key(old), entry)
        self._must_fit(name, grown)
        self._archive(held, old, operation, "superseded by what was said later")
        self._put(name, grown)
        self._note("update", name, entry, operation, was=old.text)

    def _retire(self, operation: Operation) -> None:
        name, item = self._find(operation)
        held = self._topics[name]
        self._must_be_ours(name, item)
        _must_pass(admission.evidence(operation, self._kind(name)), admission.secret(operation.reason))
        if not entries.plain(operation.reason):
            raise PolicyViolation("an entry is only retired for a reason; name it")
        self._must_be_later(operation, item.entry)
        self._archive(held, item.entry, operation)
        self._put(name, topic.remove(held, entries.key(item.entry)))
        self._note("retire", name, item.entry, operation)

    def _find(self, operation: Operation) -> tuple[str, Item]:
        """The entry that is meant, in the topic named if it stands there, else wherever it stands."""
        wanted = entries.fold(operation.entry)
        found = [
            (held.name != operation.topic, name, item)
            for name, held in sorted(self._topics.items())
            for item in held.items
            if entries.fold(item.entry.text) == wanted
        ]
        if not found:
            raise PolicyViolation(f"no entry reads like that in topic {operation.topic}; give its text as it stands")
        _, name, item = min(found, key=lambda place: place[0])
        return name, item

    def _home(self, operation: Operation) -> Topic:
        """The topic of ours that the operation's subject belongs to, new if need be."""
        names = self._files.keys() | self._taken
        stem, held = placement.home(self.workspace, self._topics, names, self._own, operation.topic)
        if held is not None:
            return held
        namesake = self._topics.get(self.workspace.topic(operation.topic))
        title = operation.title or (namesake.title if namesake else "")
        description = operation.description or (namesake.description if namesake else "")
        _must_pass(admission.heading(title, description))
        if self.full():
            raise BudgetExceeded("the index is full and takes no new topic; add to the nearest topic there is")
        created = sourcing.fresh(operation, self._today).created
        return topic.new(stem, title, description, operation.type, created)

    def _kind(self, name: str) -> EntryType:
        return contents.kind(self.workspace, name, self._topics[name])

    def _ours(self, name: str, item: Item) -> bool:
        return topic.own(item, self._own) and name != layout.IDENTITY

    def _must_be_new(self, operation: Operation) -> None:
        spoken = _spoken(Entry(text=operation.text))
        if self._said[spoken]:
            raise PolicyViolation("already known: the memory says this; confirm that entry instead")
        void = self._void.get(spoken, "")
        if sourcing.newest(operation, self._today) < void:
            raise PolicyViolation(f"it was retired on {void}; only what was said since then brings it back")

    def _must_be_later(self, operation: Operation, old: Entry) -> None:
        date = sourcing.newest(operation, self._today)
        if date < old.updated:
            raise PolicyViolation(f"it was said on {date}, before what stands ({old.updated}); the later one stands")

    def _must_be_ours(self, name: str, item: Item) -> None:
        """Refuse to touch what we did not write, or to take away too much of what stood before."""
        if not self._ours(name, item):
            raise PolicyViolation("a person or another agent wrote that entry; it may be confirmed, never changed")
        key = entries.key(item.entry)
        most = admission.retirable(len(self._old))
        if key in self._old and len(self._left | {key}) > most:
            raise PolicyViolation(f"one dream replaces or retires at most {most} of {len(self._old)} entries")

    def _must_fit(self, name: str, held: Topic) -> None:
        size = len(held.data)
        if size >= layout.TOPIC_BYTES and size > len(self._files.get(name, b"")):
            ways = "shorten it, retire what no longer holds, or use another topic"
            cut = f"agents cut it at {layout.TOPIC_BYTES}"
            raise BudgetExceeded(f"topic {held.name} would have {size} bytes and {cut}: {ways}")

    def _archive(self, held: Topic, entry: Entry, operation: Operation, reason: str = "") -> None:
        """Keep what goes, dated by the row that ended it."""
        name = self.workspace.archive(held.name)
        old = topic.parse(held.name, self._files[name]) if name in self._files else topic.archive(held.name, held.title)
        date = sourcing.newest(operation, self._today)
        grown = topic.add(old, msgspec.structs.replace(entry, archived=date, reason=operation.reason or reason))
        if len(grown.data) > layout.FILE_BYTES or name in self._taken:
            raise BudgetExceeded(f"{name} takes no more; move it out of the memory and dream again")
        self._files[name] = grown.data
        self._said[_spoken(entry)] -= 1
        self._void[_spoken(entry)] = date
        self._left |= {entries.key(entry)} & self._old

    def _put(self, name: str, held: Topic) -> None:
        self._must_fit(name, held)
        if name not in self._files:
            self._born[held.name] = None
        self._files[name], self._topics[name] = held.data, held

    def _note(self, op: Op, name: str, entry: Entry, operation: Operation, was: str = "") -> None:
        """Keep account of a change that was made; what this dream wrote and then confirms is one change."""
        sources = [quote.ref for quote in operation.evidence] if op == "retire" else entry.sources
        stem = self._topics[name].name
        change = Change(op=op, file=name, topic=stem, text=entry.text, was=was, source=";".join(sources))
        twin = next((at for at, made in enumerate(self._changes) if (made.file, made.text) == (name, entry.text)), None)
        if op == "confirm" and twin is not None:
            self._changes[twin] = msgspec.structs.replace(self._changes[twin], source=change.source)
        else:
            self._changes.append(change)
        if op != "retire":
            self._rests(entries.key(entry), operation.evidence)
            self._written[entries.key(entry)] = None
            self._own.add(entries.key(entry))
        if op in {"add", "update"}:
            self._said[_spoken(entry)] += 1

    def _known(self, entry: Entry) -> tuple[Quote, ...]:
        """What the entry rests on, by earlier dreams and by this one."""
        key = entries.key(entry)
        return (*self._rested.get(key, ()), *self.evidence.get(key, ()))

    def _rests(self, key: str, quotes: tuple[Quote, ...]) -> None:
        self.evidence[key] = tuple(dict.fromkeys((*self.evidence.get(key, ()), *quotes)))


def _spoken(entry: Entry) -> str:
    return entries.fold(entries.plain(entry.text))


def _must_pass(*reasons: str) -> None:
    for reason in reasons:
        if reason:
            raise PolicyViolation(reason)
