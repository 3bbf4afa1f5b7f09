"""The staged copy of a memory: operations are applied to it one by one, or refused with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd.errors import BudgetExceeded, PolicyViolation, StoreError
from dreamd.memory import admission, contents, finish, index, layout, placement, reshaping, retiring, sourcing, topic
from dreamd.memory import entry as entries
from dreamd.memory.sayings import Sayings
from dreamd.records import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.entry import Item
    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.records import Entry, EntryType, Operation, Quote, TopicView

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
        by_hand: a person makes the step, so people's files take new entries too.
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
        by_hand: bool = False,
    ) -> None:
        self.workspace = workspace
        self.evidence: dict[str, tuple[Quote, ...]] = {}
        """Key of each new, changed or confirmed entry -> what it rests on in this dream."""
        self._files = dict(files)
        self._before = dict(files)
        self._own = set(own)
        self._today = today
        self._taken = taken
        self._told, self._by_hand = told, by_hand
        self._rested = dict(rests or {})
        self._topics, archived = contents.topics(workspace, files), contents.archives(workspace, files)
        old = [said for held in self._topics.values() for said in held.entries]
        self._sayings = Sayings(old, (said for held in archived.values() for said in held.entries))
        self._old = frozenset(entries.key(said) for said in old)
        self._left: set[str] = set()
        self._reshaped: set[tuple[str, str]] = set()
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
        return finish.finished(self.workspace, self._before, self._files, self._topics, self._own, self._born)

    def apply(self, operation: Operation) -> str:
        """Apply the operation, whose quotes were found in their rows; empty, or the reason why it was refused."""
        carried_out_by = {
            "add": self._add,
            "confirm": self._confirm,
            "update": self._update,
            "retire": self._retire,
            "rename": self._rename,
            "merge": self._move,
            "split": self._move,
        }
        try:
            carried_out_by[operation.op](operation)
        except (PolicyViolation, StoreError) as refusal:
            return refusal.message
        return ""

    def _add(self, operation: Operation) -> None:
        told = admission.instructed(operation.text, self._told)
        admission.must_pass(admission.words(operation), admission.evidence(operation, operation.type), told)
        self._must_be_new(operation)
        held = self._home(operation, operation.topic, sourcing.fresh(operation, self._today).created)
        name = self.workspace.file(held.name)
        if held.type != operation.type and name not in self.workspace.people:
            raise PolicyViolation(
                f"topic {held.name} holds {held.type} entries; name another for this {operation.type} entry"
            )
        entry = entries.clean(sourcing.fresh(operation, self._today))
        self._put(name, topic.add(held, entry))
        self._note("add", name, entry, operation)

    def _confirm(self, operation: Operation) -> None:
        name, item = contents.named(self._topics, operation.entry, operation.topic)
        admission.must_pass(admission.evidence(operation, self._kind(name)), admission.lifted(operation, item.entry))
        if not self._ours(name, item):
            # Bytes that we did not write stay; what was said for them is kept with the evidence.
            self._rests(entries.key(item.entry), operation.evidence)
            return
        entry = sourcing.confirmed(item.entry, operation.evidence, self._today, self._known(item.entry))
        if entry == item.entry:
            if not self._by_hand:
                self._rests(entries.key(item.entry), operation.evidence)  # said again, it counts: ``sourcing.times``
            raise PolicyViolation("already known from this session; only another session confirms it")
        self._note("confirm", self._exchange(name, item.entry, entry, operation), entry, operation)

    def _update(self, operation: Operation) -> None:
        name, item = contents.named(self._topics, operation.entry, operation.topic)
        held, old = self._topics[name], item.entry
        kind = operation.type if operation.into else self._kind(name)
        self._must_be_ours(name, item)
        admission.must_pass(admission.words(operation), admission.evidence(operation, kind))
        self._must_be_new(operation)
        admission.must_pass(sourcing.earlier(operation, old, self._today))
        entry = sourcing.fresh(operation, self._today)
        entry = entries.clean(sourcing.superseding(entry, old) if kind in admission.HUMAN_ONLY else entry)
        admission.must_pass(admission.secret(f"{entry.why}\n{operation.reason}"))
        self._must_fit(name, topic.replace(held, entries.key(old), entry))
        self._archive(held, old, operation, "superseded by what was said later")
        self._note("update", self._exchange(name, old, entry, operation), entry, operation, was=old.text)

    def _retire(self, operation: Operation) -> None:
        name, item = contents.named(self._topics, operation.entry, operation.topic)
        held = self._topics[name]
        self._must_be_ours(name, item)
        admission.must_pass(admission.evidence(operation, self._kind(name)), admission.secret(operation.reason))
        if not entries.plain(operation.reason):
            raise PolicyViolation("an entry is only retired for a reason; name it")
        admission.must_pass(sourcing.earlier(operation, item.entry, self._today))
        self._archive(held, item.entry, operation)
        self._put(name, topic.remove(held, entries.key(item.entry)))
        self._note("retire", name, item.entry, operation)

    def _rename(self, operation: Operation) -> None:
        name, held = self._reshapable(operation)
        new = reshaping.renamed(held, operation, self._own)
        self._put(name, new)
        self._reshaped.add((name, "renamed"))
        self._wrote(topic.head_key(new))
        self._changes.append(Change(op="edit", file=name, topic=new.name, text=new.title, was=held.title))

    def _move(self, operation: Operation) -> None:
        """Take entries of ours to another topic, with all that they say of themselves."""
        name, held = self._reshapable(operation)
        items = reshaping.leaving(held, operation, self._own)
        if operation.op == "merge" and self.workspace.topic(operation.into) not in self._topics:
            raise PolicyViolation(f"there is no topic {operation.into} to merge into")
        kind = msgspec.structs.replace(operation, type=held.type)
        created = min(item.entry.created for item in items)
        held, target = reshaping.moved(held, self._home(kind, operation.into, created), items)
        self._put(self.workspace.topic(target.name), target)
        self._put(name, held)
        self._reshaped |= {(name, "emptied"), (self.workspace.topic(target.name), "filled")}
        file = self.workspace.topic(target.name)
        for entry in (item.entry for item in items):
            source = ";".join(entry.sources)
            self._changes.append(Change(op="move", file=file, topic=target.name, text=entry.text, source=source))

    def _reshapable(self, operation: Operation) -> tuple[str, Topic]:
        """The topic to be reshaped, where it is ours to do so and few topics were."""
        name = self.workspace.topic(operation.topic)
        if name not in self._topics or not topic.writable(self._topics[name], self._own):
            raise PolicyViolation(f"there is no topic {operation.topic} that dreamd made")
        if f"{operation.topic}.md" in self.workspace.people:
            raise PolicyViolation(f"topic {operation.topic} is for people to order")
        reshaping.must_be_few(operation, self._reshaped, name, len(self._topics))
        return name, self._topics[name]

    def _wrote(self, key: str) -> None:
        self._written[key] = None
        self._own.add(key)

    def _home(self, operation: Operation, subject: str, created: str) -> Topic:
        """The topic of ours that the subject belongs to, new if need be."""
        names = self._files.keys() | self._taken
        stem, held = placement.home(self.workspace, self._topics, names, self._own, subject, people=self._by_hand)
        if held is not None:
            return held
        namesake = self._topics.get(self.workspace.topic(subject))
        title = operation.title or (namesake.title if namesake else "")
        description = operation.description or (namesake.description if namesake else "")
        admission.must_pass(admission.heading(title, description))
        if self.full() and self.workspace.stem(self.workspace.file(stem)):
            raise BudgetExceeded("the index is full and takes no new topic; add to the nearest topic there is")
        return topic.new(stem, title, description, operation.type, created)

    def _kind(self, name: str) -> EntryType:
        return contents.kind(self.workspace, name, self._topics[name])

    def _ours(self, name: str, item: Item) -> bool:
        return topic.own(item, self._own) and name != layout.IDENTITY

    def _must_be_new(self, operation: Operation) -> None:
        admission.must_pass(self._sayings.refusal(operation.text, sourcing.newest(operation, self._today)))

    def _must_be_ours(self, name: str, item: Item) -> None:
        """Refuse to touch what we did not write, or to take away too much of what stood before."""
        if not self._ours(name, item) and (name == layout.IDENTITY or not self._by_hand):
            raise PolicyViolation("a person or another agent wrote that entry; it may be confirmed, never changed")
        key = entries.key(item.entry)
        most = admission.retirable(len(self._old))
        if key in self._old and len(self._left | {key}) > most:
            raise PolicyViolation(f"one dream replaces or retires at most {most} of {len(self._old)} entries")

    def _must_fit(self, name: str, held: Topic) -> None:
        if refusal := admission.size(held.name, len(held.data), len(self._files.get(name, b""))):
            raise BudgetExceeded(refusal)

    def _archive(self, held: Topic, entry: Entry, operation: Operation, reason: str = "") -> None:
        """Keep what goes, dated by the row that ended it."""
        name = self.workspace.archive(held.name)
        date, why = sourcing.newest(operation, self._today), operation.reason or reason
        grown = retiring.retired(self._files, name, (held.name, held.title), entry, date, why)
        if len(grown.data) > layout.FILE_BYTES or name in self._taken:
            raise BudgetExceeded(f"{name} takes no more; move it out of the memory and dream again")
        self._files[name] = grown.data
        self._sayings.goes(entry, date)
        self._left |= {entries.key(entry)} & self._old

    def _put(self, name: str, held: Topic) -> None:
        self._must_fit(name, held)
        if name not in self._files:
            self._born |= {held.name: None} if self.workspace.stem(name) else {}
            self._wrote(topic.head_key(held))
        self._files[name], self._topics[name] = held.data, held

    def _exchange(self, name: str, old: Entry, new: Entry, operation: Operation) -> str:
        """Put the new entry in the old one's place, or where a person's word makes it resident; returns that file."""
        if not (operation.into and self._by_hand):
            self._put(name, topic.replace(self._topics[name], entries.key(old), new))
            return name
        held = self._home(operation, operation.into, new.created)
        home = self.workspace.file(held.name)
        self._put(home, topic.add(held, new))  # first of all, since it may be refused
        self._put(name, topic.remove(self._topics[name], entries.key(old)))
        return home

    def _note(self, op: Op, name: str, entry: Entry, operation: Operation, was: str = "") -> None:
        """Keep account of a change that was made; what this dream wrote and then confirms is one change."""
        sources = [quote.ref for quote in operation.evidence] if op == "retire" else entry.sources
        stem = self._topics[name].name
        change = Change(op=op, file=name, topic=stem, text=entry.text, was=was, source=";".join(sources))
        same = [at for at, made in enumerate(self._changes) if (made.file, made.text) == (name, entry.text)]
        if op == "confirm" and same:
            self._changes[same[0]] = msgspec.structs.replace(self._changes[same[0]], source=change.source)
        else:
            self._changes.append(change)
        if op != "retire":
            self._rests(entries.key(entry), operation.evidence)
            self._wrote(entries.key(entry))
        if op in {"add", "update"}:
            self._sayings.comes(entry)

    def _known(self, entry: Entry) -> tuple[Quote, ...]:
        """What the entry rests on, by earlier dreams and by this one."""
        key = entries.key(entry)
        return (*self._rested.get(key, ()), *self.evidence.get(key, ()))

    def _rests(self, key: str, quotes: tuple[Quote, ...]) -> None:
        self.evidence[key] = tuple(dict.fromkeys((*self.evidence.get(key, ()), *quotes)))
