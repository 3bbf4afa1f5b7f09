"""Replays what we changed onto a file that somebody else changed meanwhile; pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from dreamd.errors import TopicInvalid
from dreamd.memory import entry as entries
from dreamd.memory import topic as topics
from dreamd.memory.index import pointers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.memory.topic import Topic
    from dreamd.records import Entry

LINE = re.compile(rb"[^\n]*\n|[^\n]+")


def topic(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Their topic with the entries that we added, changed and removed since ``base``.

    ``None`` where that cannot be decided: the same entry changed on both sides, a statement that stands twice, a change
    of ours outside the entries, or a file that is no topic. What we retire and they put into other words stays in their
    words. Replaying on a result changes nothing.
    """
    try:
        old, new, result = (topics.parse("merged", data) for data in (base, ours, theirs))
    except TopicInvalid:
        return None
    if any(len(set(keys)) != len(keys) for keys in map(_keys, (old, new, result))) or frame(old) != frame(new):
        return None
    for was, wanted in differences(old, new):
        replayed = _replay(result, was, wanted)
        if replayed is None:
            return None
        result = replayed
    return result.data


def unborn(data: bytes) -> bytes:
    """A new topic of ours before its first entry: the base where somebody else began the same topic meanwhile."""
    try:
        held = topics.parse("merged", data)
    except TopicInvalid:
        return b""
    for entry in held.entries:
        held = topics.remove(held, entries.key(entry))
    return held.data


def index(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """Their index without the lines that we removed since ``base`` and with those that we added, in our places.

    Lines that only moved stay where they have them. A topic that they point to gets no second pointer.
    """
    old, new = ([line.rstrip() for line in LINE.findall(data)] for data in (base, ours))
    lines = [line for line in LINE.findall(theirs) if (told := line.rstrip()) in new or told not in old or not told]
    end = b"\r\n" if lines and lines[0].endswith(b"\r\n") else b"\n"
    pointed = {pointer.file for pointer in pointers(b"".join(lines))}
    for at, line in enumerate(new):
        there = [line.rstrip() for line in lines]
        again = any(pointer.file in pointed for pointer in pointers(line))
        if line and line not in old and line not in there and not again:
            place = _behind(there, new[:at])
            if place and not lines[place - 1].endswith(b"\n"):
                lines[place - 1] += end
            lines.insert(place, line + end)
    return b"".join(lines)


def _behind(lines: list[bytes], before: list[bytes]) -> int:
    """Place behind the nearest of the lines that stood before; the top where none is there any more."""
    return next((lines.index(line) + 1 for line in reversed(before) if line and line in lines), 0)


def _keys(topic: Topic) -> list[str]:
    return [entries.key(entry) for entry in topic.entries]


def frame(topic: Topic) -> list[str]:
    """What is no entry: all other lines but blank ones and the head's ``updated``, which follows the entries."""
    inside = {line for item in topic.items for line in range(item.start, item.stop)}
    rest = (line.strip() for at, line in enumerate(topic.lines) if at not in inside)
    return [line for line in rest if line and not line.startswith("updated:")]


def differences(old: Topic, new: Topic) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Pairs of an entry as it was and as we want it; ``None`` where it was not, or shall not be."""
    before, after = _keys(old), _keys(new)
    kept = dict(zip(before, old.entries, strict=True))
    yield from (
        (kept[key], entry) for key, entry in zip(after, new.entries, strict=True) if kept.get(key, entry) != entry
    )
    for _, start, stop, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone = [
            entry for key, entry in zip(before[start:stop], old.entries[start:stop], strict=True) if key not in after
        ]
        come = [entry for key, entry in zip(after[first:last], new.entries[first:last], strict=True) if key not in kept]
        yield from zip_longest(gone, come)


def _replay(result: Topic, was: Entry | None, wanted: Entry | None) -> Topic | None:
    """The topic with one difference applied; ``None`` where their side changed the same entry."""
    old = topics.find(result, entries.key(was)) if was else None
    new = topics.find(result, entries.key(wanted)) if wanted else None
    if new and new.entry == wanted:
        return result if was is None or old in (None, new) else _replay(result, was, None)
    if new and new != old:
        return None
    if was is None:
        return topics.add(result, wanted) if wanted else result
    if old is None:
        return None if wanted else result
    if old.entry != was:
        return None
    return topics.replace(result, entries.key(was), wanted) if wanted else topics.remove(result, entries.key(was))
