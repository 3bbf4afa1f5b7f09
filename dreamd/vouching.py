"""A person stands by what others wrote: a step that changes no file, and the taking back of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import handwork, ledger, redact, state
from dreamd.handwork import Work
from dreamd.holding import SUMMARY
from dreamd.ledger import Settlement
from dreamd.memory import history, sourcing
from dreamd.records import Change, Quote

if TYPE_CHECKING:
    import sqlite3

    from dreamd.attempt import Setting
    from dreamd.holding import Held
    from dreamd.memory.contents import Placed
    from dreamd.memory.history import Recorded
    from dreamd.memory.layout import Workspace
    from dreamd.memory.plumbing import Repository


def vouch(this: Held, one: Placed, topic: str, quote: Quote) -> str:
    """Keep that the person stands by the entry, as a step of the history; returns its id.

    Raises:
        LockHeld: another program consolidates here now.
        StoreError: as ``handwork.carry_out``.
    """
    text = redact.redact(one.item.entry.text)
    change = Change(op="confirm", file=one.file, topic=topic, text=text, source=quote.ref)
    settlement = Settlement(workspace=this.workspace.name, evidence={one.key: (quote,)})
    summary = f"confirm: {text}"[:SUMMARY]
    attempt = handwork.begun(this.setting, this.workspace, this.repository)
    handwork.carry_out(
        attempt, this.current, Work("remember", summary, this.current.bytes, (change,), (one.key,), settlement)
    )
    return attempt.note.dream_id


def reversal(
    setting: Setting, workspace: Workspace, repository: Repository, recorded: Recorded
) -> tuple[tuple[Change, ...], Settlement]:
    """What takes back such a step, or the undo of one: how it is told, and what it leaves in our state.

    Nothing where the step is another one, or is taken back.

    Raises:
        StoreError: the history or our own state cannot be read.
    """
    nothing, step = Settlement(workspace=workspace.name), recorded.step
    if len(step.changes) != 1 or not step.keys or step.kind not in {"remember", "undo"}:
        return (), nothing
    (change,), key = step.changes, step.keys[0]
    source, _, date = change.source.partition("/")
    if source != sourcing.YOU or history.read(repository, recorded.before) != history.read(repository, recorded.commit):
        return (), nothing
    with state.database(setting.places.database, look=True) as db:
        held = _held(db, workspace.name, key, date)
    told = Change(op="edit", file=change.file, topic=change.topic, text=change.text, source=change.source)
    if change.op == "confirm":
        return ((told,), Settlement(workspace=workspace.name, withdrawn={key: held})) if held else ((), nothing)
    quote = Quote(source=source, session=date, line=0, quote=change.text, role="human", date=date)
    given = Change(op="confirm", file=change.file, topic=change.topic, text=change.text, source=change.source)
    return ((), nothing) if held else ((given,), Settlement(workspace=workspace.name, evidence={key: (quote,)}))


def _held(db: sqlite3.Connection, workspace: str, key: str, date: str) -> tuple[Quote, ...]:
    """The person's word of that day for the entry."""
    return tuple(
        quote
        for quote in ledger.evidence(db, workspace, key)
        if (quote.source, quote.session, quote.line) == (sourcing.YOU, date, 0)
    )
