"""How an entry's dates, sources and count follow from the quotes it rests on (memory.md, A topic)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd.records import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreamd.records import Operation, Quote

YOU = "you"
"""Source of what a person typed for dreamd itself; its session is the date."""
SESSION_CHARS = 13
"""References name a session by its first characters."""


def fresh(operation: Operation, today: str) -> Entry:
    """The entry that an ``add`` or ``update`` speaks of; no date is later than ``today``."""
    quotes = in_order(operation.evidence, today)
    return Entry(
        text=operation.text,
        why=operation.why,
        how=operation.how,
        created=date(quotes[0], today),
        updated=date(quotes[-1], today),
        sources=first_and_newest([quote.ref for quote in quotes]),
        seen=len({(quote.source, quote.session) for quote in quotes}),
        unconfirmed=operation.unconfirmed,
    )


def superseding(entry: Entry, old: Entry) -> Entry:
    """The new entry of a rule, whose ``Why`` says what it replaces."""
    void = f"void since {entry.updated}: {old.text}"
    return msgspec.structs.replace(entry, why=f"{entry.why} ({void})" if entry.why else void)


def confirmed(entry: Entry, quotes: Sequence[Quote], today: str, rests: Iterable[Quote] = ()) -> Entry:
    """The entry after sessions that had not said it before say it again; as it was where there are none.

    ``updated`` never goes back. A human said it, so it is no longer unconfirmed.

    Args:
        entry: as it stands; it names three of its sessions at most.
        quotes: who says it now.
        today: no date is later.
        rests: all that it is known to rest on, so that no session is counted twice.
    """
    counted = {(quote.source, quote.session) for quote in rests}
    new = [
        quote
        for quote in in_order(quotes, today)
        if not _counted(entry, quote) and (quote.source, quote.session) not in counted
    ]
    if not new:
        lifts = entry.unconfirmed and any(quote.source == YOU for quote in quotes)  # inferred and confirmed in one day
        return msgspec.structs.replace(entry, unconfirmed=False) if lifts else entry
    earlier = [quote.ref for quote in new if date(quote, today) < entry.created]
    between = [quote.ref for quote in new if entry.created <= date(quote, today) < entry.updated]
    later = [quote.ref for quote in new if date(quote, today) >= max(entry.created, entry.updated)]
    return msgspec.structs.replace(
        entry,
        created=min(entry.created, date(new[0], today)),
        updated=max(entry.updated, date(new[-1], today)),
        sources=first_and_newest([*earlier, *entry.sources[:-1], *between, *entry.sources[-1:], *later]),
        seen=entry.seen + len({(quote.source, quote.session) for quote in new}),
        unconfirmed=False,
    )


def times(entry: Entry, rests: Iterable[Quote]) -> int:
    """How often a person said it: the sessions that are counted, or, where these are more, the turns that are known."""
    turns = {quote.row or (quote.source, quote.session, quote.line) for quote in rests if quote.role == "human"}
    return max(entry.seen, len(turns))


def _counted(entry: Entry, quote: Quote) -> bool:
    session = f"{quote.source}/{quote.session[:SESSION_CHARS]}#"
    return any(source.startswith(session) for source in entry.sources)


def newest(operation: Operation, today: str) -> str:
    """Date of the newest row that speaks for the operation; ``today`` where none does."""
    return max((date(quote, today) for quote in operation.evidence), default=today)


def earlier(operation: Operation, old: Entry, today: str) -> str:
    """Why the entry stands against the operation: it was said later, or typed that very day; empty where it does not.

    Rows tell only their day here, and what a person typed for the memory itself outweighs the other words of that day.
    """
    date = newest(operation, today)
    typed = date == old.updated and f"{YOU}/{date}" in old.sources
    if date < old.updated or (typed and all(quote.source != YOU for quote in operation.evidence)):
        return f"it was said on {date}, before what stands ({old.updated}); the later one stands"
    return ""


def in_order(quotes: Iterable[Quote], today: str) -> list[Quote]:
    """The quotes, oldest first."""
    return sorted(quotes, key=lambda quote: (date(quote, today), quote.source, quote.session, quote.line))


def date(quote: Quote, today: str) -> str:
    """The row's date; ``today`` where it has none, or where its clock ran ahead."""
    return min(quote.date[:10] or today, today)


def first_and_newest(references: Sequence[str]) -> tuple[str, ...]:
    """Of references, oldest first, the first and the two newest, each once."""
    unique = tuple(dict.fromkeys(references))
    return unique if len(unique) <= 3 else (unique[0], *unique[-2:])  # noqa: PLR2004 (one and two)
