"""The index is over its size, a topic over its own, or a pointer or a link leads nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check
from dreamd.memory import index, pointing
from dreamd.memory.layout import TOPIC_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot

NAME = "dead-links"


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at the index, at the size of every topic and at its links."""
    workspace = seen.workspace
    data = seen.files.get(workspace.index, b"")
    gate, (lines, chars) = index.gate(data), index.size(data)
    if gate != "open":
        yield Fault(
            check=NAME,
            severity="blocking" if gate == "full" else "warning",
            file=workspace.index,
            text=f"the index is {'full' if gate == 'full' else 'nearly full'} and agents cut it at 200 lines and 25,000"
            f" characters ({lines} lines, {chars} characters)",
            proposal="Merge topics, or archive what no longer holds",
        )
    for name, held in sorted(seen.files.items()):
        if workspace.stem(name) and len(held) >= TOPIC_BYTES:
            text = f"agents cut a topic at {TOPIC_BYTES} bytes, and this one has {len(held)}"
            yield Fault(check=NAME, severity="warning", file=name, text=text, proposal="Split it, at its headings")
    for name, link in pointing.dead(workspace, seen.files, seen.others):
        inner = name != workspace.index
        if seen.has(link.path, inner=inner) or pointing.meant(workspace, seen.files, link, inner=inner):
            continue
        yield _inner(name, link) if inner else _dead(name, link)


def _inner(file: str, link: pointing.Link) -> Fault:
    """A dead link of a topic: what else the line says may hold, so a person decides."""
    return Fault(
        check=NAME,
        severity="warning",
        file=file,
        text=f"it links to {link.path}, which is not there",
        line=link.line,
        proposal="Take the link out of its line, or write what it was to lead to",
        places=(Place(file=file, line=link.line, text=link.text),),
    )


def _dead(file: str, link: pointing.Link) -> Fault:
    ways: tuple[Way, ...] = ()
    if pointing.alone(link):
        reason = f"it pointed to {link.path}, which is not there"
        edit = Edit(op="archive", file=file, line=link.line, stop=link.line, reason=reason)
        ways = (Way(name="archive", text="Take the line out of the index, into the archive", edits=(edit,)),)
    return Fault(
        check=NAME,
        severity="warning",
        file=file,
        text=f"the index names {link.path}, which is not there",
        line=link.line,
        proposal=ways[0].text if ways else "Take the link out of its line",
        places=(Place(file=file, line=link.line, text=link.text),),
        ways=ways,
        decided=bool(ways),
    )


CHECK = Check(name=NAME, title="Lines and dead links", run=run)
