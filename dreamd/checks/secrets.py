"""No new line of the memory holds a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import redact
from dreamd.checks import Check
from dreamd.memory import contents
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at every line that did not stand in its file before, statements that move aside."""
    moved = _moved(candidate) | {*_lines(candidate.before.get(candidate.split, b""))}
    for name, data in candidate.after.items():
        known = {*_lines(candidate.before.get(name, b"")), *moved}
        new = "\n".join(line for line in _lines(data) if line not in known)
        for rule in dict.fromkeys(redact.findings(new)):
            yield Finding(check="secrets", severity="blocking", file=name, text=f"a new line holds a secret ({rule})")


def _moved(candidate: Candidate) -> set[str]:
    """Lines of statements that stood in the memory before, in the archive or another topic: that is not news."""
    workspace = candidate.workspace
    before = contents.placed(contents.topics(workspace, candidate.before))
    known = {one.key for one in before}
    archived = contents.placed(contents.archives(workspace, candidate.after))
    return {line for one in (*before, *archived) if one.key in known for line in one.lines}


def _lines(data: bytes) -> list[str]:
    return [line.rstrip("\r") for line in data.decode("utf-8", "replace").split("\n")]


CHECK = Check(name="secrets", run=run)
