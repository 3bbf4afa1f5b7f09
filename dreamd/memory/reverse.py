"""Takes what a step changed in one file back, entry by entry where the file was changed since; pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd.errors import HistoryConflict, TopicInvalid
from dreamd.memory import entry as entries
from dreamd.memory import merge
from dreamd.memory import topic as topics
from dreamd.records import Change, Entry, Record

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from dreamd.memory.entry import Item
    from dreamd.memory.topic import Topic

Pair: TypeAlias = tuple[Entry | None, Entry | None]
"""An entry as the step left it and as it was before; ``None`` where there was none."""
WAYS = "Undo the later step first, or edit the file by hand."


class File(Record, frozen=True):
    """One file that the step changed; bytes are ``None`` where there is no file."""

    name: str
    was: bytes | None
    """As the step left it."""
    wanted: bytes | None
    """As it was before the step."""
    now: bytes | None
    archive: bool

    @property
    def stem(self) -> str:
        """The topic's stem."""
        return self.name.rpartition("/")[2].removesuffix(".md")


class Reversed(Record, frozen=True):
    """The file after the undo."""

    data: bytes | None
    """``None`` where it goes."""
    changes: tuple[Pair, ...] = ()
    """What was taken back."""
    exact: bool = False
    """It is byte for byte as it was before the step."""
    conflicts: tuple[str, ...] = ()
    """Why something of the step was left as somebody else changed it since."""
    lost: tuple[Entry, ...] = ()
    """Entries that for this reason did not come back."""


def reverse(file: File, only: Change | None, archived: AbstractSet[str] = frozenset()) -> Reversed:
    """Take the step back in this file, or one change of it; what was changed since stays and is told.

    Args:
        file: the file.
        only: the one change; ``None`` for all.
        archived: keys of entries that stay in the archive, since they did not come back.

    Raises:
        HistoryConflict: the ``only`` change meets a later one.
    """
    was, wanted, now = (_topic(file, data) for data in (file.was, file.wanted, file.now))
    every = _pairs(file, was, wanted)
    pairs = [pair for pair in every if not (file.archive and pair[0] and entries.key(pair[0]) in archived)]
    if only is None and file.now == file.was and pairs == every:
        return Reversed(data=file.wanted, changes=tuple(pairs), exact=True)
    try:
        if was is None or wanted is None or now is None:
            raise _conflict(file, "it was changed since, and is no topic")
        if only is not None:
            pairs = [pair for pair in pairs if _speaks_of(only, pair)]
        elif file.was is not None and file.wanted is not None and merge.frame(was) != merge.frame(wanted):
            raise _conflict(file, "text outside its entries was changed since")
        if not pairs or (file.now is None and not any(before for _, before in pairs)):
            return Reversed(data=file.now)
        framed = _framed(file, now, wanted)
    except HistoryConflict as conflict:
        if only is not None:
            raise
        lost = tuple(before for _, before in pairs if before)
        return Reversed(data=file.now, conflicts=(conflict.message,), lost=lost)
    return _by_entry(file, framed, was, pairs, only)


def _by_entry(file: File, held: Topic, was: Topic, pairs: list[Pair], only: Change | None) -> Reversed:
    """Take the pairs back one after the other."""
    done, conflicts, lost = list[Pair](), list[str](), list[Entry]()
    result = held
    for left, before in pairs:
        try:
            turned = _back(file, result, was, (left, before))
        except HistoryConflict as conflict:
            if only is not None:
                raise
            conflicts.append(conflict.message)
            lost += [before] if before else []
            continue
        done += [(left, before)] if turned != result else []
        result = turned
    data = file.now if not done else None if _over(file, was, result) else result.data
    return Reversed(data=data, changes=tuple(done), conflicts=tuple(conflicts), lost=tuple(lost))


def _topic(file: File, data: bytes | None) -> Topic | None:
    try:
        return topics.parse(file.stem, data or b"")
    except TopicInvalid:
        return None


def _pairs(file: File, was: Topic | None, wanted: Topic | None) -> list[Pair]:
    """What to take back. The archive's entries are never changed, but the same statement may lie there twice."""
    if was is None or wanted is None:
        return []
    if not file.archive:
        return list(merge.differences(was, wanted))
    left, before = Counter(was.entries), Counter(wanted.entries)
    return [(entry, None) for entry in (left - before).elements()] + [(None, e) for e in (before - left).elements()]


def keys(file: File) -> frozenset[str]:
    """Keys of the entries that the file has."""
    held = _topic(file, file.was)
    return frozenset(map(entries.key, held.entries)) if held else frozenset()


def prose(data: bytes | None) -> frozenset[str]:
    """The lines of a text that are no heading, and stand in no entry and not in the front matter."""
    try:
        held = topics.parse("prose", data or b"")
    except TopicInvalid:
        return frozenset(filter(None, (data or b"").decode("utf-8", "replace").splitlines()))
    inside = {number for item in held.items for number in range(item.start, item.stop)}
    lines = (
        line.strip() for number, line in enumerate(held.lines) if number >= held.front.stop and number not in inside
    )
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _speaks_of(change: Change, pair: Pair) -> bool:
    said = {change.text, change.was} - {""}
    return any(entry is not None and entry.text in said for entry in pair)


def _framed(file: File, now: Topic, wanted: Topic) -> Topic:
    """The file to work on: as it is, or, where it is gone, as it was before without its entries."""
    if file.now is not None:
        return now
    if file.was is not None and file.wanted is not None:
        raise _conflict(file, "it was removed since")
    result = wanted
    while result.items:
        result = _without(result, result.items[0])
    return result


def _back(file: File, held: Topic, was: Topic, pair: Pair) -> Topic:
    """The topic with one entry as it was before the step."""
    left, before = pair
    here = _find(file, held, left) if left else None
    there = _find(file, held, before) if before else None
    if left is None or before is None:
        if before is not None:
            return held if there else topics.add(held, before)
        if left is not None and here is None and not file.archive:
            _must_not_have_changed(file, held, was, left)
        return _without(held, here) if here else held
    if here is None:
        if there:
            return held
        raise _conflict(file, "it was changed or taken out since", left)
    if entries.key(left) == entries.key(before) and here.entry != left:
        raise _conflict(file, "it was confirmed again since", left)
    return _without(held, here) if there and there != here else topics.replace(held, entries.key(left), before)


def _find(file: File, held: Topic, entry: Entry) -> Item | None:
    if file.archive:
        return next((item for item in held.items if item.entry == entry), None)
    return topics.find(held, entries.key(entry))


def _without(held: Topic, item: Item) -> Topic:
    """As ``topic.remove``, for this very item."""
    key = entries.key(item.entry)
    if topics.find(held, key) == item:
        return topics.remove(held, key)
    return topics.parse(held.name, "".join([*held.lines[: item.start], *held.lines[item.stop :]]).encode())


def _must_not_have_changed(file: File, held: Topic, was: Topic, entry: Entry) -> None:
    """Tell an entry that somebody put into other words (it keeps its sources) from one that is gone."""
    known = {entries.key(said) for said in was.entries}
    for said in held.entries:
        if entries.key(said) not in known and said.created == entry.created and set(said.sources) & set(entry.sources):
            raise _conflict(file, "it was put into other words since", entry)


def _over(file: File, was: Topic, result: Topic) -> bool:
    """Whether the file goes: without entries, it holds nothing that a person wrote."""
    if result.items:
        return False
    ours = file.wanted is None and merge.frame(result) == merge.frame(was)
    return ours or topics.bare(result) or (file.archive and len(merge.frame(result)) <= 1)


def _conflict(file: File, why: str, entry: Entry | None = None) -> HistoryConflict:
    what = f"the entry {entry.text!r} of {file.name}" if entry else file.name
    return HistoryConflict(f"{what} cannot be taken back: {why}", WAYS)


def told(file: File, result: Reversed) -> list[Change]:
    """What people are shown of it; nothing of the archive, and the file as a whole where no entry tells."""
    if file.archive or (not result.changes and not result.exact):
        return []
    if not result.changes:
        op: Literal["new", "remove", "edit"] = (
            "new" if file.was is None else "remove" if file.wanted is None else "edit"
        )
        return [Change(op=op, file=file.name, topic=file.stem)]
    return [_told(file, *pair) for pair in result.changes]


def _told(file: File, left: Entry | None, before: Entry | None) -> Change:
    entry = before or left or Entry(text="")
    was = left.text if left and left.text != entry.text else ""
    op: Literal["restore", "retire"] = "restore" if before else "retire"
    return Change(op=op, file=file.name, topic=file.stem, text=entry.text, was=was, source=";".join(entry.sources))
