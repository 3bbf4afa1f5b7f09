"""A file of the memory that the index does not name: no agent finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check
from dreamd.memory import index, pointing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot

NAME = "orphans"
TEXT = "the index does not name this file, so no agent finds it"


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at every file beside the index. What a topic that is named links to is found that way."""
    workspace = seen.workspace
    reached = pointing.reached(workspace, seen.files)
    for name in sorted(seen.files):
        stem = workspace.stem(name)
        if stem and f"{stem}.md" not in reached and name not in workspace.people:
            add = Edit(op="point", file=name)
            move = Edit(op="file", file=name, reason="the index did not name it")
            ways = (
                Way(name="index", text="Add it to the index", edits=(add,)),
                Way(name="archive", text="Move it to the archive", edits=(move,)),
            )
            places = (Place(file=name, line=1, text=_title(seen, name)),)
            proposal = "Add it to the index, or move it to the archive"
            yield Fault(
                check=NAME, severity="warning", file=name, text=TEXT, proposal=proposal, places=places, ways=ways
            )
    text = index.text_of(seen.files.get(workspace.index, b""))
    for name in sorted(seen.others):
        inner = name.removeprefix(workspace.prefix)
        if inner not in reached and inner not in text and not workspace.archived(name):
            proposal = "Move it beside the index, or name it there"
            yield Fault(check=NAME, severity="note", file=name, text=TEXT, proposal=proposal)


def _title(seen: Snapshot, name: str) -> str:
    held = seen.topics.get(name)
    return f"# {held.title}" if held else ""


CHECK = Check(name=NAME, title="Files that the index does not name", run=run)
