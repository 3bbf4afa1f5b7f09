"""The index and the topics agree: no pointer without file, no new topic without pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.memory import index
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dreamd.checks import Candidate


def run(candidate: Candidate) -> Iterator[Finding]:
    """Block what is newly wrong; what was wrong before is for a person."""
    workspace = candidate.workspace
    old = _dead(candidate, candidate.before)
    for file, line in _dead(candidate, candidate.after).items():
        text = f"the index names {file}, which is not there"
        yield _finding(workspace.index, text, line, blocking=file not in old)
    targets = {pointer.file for pointer in index.pointers(candidate.after.get(workspace.index, b""))}
    for name in sorted(candidate.after):
        stem = workspace.stem(name)
        if stem and f"{stem}.md" not in targets:
            yield _finding(name, "the index does not name this topic", 0, blocking=name not in candidate.before)


def _dead(candidate: Candidate, files: Mapping[str, bytes]) -> dict[str, int]:
    """Files that the index names and that are not there, with the line that names them."""
    pointers = index.pointers(files.get(candidate.workspace.index, b""))
    prefix = candidate.workspace.prefix
    return {pointer.file: pointer.line for pointer in pointers if f"{prefix}{pointer.file}" not in files}


def _finding(name: str, text: str, line: int, *, blocking: bool) -> Finding:
    return Finding(check="links", severity="blocking" if blocking else "warning", file=name, text=text, line=line)


CHECK = Check(name="links", run=run)
