"""What the changes that a person chose make of a memory's files; pure. What goes is archived first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dreamd import redact
from dreamd.errors import PolicyViolation
from dreamd.faults import Edit
from dreamd.memory import contents, finish, index, layout, retiring, topic
from dreamd.memory import entry as entries
from dreamd.records import Change, Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic

LINES = re.compile(r"[^\n]*\n|[^\n]+")
TEXT_CHARS = 4_000
"""Characters of what is archived; the history has every byte."""


class Cleaned(Record, frozen=True):
    """A memory after the changes; nothing is written yet."""

    files: dict[str, bytes]
    """Every file of it."""
    changes: tuple[Change, ...]
    keys: tuple[str, ...]
    """Keys of the entries and index lines that were written."""
    confirmed: tuple[Entry, ...]
    """What a person stands by now, whoever wrote it."""
    gone: tuple[Entry, ...]
    """What was archived."""
    reworded: dict[str, str]
    """Key of each entry that says its own otherwise now -> the key before: it rests on the same."""
    waiting: tuple[Edit, ...] = ()
    """Of two that write one line otherwise the later one: it was not made, and what it is about stands."""


class Cleaning:
    """Changes a copy of a memory, edit by edit; those of one file from its end to its beginning.

    Args:
        workspace: whose memory.
        files: name -> bytes, as read.
        own: keys of what dreamd wrote.
        today: date of what is archived or confirmed.
        taken: names that hold something we leave alone.
    """

    def __init__(
        self, workspace: Workspace, files: Mapping[str, bytes], own: frozenset[str], today: str, taken: frozenset[str]
    ) -> None:
        self._workspace, self._before, self._own, self._today = workspace, dict(files), set(own), today
        self._files, self._taken = dict(files), taken
        self._changes: list[Change] = []
        self._keys: list[str] = []
        self._confirmed: list[Entry] = []
        self._gone: list[Entry] = []
        self._born: list[str] = []
        self._reworded: dict[str, str] = {}
        self._waiting: list[Edit] = []

    def apply(self, edits: Iterable[Edit]) -> None:
        """Make all the changes; of two that want the same lines, the one that comes first.

        Raises:
            PolicyViolation: the archive takes no more, or a file may not be moved.
        """
        made: list[Edit] = []
        for edit in edits:
            if not any(_meet(edit, other) for other in made):
                made.append(edit)
            elif edit.op == "replace":
                self._waiting.append(edit)
        carry = {"archive": self._archive, "file": self._file, "replace": self._replace, "confirm": self._confirm}
        for edit in sorted(made, key=lambda item: (item.op == "file", item.file, -item.line)):
            if edit.op == "point":
                self._born.append(self._workspace.stem(edit.file))
                self._changes.append(
                    Change(op="edit", file=self._workspace.index, topic=self._born[-1], text=edit.file)
                )
            else:
                carry[edit.op](edit)

    def result(self) -> Cleaned:
        """The memory as it shall be: topics of ours that were emptied are gone, with their pointers."""
        held = contents.topics(self._workspace, self._files)
        own = frozenset(self._own)
        after = finish.finished(self._workspace, self._before, self._files, held, own, self._born)
        new = index.text_of(after.get(self._workspace.index, b"")).splitlines()
        old = {*index.text_of(self._before.get(self._workspace.index, b"")).splitlines()}
        pointers = {index.pointer(one) for one in held.values() if self._workspace.stem(self._workspace.file(one.name))}
        keys = (index.key(line) for line in new if line in pointers and line not in old)
        return Cleaned(
            files=after,
            changes=tuple(self._changes),
            keys=(*self._keys, *keys) if after != self._before else (),
            confirmed=tuple(self._confirmed),
            gone=tuple(self._gone),
            reworded=self._reworded,
            waiting=tuple(self._waiting),
        )

    def _topic(self, name: str) -> Topic | None:
        return contents.topics(self._workspace, {name: self._files.get(name, b"")}).get(name)

    def _stem(self, name: str) -> str:
        return self._workspace.stem(name) or name.rpartition("/")[2].removesuffix(".md")

    def _archive(self, edit: Edit) -> None:
        name, held = edit.file, self._topic(edit.file)
        lines = LINES.findall(index.text_of(self._files[name]))
        item = next((one for one in held.items if one.start == edit.line - 1), None) if held else None
        entry = (
            item.entry
            if item
            else Entry(text=index.legible(" ".join("".join(lines[edit.line - 1 : edit.stop]).split())[:TEXT_CHARS]))
        )
        self._keep(self._stem(name), held.title if held else name, entry, edit.reason)
        if held and item and topic.find(held, entries.key(entry)) == item:
            self._files[name] = topic.remove(held, entries.key(entry)).data
        else:
            left = [*lines[: edit.line - 1], *lines[edit.stop :]]
            self._files[name] = "".join(left).encode("utf-8", "surrogateescape")
        self._gone.append(entry)
        source = ";".join(entry.sources)
        self._changes.append(Change(op="retire", file=name, topic=self._stem(name), text=entry.text, source=source))

    def _keep(self, stem: str, title: str, entry: Entry, reason: str) -> None:
        """Put an entry into the archive."""
        name = self._workspace.archive(stem)
        self._store(name, retiring.retired(self._files, name, (stem, title), entry, self._today, reason).data)

    def _store(self, name: str, data: bytes) -> None:
        if len(data) > layout.FILE_BYTES or name in self._taken:
            raise PolicyViolation(f"{name} takes no more; move it out of the memory and try again")
        self._files[name] = data

    def _file(self, edit: Edit) -> None:
        """Move a whole file, but for its secrets; where the archive has one of its name, it goes behind that."""
        stem, text = self._stem(edit.file), self._files[edit.file].decode("utf-8", "surrogateescape")
        data = redact.redact(text).encode("utf-8", "surrogateescape")
        name = self._workspace.archive(stem)
        held = self._files.get(name)
        head = f"\n# Archived {self._today}: {edit.reason}\n\n".encode("utf-8", "surrogateescape")
        self._store(name, data if held is None else held + head + data)
        del self._files[edit.file]
        self._changes.append(Change(op="remove", file=edit.file, topic=stem, text=stem))

    def _replace(self, edit: Edit) -> None:
        lines = LINES.findall(index.text_of(self._files[edit.file]))
        was = lines[edit.line - 1]
        end = was[len(was.rstrip("\r\n")) :]
        ours = index.key(was) in self._own
        before = (
            {item.start: entries.key(item.entry) for item in held.items} if (held := self._topic(edit.file)) else {}
        )
        lines[edit.line - 1] = edit.text.rstrip("\r\n") + end
        self._files[edit.file] = "".join(lines).encode("utf-8", "surrogateescape")
        after = self._topic(edit.file)
        if ours:
            self._write(index.key(edit.text))
        for item in after.items if after else ():
            old, new = before.get(item.start, ""), entries.key(item.entry)
            if old in self._own and new != old:
                self._write(new)
                self._reworded[new] = old
        told, text = (index.legible(said.strip()) for said in (redact.redact(was), edit.text))
        self._changes.append(Change(op="edit", file=edit.file, topic=self._stem(edit.file), text=text, was=told))

    def _write(self, key: str) -> None:
        self._keys.append(key)
        self._own.add(key)

    def _confirm(self, edit: Edit) -> None:
        held = self._topic(edit.file)
        item = next((one for one in held.items if one.start == edit.line - 1), None) if held else None
        if held is None or item is None:
            return
        self._confirmed.append(item.entry)
        if topic.own(item, self._own):
            entry = msgspec.structs.replace(item.entry, updated=max(self._today, item.entry.updated), unconfirmed=False)
            if topic.find(held, entries.key(item.entry)) == item and entry != item.entry:
                self._files[edit.file] = topic.replace(held, entries.key(item.entry), entry).data
                change = Change(op="confirm", file=edit.file, topic=self._stem(edit.file), text=entry.text)
                self._changes.append(change)


def _meet(one: Edit, other: Edit) -> bool:
    if one.file != other.file or "point" in {one.op, other.op}:
        return one == other
    if "file" in {one.op, other.op}:
        return True
    return one.line <= other.stop and other.line <= one.stop
