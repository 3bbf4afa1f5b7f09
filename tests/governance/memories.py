"""Memories for the checks of governance: files in either layout, as one snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamd import governance
from dreamd.memory.layout import Workspace

if TYPE_CHECKING:
    from dreamd.governance import Snapshot
    from dreamd.memory.layout import Layout

TODAY = "2026-11-30"
DATED = "[created: 2026-10-01, updated: 2026-11-01, source: claude-code/019edaf4-6510#L4]"


def workspace(layout: Layout = "claude-code", root: str = "/w/memory", project: str = "/w/shop") -> Workspace:
    return Workspace(name="shop", root=Path(root), layout=layout, project=Path(project))


def topic(title: str, *lines: str, kind: str = "project") -> str:
    """A topic with these entries; one without a bracket gets dates and a source."""
    head = f'---\nname: "{title}"\ndescription: "Read before {title}"\ntype: {kind}\n'
    head += "created: 2026-10-01\nupdated: 2026-11-01\n---\n"
    said = (line if "[" in line else f"{line} {DATED}" for line in lines)
    return f"{head}# {title}\n\n" + "".join(f"- {line}\n" for line in said)


def snapshot(layout: Layout = "claude-code", /, **files: str) -> Snapshot:
    """A memory with these topics (``_`` in their names is ``-``); all are in the index unless it is given."""
    place = workspace(layout)
    named = {stem.replace("_", "-"): text for stem, text in files.items()}
    index = named.pop("MEMORY", None)
    made = "".join(f"- [{stem}]({stem}.md)\n" for stem in named if f"{stem}.md" not in place.people)
    held = {place.file(stem): text for stem, text in named.items()}
    held[place.index] = index if index is not None else made
    return governance.snapshot(place, {name: text.encode() for name, text in held.items()}, TODAY)


def faults(check: str, seen: Snapshot, **more: Any) -> list[str]:  # noqa: ANN401 (fields of a snapshot)
    """What the check of that name says, each as one text."""
    import dataclasses  # noqa: PLC0415

    from dreamd import registry  # noqa: PLC0415

    entry = registry.entry(governance, "CHECK", check)
    assert isinstance(entry, governance.Check)
    return [fault.text for fault in entry.run(dataclasses.replace(seen, **more))]
