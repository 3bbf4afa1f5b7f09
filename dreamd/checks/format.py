"""Files are named and built as drawn: what was changed can be read back, and holds nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.errors import TopicInvalid
from dreamd.memory import contents, topic
from dreamd.memory import entry as entries
from dreamd.memory.layout import IDENTITY, STEM
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at every file that differs."""
    for name, data in candidate.after.items():
        old = candidate.before.get(name)
        if data == old or name == candidate.workspace.index:
            continue
        if old is None and not _named(candidate, name):
            yield _finding(name, "this is no name of a memory file")
        else:
            yield from _built(candidate, name, data, old)
    yield from _entries(candidate)


def _named(candidate: Candidate, name: str) -> bool:
    """Whether the step may make a file of that name; people's files are for people to begin."""
    stem = candidate.workspace.stem(name) or candidate.workspace.archived(name)
    people = name in candidate.workspace.people
    return (candidate.by_hand and people and name != IDENTITY) or (bool(STEM.fullmatch(stem)) and not people)


def _built(candidate: Candidate, name: str, data: bytes, old: bytes | None) -> Iterator[Finding]:
    stem = candidate.workspace.stem(name)
    try:
        held = topic.parse(stem or name, data)
        was = topic.parse(stem or name, old) if old is not None else None
    except TopicInvalid as error:
        yield _finding(name, error.message)
        return
    if stem and (was is None or was.made):
        if not held.made or held.front.get("type") != held.type:
            yield _finding(name, "the head lacks name, description, type, created or updated")
        if not (entries.DATE.fullmatch(held.created) and entries.DATE.fullmatch(held.front.get("updated"))):
            yield _finding(name, "the head's dates are no dates")


def _entries(candidate: Candidate) -> Iterator[Finding]:
    """A new entry is what ``render`` writes: one line a statement, no control characters, comments, odd brackets."""
    split = contents.stood(candidate.before, candidate.split)
    for read in (contents.topics, contents.archives):
        before, after = (read(candidate.workspace, files) for files in (candidate.before, candidate.after))
        for one in contents.changed(before, after):
            if one.lines not in split and list(one.lines) != entries.render(one.item.entry):
                yield _finding(one.file, "a new entry is not in the form that dreamd writes", one.item.start + 1)


def _finding(name: str, text: str, line: int = 0) -> Finding:
    return Finding(check="format", severity="blocking", file=name, text=text, line=line)


CHECK = Check(name="format", run=run)
