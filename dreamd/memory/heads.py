"""What topics are called: the words of their heads, which the index repeats; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.memory import contents
from dreamd.records import Headed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic


def changed(workspace: Workspace, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> tuple[Headed, ...]:
    """The topics that are new, called otherwise or gone, by name; people's own files aside.

    Args:
        workspace: whose memory.
        before: name -> bytes.
        after: the same, later.
    """
    return tuple(_changed(_named(workspace, before), _named(workspace, after)))


def _named(workspace: Workspace, files: Mapping[str, bytes]) -> dict[str, Topic]:
    return {held.name: held for name, held in contents.topics(workspace, files).items() if workspace.stem(name)}


def _changed(before: Mapping[str, Topic], after: Mapping[str, Topic]) -> Iterator[Headed]:
    for name in sorted(before.keys() | after.keys()):
        was, now = (_words(held.get(name)) for held in (before, after))
        if name not in before:
            yield Headed(op="new", topic=name, text=now)
        elif name not in after:
            yield Headed(op="remove", topic=name, text=was)
        elif was != now:
            yield Headed(op="edit", topic=name, text=now, was=was)


def _words(held: Topic | None) -> str:
    return ": ".join(filter(None, (held.title, held.description))) if held else ""
