"""Confirms, denies or forgets the one entry that a person names, as one step of the history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from dreamd import clock, holding, keeping, ledger, log, redact, slugs, state, vouching
from dreamd.errors import BudgetExceeded, PolicyViolation
from dreamd.memory import contents, sourcing
from dreamd.memory.meant import meant
from dreamd.memory.topic import own
from dreamd.records import Operation, Quote, Record

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.holding import Held
    from dreamd.memory.contents import Placed
    from dreamd.memory.layout import Workspace
    from dreamd.records import Entry

Outcome: TypeAlias = Literal["confirmed", "archived", "purged", "known", "refused"]


class Named(Record, frozen=True):
    """One entry that was meant or might be."""

    topic: str
    text: str
    file: str
    workspace: str = ""
    """Named by a purge, which reaches into all of them."""


class Revised(Record, frozen=True):
    """What became of it; the fields are the JSON keys of ``confirm`` and ``forget`` (cli.md)."""

    outcome: Outcome
    reason: str
    """A slug of ``slugs.SAVING``."""
    entries: tuple[Named, ...] = ()
    """The entry as it stands now (or stood); with reason ``several`` all that hold the words."""
    message: str = ""
    id: str = ""
    """The step; empty where nothing changed."""
    left: tuple[str, ...] = ()
    """Of a purge: files of others that still hold the words."""


def refusal(reason: str, entries: tuple[Named, ...] = (), message: str = "") -> Revised:
    """Nothing changed, for that reason."""
    return Revised(outcome="refused", reason=reason, entries=entries, message=message or slugs.SAVING[reason])


def confirm(setting: Setting, workspace: Workspace, query: str) -> Revised:
    """Lift ``[unconfirmed]`` of the entry that holds the words; what is the person's or a rule becomes resident.

    Of an entry that dreamd did not write no byte changes; that a person stands by it is kept in our state, as a step.

    Raises:
        DreamdError: as ``holding.held`` and ``holding.publish``.
    """
    with holding.held(setting, workspace) as this:
        found = _matching(this, query)
        doubtful = [one for one in found if one.item.entry.unconfirmed] or found
        if len(doubtful) != 1:
            return _unclear(workspace, doubtful)
        revised = _confirmed(this, doubtful[0])
    _tell(setting, workspace, slugs.MEMORY_CONFIRMED, revised)
    return revised


def archive(setting: Setting, workspace: Workspace, query: str, reason: str) -> Revised:
    """Move the entry that holds the words to the archive, with the reason; it is not learned again from its rows.

    Raises:
        DreamdError: as ``holding.held`` and ``holding.publish``.
    """
    with holding.held(setting, workspace) as this:
        found = _matching(this, query)
        if len(found) != 1:
            return _unclear(workspace, found)
        revised = _archived(this, found[0], reason)
    _tell(setting, workspace, slugs.MEMORY_FORGOTTEN, revised)
    return revised


def _matching(this: Held, query: str) -> list[Placed]:
    placed = contents.placed(contents.topics(this.workspace, this.current.bytes))
    return [placed[at] for at in meant([one.item.entry.text for one in placed], query)]


def _named(workspace: Workspace, one: Placed) -> Named:
    return Named(topic=_stem(workspace, one.file), text=redact.redact(one.item.entry.text), file=one.file)


def _stem(workspace: Workspace, file: str) -> str:
    return workspace.stem(file) or file.removesuffix(".md")


def _unclear(workspace: Workspace, found: list[Placed]) -> Revised:
    return refusal("several" if found else "no_entry", tuple(_named(workspace, one) for one in found))


def _quote(entry: Entry, now_ns: int) -> Quote:
    """That a person, shown the entry, stood by it (or did not)."""
    date = clock.date(now_ns)
    return Quote(source=sourcing.YOU, session=date, line=0, quote=entry.text, role="human", date=date)


def _confirmed(this: Held, one: Placed) -> Revised:
    workspace, entry, named = this.workspace, one.item.entry, (_named(this.workspace, one),)
    quote = _quote(entry, this.setting.now())
    if not own(one.item, this.own):
        with state.database(this.setting.places.database, look=True) as db:
            held = ledger.evidence(db, workspace.name, one.key)
        if any((item.source, item.date) == (sourcing.YOU, quote.date) for item in held):
            return Revised(outcome="known", reason="known", entries=named)
        step = vouching.vouch(this, one, named[0].topic, quote)
        return Revised(outcome="confirmed", reason="confirmed", entries=named, id=step)
    if not entry.unconfirmed and (entry.updated or entry.created) == quote.date:
        return Revised(outcome="known", reason="known", entries=named, message=slugs.SAVING["known"])
    operation = keeping.confirmation(workspace, named[0].topic, entry.text, (quote,))
    if refused := this.staged.apply(operation):
        return refusal("not_taken", named, refused)
    try:
        step = holding.publish(this, "remember", f"confirm: {entry.text}", lifted=(one.key,))
    except PolicyViolation as forbidden:
        return refusal("checks", named, forbidden.message)
    except BudgetExceeded as full:
        return refusal("full", named, f"{full.message}: {full.fix}")
    (change,) = this.staged.changes
    now = Named(topic=change.topic, text=change.text, file=change.file)
    return Revised(outcome="confirmed", reason="confirmed", entries=(now,), id=step)


def _archived(this: Held, one: Placed, reason: str) -> Revised:
    workspace, entry, named = this.workspace, one.item.entry, (_named(this.workspace, one),)
    now = this.setting.now()
    operation = Operation(
        op="retire", topic=named[0].topic, entry=entry.text, reason=reason, evidence=(_quote(entry, now),)
    )
    if refused := this.staged.apply(operation):
        return refusal("not_taken", named, refused)
    with state.database(this.setting.places.database, look=True) as db:
        rejected = ledger.rejection(db, workspace.name, one.key, entry.text, now)
    try:
        step = holding.publish(this, "remember", f"forget: {entry.text}", rejected=rejected, named=frozenset({one.key}))
    except PolicyViolation as forbidden:
        return refusal("checks", named, forbidden.message)
    return Revised(outcome="archived", reason="archived", entries=named, id=step)


def _tell(setting: Setting, workspace: Workspace, event: str, revised: Revised) -> None:
    if revised.outcome not in {"confirmed", "archived"}:
        return
    (entry,) = revised.entries
    log.write(
        setting.places.log,
        event,
        setting.now(),
        workspace.name,
        step=revised.id,
        topic=entry.topic,
        text=entry.text,
        reason=revised.reason,
    )
