"""Keeps what somebody asks to remember, as one step of the history: judged, written, read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from dreamd import clock, contradicting, holding, keeping, ledger, log, purged, redact, slugs, state, workspaces
from dreamd.errors import BudgetExceeded, PolicyViolation
from dreamd.evidence import Attested
from dreamd.keeping import Known, Memory, Refusal
from dreamd.memory import contents, index, sourcing, store, topic
from dreamd.memory.entry import fold
from dreamd.records import Quote, Record

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.holding import Held
    from dreamd.keeping import Wish
    from dreamd.memory.layout import Workspace
    from dreamd.records import Change, Operation, TopicView

TOLD_CHARS = 500
"""Characters of a refused text that the log repeats."""

Outcome: TypeAlias = Literal["saved", "updated", "known", "refused"]


class Saved(Record, frozen=True):
    """What became of it; the fields are the JSON keys of ``remember`` (cli.md)."""

    outcome: Outcome
    reason: str
    """A slug of ``slugs.SAVING``."""
    topic: str = ""
    entry: str = ""
    """The statement as it stands in the memory."""
    message: str = ""
    """The reason in words, with what to do."""
    file: str = ""
    id: str = ""
    """The step; empty where nothing changed."""
    was: str = ""
    """The statement whose place it took."""
    warning: str = ""
    """What the person should hear of the memory that it was written to."""


def typed(text: str, now_ns: int) -> Attested:
    """What a person typed, as what an entry rests on."""
    date = clock.date(now_ns)
    quote = Quote(source=sourcing.YOU, session=date, line=0, quote=text.strip(), role="human", date=date)
    return Attested(quote=quote, time=clock.iso(now_ns), around=text)


def told_by(agent: str, text: str, now_ns: int) -> Attested:
    """What an agent says without the person's words for it; ``agent`` as in ``Caller``."""
    date = clock.date(now_ns)
    quote = Quote(source=agent, session=date, line=0, quote=text.strip(), role="assistant", date=date)
    return Attested(quote=quote, time=clock.iso(now_ns), around=text)


def save(setting: Setting, workspace: Workspace, wish: Wish) -> Saved:
    """Ask the gates and write.

    Raises:
        DreamdError: as ``holding.held`` and ``holding.publish``.
    """
    with holding.held(setting, workspace) as this:
        saved = _saved(this, wish)
    _tell(setting, workspace.name, wish, saved)
    return saved


def _saved(this: Held, wish: Wish) -> Saved:
    memory = Memory(
        workspace=this.workspace,
        everywhere=_everywhere(this),
        views=this.staged.views(),
        index=this.current.bytes.get(this.workspace.index, b""),
        told=this.told,
        rejected=this.rejected,
        gone=purged.finder(purged.read(this.setting.places.purged)),
    )
    judged = keeping.judge(wish, memory)
    if isinstance(judged, Refusal):
        return Saved(outcome="refused", reason=judged.reason, message=judged.message)
    if isinstance(judged, Known):
        against = contradicting.told(this.workspace, memory.views, judged.topic, judged.entry)
        message = slugs.SAVING["known"]
        return Saved(
            outcome="known", reason="known", topic=judged.topic, entry=judged.entry, message=message, warning=against
        )
    if refusal := this.staged.apply(judged):
        return Saved(outcome="refused", reason="not_taken", message=refusal)
    try:
        return _written(this, judged)
    except PolicyViolation as refused:
        return Saved(outcome="refused", reason="checks", message=refused.message)
    except BudgetExceeded as full:
        return Saved(outcome="refused", reason="full", message=f"{full.message}: {full.fix}")


def _everywhere(this: Held) -> tuple[TopicView, ...]:
    """The topics of what is true in every project; none for that memory itself."""
    own = workspaces.common(this.setting.places)
    if this.workspace.name == own.name or not own.root.is_dir():
        return ()
    with state.database(this.setting.places.database, look=True) as db:
        ours = ledger.statements(db, own.name)
    return tuple(topic.view(held, ours) for held in contents.topics(own, store.read(own).bytes).values())


def _written(this: Held, operation: Operation) -> Saved:
    """Publish; what was taken back before may be learned again, since it was said anew."""
    (change,) = this.staged.changes
    again = (item.key for item in this.rejected if fold(item.text) == fold(change.text))
    lifted, said = (*this.staged.evidence, *again), (change.text,)
    step = holding.publish(this, "remember", f"remember: {change.text}", lifted=lifted, said=said)
    return Saved(
        outcome="saved" if change.op == "add" else "updated",
        reason="unconfirmed" if operation.unconfirmed else "saved",
        topic=change.topic,
        entry=change.text,
        message=slugs.SAVING["unconfirmed"] if operation.unconfirmed else "",
        file=change.file,
        id=step,
        was=change.was,
        warning=_warning(this, change),
    )


def _warning(this: Held, change: Change) -> str:
    """What it contradicts, and that the index is nearly full."""
    against = contradicting.told(this.workspace, this.staged.views(), change.topic, change.text)
    data = this.staged.finish().get(this.workspace.index, b"")
    gate, (lines, chars) = index.gate(data), index.size(data)
    size = f"MEMORY.md has {lines} lines and {chars} characters; agents cut it at 200 and 25,000"
    full = "" if gate == "open" else f"{size}. Tidy it with: dreamd govern"
    return ". ".join(filter(None, (against, full)))


def refuse(setting: Setting, workspace: str, wish: Wish, refusal: Refusal) -> Saved:
    """Keep nothing, and leave in the log why."""
    saved = Saved(outcome="refused", reason=refusal.reason, message=refusal.message)
    _tell(setting, workspace, wish, saved)
    return saved


def _tell(setting: Setting, workspace: str, wish: Wish, saved: Saved) -> None:
    """Leave it in the log. What holds a secret is not repeated there, for whatever else it was refused."""
    if saved.outcome == "known":
        return
    name = slugs.ENTRY_REFUSED if saved.outcome == "refused" else slugs.MEMORY_ADDED
    secret = any(
        found and found.reason == "secret" for found in map(keeping.unfit, (wish.text, keeping.bare(wish.text)))
    )
    text = saved.entry or ("" if secret else redact.redact(wish.text)[:TOLD_CHARS])
    fields = msgspec.to_builtins(saved) | {"text": text, "op": "update" if saved.was else "add"}
    source = wish.heard[0].quote.ref if wish.heard else ""
    log.write(setting.places.log, name, setting.now(), workspace, source=source, **fields)
