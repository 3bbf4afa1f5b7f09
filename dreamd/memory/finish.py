"""The files of an edited memory as they are published: the index anew, emptied topics gone; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.memory import index, topic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic


def finished(
    workspace: Workspace,
    before: Mapping[str, bytes],
    files: Mapping[str, bytes],
    topics: Mapping[str, Topic],
    own: AbstractSet[str],
    born: Iterable[str],
) -> dict[str, bytes]:
    """Name -> bytes of every file.

    Args:
        workspace: whose memory.
        before: the files as they were read.
        files: the files as they were edited.
        topics: name -> topic, of ``files``.
        own: keys of the entries and index lines that dreamd wrote.
        born: stems of the topics that are new, in order of creation.
    """
    after = dict(files)
    old = after.get(workspace.index, b"")
    named = {found.file for found in index.pointers(old) if index.key(found.text) not in own}
    changed = (name for name in topics if files[name] != before.get(name) and workspace.stem(name))
    emptied = (topics[name].name for name in changed if topic.bare(topics[name]))
    gone = {stem for stem in emptied if f"{stem}.md" not in named}
    standing = {held.name: held for name, held in topics.items() if workspace.stem(name)}
    for stem in gone:
        del standing[stem], after[workspace.topic(stem)]
    new = index.rebuild(old, own, standing, [stem for stem in born if stem not in gone], gone)
    if new != old:
        after[workspace.index] = new
    return after
