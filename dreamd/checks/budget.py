"""Files stay within the sizes at which agents cut them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.memory import contents, index
from dreamd.memory.layout import TOPIC_BYTES
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at every topic and people's file that differs, and at the index."""
    for name in contents.topics(candidate.workspace, candidate.after):
        size, was = len(candidate.after[name]), len(candidate.before.get(name, b""))
        if size >= TOPIC_BYTES and candidate.after[name] != candidate.before.get(name):
            grew = size > was and not candidate.split  # a part without headings of its own can be no shorter
            text = f"{size} bytes; agents cut it at {TOPIC_BYTES}"
            yield _finding(name, text, "Compress it, move entries to another topic, or split it.", blocking=grew)
    yield from _index(candidate)


def _index(candidate: Candidate) -> Iterator[Finding]:
    name = candidate.workspace.index
    before, after = candidate.before.get(name, b""), candidate.after.get(name, b"")
    gate = index.gate(after)
    if after == before or gate == "open":
        return
    lines, chars = index.size(after)
    more = len(index.pointers(after)) > len(index.pointers(before))
    grown = any(now > was for now, was in zip(index.size(after), index.size(before), strict=True))
    full = more and (index.gate(before) == "full" or bool(candidate.split)) and gate == "full" and grown
    text = f"{lines} lines, {chars} characters; agents cut it at 200 and 25,000"
    yield _finding(name, text, "Merge topics, or retire what no longer holds: dreamd govern", blocking=full)


def _finding(name: str, text: str, proposal: str, *, blocking: bool) -> Finding:
    return Finding(
        check="budget", severity="blocking" if blocking else "warning", file=name, text=text, proposal=proposal
    )


CHECK = Check(name="budget", run=run)
