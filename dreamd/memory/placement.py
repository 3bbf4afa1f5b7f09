"""Which file a new entry goes to: one of ours on its subject, never one that somebody else wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import PolicyViolation
from dreamd.memory import layout, topic

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from collections.abc import Set as AbstractSet

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic

ROUTES = 9
"""Files that one subject may spread over while files that are not ours hold its name: ``name`` to ``name-9``."""


def home(
    workspace: Workspace,
    topics: Mapping[str, Topic],
    names: Collection[str],
    own: AbstractSet[str],
    stem: str,
    *,
    people: bool = False,
) -> tuple[str, Topic | None]:
    """The stem that entries about ``stem`` go to, and its topic where there is one.

    Args:
        workspace: whose memory.
        topics: name -> topic, of those that can be read.
        names: every name in use, readable or not.
        own: keys of the entries that dreamd wrote.
        stem: the topic that was asked for.
        people: people's files take entries too, whoever began them.

    Raises:
        PolicyViolation: it is no topic name, files of others hold all names around it, or a people's file is no text.
    """
    if people and (own_file := workspace.file(stem)) in workspace.people and own_file != layout.IDENTITY:
        if own_file in names and own_file not in topics:
            raise PolicyViolation(f"{own_file} is left alone, since it is no plain text file")
        return stem, topics.get(own_file)
    if not layout.STEM.fullmatch(stem):
        raise PolicyViolation(f"{stem!r} is no topic name: lower-case letters, digits and dashes, 64 at most")
    # Where upper and lower case are one (macOS), ``memory.md`` would be the index.
    held = {name.casefold() for name in (*names, workspace.index)}
    for route in (stem, *(f"{stem[:62]}-{number}" for number in range(2, ROUTES + 1))):
        name = workspace.topic(route)
        if f"{route}.md" in workspace.people:
            continue
        if name in topics and topic.writable(topics[name], own):
            return route, topics[name]
        if f"{route}.md" in layout.RESIDENT:
            continue
        if name.casefold() not in held:
            return route, None
    raise PolicyViolation(f"files that dreamd did not write hold the names around {stem}; choose another topic")
