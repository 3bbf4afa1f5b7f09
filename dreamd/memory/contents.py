"""What stands in a memory's files, taken together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.errors import TopicInvalid
from dreamd.memory import topic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic


def topics(workspace: Workspace, files: Mapping[str, bytes]) -> dict[str, Topic]:
    """Name -> topic, sorted, of every topic and people's file that can be read as one."""
    found = {}
    for name, data in sorted(files.items()):
        stem = workspace.stem(name) or (name.removesuffix(".md") if name in workspace.people else "")
        if stem:
            try:
                found[name] = topic.parse(stem, data)
            except TopicInvalid:
                continue
    return found
