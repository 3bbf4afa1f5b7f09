"""Takes statements out of a memory's files for good: entries, what else holds the words, files that are left empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dreamd.memory import contents, index, topic
from dreamd.memory import entry as entries

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic


class Cleansed(NamedTuple):
    """A memory without the statements."""

    files: dict[str, bytes]
    keys: dict[str, str]
    """Key of each entry, head or index line whose words changed -> its new key."""


def cleanse(workspace: Workspace, files: Mapping[str, bytes], without: Callable[[str], str]) -> Cleansed:
    """Leave out each entry that holds one of the statements, and change all else that does.

    Args:
        workspace: whose memory.
        files: name -> bytes; those that hold nothing stay byte for byte.
        without: a text without the statements; the same text where it holds none.
    """
    after, keys = dict(files), dict[str, str]()
    held = contents.topics(workspace, files) | contents.archives(workspace, files)
    gone = set()
    for name, one in held.items():
        text = "".join(one.lines)
        if without(text) == text:
            continue
        left = _entries_out(one, without)
        whole = topic.parse(one.name, without("".join(left.lines)).encode())
        keys |= _keys(left, whole)
        after[name] = whole.data
        if left.items != one.items and not left.items and _empty(whole):
            del after[name]
            gone.add(name)
    for name in files.keys() - held.keys():
        after[name] = _raw(files[name], without)
    if workspace.index in after:
        made, lines = _index(workspace, files[workspace.index], without, gone)
        after[workspace.index], keys = made, keys | lines
    return Cleansed(after, keys)


def _entries_out(one: Topic, without: Callable[[str], str]) -> Topic:
    """Without the entries that hold a statement."""
    for item in one.items:
        if without(item.entry.text) != item.entry.text:
            one = topic.remove(one, entries.key(item.entry))
    return one


def _empty(one: Topic) -> bool:
    """Whether nothing is left but a head and headings."""
    return all(not line.strip() or line.startswith("#") for line in one.lines[one.front.stop :])


def _keys(before: Topic, after: Topic) -> dict[str, str]:
    pairs = [(topic.head_key(before), topic.head_key(after))]
    pairs += [(entries.key(old), entries.key(new)) for old, new in zip(before.entries, after.entries, strict=False)]
    return {old: new for old, new in pairs if old and new and old != new}


def _raw(data: bytes, without: Callable[[str], str]) -> bytes:
    text = index.text_of(data)
    changed = without(text)
    return data if changed == text else changed.encode("utf-8", "surrogateescape")


def _index(
    workspace: Workspace, data: bytes, without: Callable[[str], str], gone: set[str]
) -> tuple[bytes, dict[str, str]]:
    """The index without pointers to the files that are gone, and without the statements; keys of lines that changed."""
    dead = {item.line for item in index.pointers(data) if workspace.topic(item.file.removesuffix(".md")) in gone}
    lines = index.text_of(data).split("\n")
    kept = [(line, without(line)) for number, line in enumerate(lines, 1) if number not in dead]
    text = without("\n".join(new for _, new in kept))
    keys = {index.key(old): index.key(new) for old, new in kept if old != new}
    return text.encode("utf-8", "surrogateescape"), keys
