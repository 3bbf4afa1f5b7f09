"""What dreamd did not write is still there, word for word and in order."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from dreamd.checks import Check
from dreamd.memory import contents, index, topic
from dreamd.memory import entry as entries
from dreamd.memory.layout import IDENTITY
from dreamd.records import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.checks import Candidate
    from dreamd.memory.entry import Item
    from dreamd.memory.topic import Topic


def run(candidate: Candidate) -> Iterator[Finding]:
    """Look at every file that stood before and differs or is gone."""
    for name, data in sorted(candidate.before.items()):
        if candidate.after.get(name) == data or name == candidate.split:  # that is for the check ``splitting``
            continue
        kept = _kept(candidate, name)
        if kept is None:
            yield _finding(name, "dreamd did not write this file, and it would change")
            continue
        missing = _first_missing(kept, _lines(candidate.after.get(name, b"")))
        if missing is not None:
            line = _lines(data).index(missing) + 1
            yield _finding(name, "a line that dreamd did not write would change, move or go", line)


def _kept(candidate: Candidate, name: str) -> list[str] | None:
    """The lines of a file that must still be there, in order; ``None`` where the file must be as it was."""
    workspace, lines = candidate.workspace, _lines(candidate.before[name])
    if name == workspace.index:
        return [line for line in lines if index.key(line) not in candidate.own]
    if name in contents.archives(workspace, {name: candidate.before[name]}):
        return lines
    held = contents.topics(workspace, {name: candidate.before[name]}).get(name)
    after = contents.topics(workspace, {name: candidate.after.get(name, b"")}).get(name)
    if held is None or after is None or name == IDENTITY or not _may_change(candidate, held, after):
        return None
    renamed = topic.headed(held, candidate.own) and bool(topic.head(after))
    free = topic.head(held) if renamed else ()
    return _foreign(candidate, held, free, gone=name not in candidate.after)


def _may_change(candidate: Candidate, held: Topic, after: Topic) -> bool:
    """Whether the file is ours; others and people's files, where they hold entries of ours, may not grow."""
    ours = any(_free(candidate, item) for item in held.items)
    people = f"{held.name}.md" in candidate.workspace.people
    free = candidate.by_hand if people else topic.writable(held, candidate.own)
    return free or (ours and len(after.items) <= len(held.items))


def _free(candidate: Candidate, item: Item) -> bool:
    """Whether the entry is ours, or one that the person named."""
    return topic.own(item, candidate.own) or entries.key(item.entry) in candidate.named


def _foreign(candidate: Candidate, held: Topic, free: tuple[int, ...], *, gone: bool) -> list[str]:
    """The lines outside our entries and those that are ``free``. The head's date moves; what is all ours goes."""
    ours = [item for item in held.items if _free(candidate, item)]
    if gone and topic.bare(functools.reduce(topic.remove, (entries.key(item.entry) for item in ours), held)):
        return []
    mine = {at for item in ours for at in range(item.start, item.stop)} | set(free)
    if held.made:
        mine |= {at for at in range(held.front.stop) if held.lines[at].startswith("updated:")}
    return [line.rstrip("\r\n") for at, line in enumerate(held.lines) if at not in mine]


def _first_missing(lines: list[str], after: list[str]) -> str | None:
    """The first of the lines that does not stand in ``after`` behind those before it."""
    rest = iter(after)
    return next((line for line in lines if line not in rest), None)


def _lines(data: bytes) -> list[str]:
    text = index.text_of(data)
    return [line.rstrip("\r") for line in text.removesuffix("\n").split("\n")] if text else []


def _finding(name: str, text: str, line: int = 0) -> Finding:
    return Finding(check="foreign", severity="blocking", file=name, text=text, line=line)


CHECK = Check(name="foreign", run=run)
