"""What stands after everything was said: the later statement wins, the repeated one confirms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dreamd import figures
from dreamd.engines.embedded.same import contradicts, says_same
from dreamd.records import Quote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dreamd.engines.embedded.passages import Passage
    from dreamd.records import Entry, EntryType, TopicView, Turn

NEWEST = 3
"""An entry names this many sources at most, so with that many an earlier session may have been counted unseen."""


@dataclass(slots=True)
class Statement:
    """Something to remember, while it is weighed against what else was said."""

    text: str
    kind: EntryType
    time: str
    evidence: tuple[Quote, ...]
    asked: str
    again: list[tuple[Quote, ...]] = field(default_factory=list)
    """Evidence of the later sessions that said the same."""
    voids: str = ""
    """What it replaces, said earlier in the same dream."""


@dataclass(frozen=True, slots=True)
class Known:
    """An entry of the memory, with its topic."""

    topic: TopicView
    entry: Entry
    foreign: bool


def statement(passage: Passage, kind: EntryType, today: str) -> Statement:
    """A passage with its evidence; ``today`` dates a row without a time."""
    date = passage.turn.time[:10] or today
    quotes = tuple(_quote(passage.turn, quote, date) for quote in passage.quotes)
    return Statement(passage.text, kind, passage.turn.time, quotes, passage.asked)


def settled(statements: Iterable[Statement]) -> list[Statement]:
    """What stands at the end of the dream, in the order in which it was said."""
    standing: list[Statement] = []
    for new in sorted(statements, key=lambda each: (each.time, each.evidence[0].session, each.evidence[0].line)):
        twin = next((old for old in standing if new.text == old.text or says_same(new.text, old.text)), None)
        if twin:
            _again(twin, new)
            continue
        void = next((old for old in standing if contradicts(new.text, old.text)), None)
        if void:
            standing.remove(void)
            new.voids = void.text
        standing.append(new)
    return standing


def known(memory: Iterable[TopicView]) -> list[Known]:
    """Every entry of the memory."""
    return [
        Known(topic, entry, foreign)
        for topic in memory
        for entry, foreign in zip(topic.entries, topic.foreign or (False,) * len(topic.entries), strict=False)
    ]


def counted(entry: Entry, quote: Quote) -> bool:
    """Whether the entry already rests on the quote's session, or may do so without naming it."""
    mark = quote.ref.partition("#")[0] + "#"
    return any(source.startswith(mark) for source in entry.sources) or (
        len(entry.sources) >= NEWEST and quote.date <= entry.updated
    )


def goes_on(entry: Entry, quote: Quote) -> bool:
    """Whether the session that said the entry last says it once more, further down."""
    name, _, line = (entry.sources[-1] if entry.sources else "").rpartition("#L")
    said = figures.whole(line)
    return quote.ref.startswith(f"{name}#L") and said is not None and quote.line > said


def stands_against(entry: Entry, quote: Quote) -> bool:
    """Whether what the entry says was said after the quote: by date, within one session by line."""
    mark, _, line = quote.ref.rpartition("#L")
    lines = [figures.whole(at) for source in entry.sources for name, _, at in [source.rpartition("#L")] if name == mark]
    if any(at is not None and at > int(line) for at in lines):
        return True
    return quote.date < entry.updated


def _again(old: Statement, new: Statement) -> None:
    """Count the session that says it again, once; its other turns go with the first, since they are repeated too."""
    session, line = new.evidence[0].session, new.evidence[0].line
    for at, quotes in enumerate((old.evidence, *old.again)):
        if quotes[0].session != session:
            continue
        if line in {quote.line for quote in quotes}:
            return
        if at:
            old.again[at - 1] = (*quotes, *new.evidence)
        else:
            old.evidence = (*quotes, *new.evidence)
        return
    old.again.append(new.evidence)


def _quote(turn: Turn, quote: str, date: str) -> Quote:
    return Quote(
        source=turn.source, session=turn.session, line=turn.line, quote=quote, role=turn.role, date=date, row=turn.row
    )
