"""A path that is spelled otherwise than the file that it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import referents
from dreamd.faults import Edit, Fault, Place, Way
from dreamd.governance import Check
from dreamd.memory import pointing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.governance import Snapshot

NAME = "misrouted"


def run(seen: Snapshot) -> Iterator[Fault]:
    """Look at the links of the index and of topics, and at the paths that statements name."""
    for name, link, right in pointing.stray(seen.workspace, seen.files, seen.others):
        if seen.has(link.path, inner=name != seen.workspace.index) or f"({right})" in link.text:
            continue  # a name with brackets, as its person wrote it
        text = f"it leads to {link.target}, which is not there; {right} is"
        yield _fault(name, link.line, link.text, text, link.put(right))
    if seen.codebase is None:
        return
    for one in seen.statements:
        if not referents.asserts(one.said):
            continue
        for path in referents.paths(one.said):
            if not seen.codebase.has(path) and (right := seen.codebase.nearly(path)):
                lines = one.raw.split("\n")
                at = next((number for number, line in enumerate(lines) if path in line), 0)
                text = f"it names {path}, which the repository does not have; it has {right}"
                yield _fault(one.file, one.start + at, lines[at], text, lines[at].replace(path, right))


def _fault(file: str, line: int, was: str, text: str, now: str) -> Fault:
    edit = Edit(op="replace", file=file, line=line, stop=line, text=now)
    way = Way(name="correct", text=f"Write {now.strip()}", edits=(edit,))
    return Fault(
        check=NAME,
        severity="warning",
        file=file,
        text=text,
        line=line,
        proposal=way.text,
        places=(Place(file=file, line=line, text=was),),
        ways=(way,),
        decided=True,
    )


CHECK = Check(name=NAME, title="Misspelt paths", run=run)
