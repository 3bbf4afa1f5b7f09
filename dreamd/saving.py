"""Keeps what somebody asks to remember, as one step of the history: judged, written, read back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import msgspec

from dreamd import (
    checks,
    clock,
    handwork,
    instructions,
    keeping,
    ledger,
    lock,
    log,
    recovery,
    registry,
    slugs,
    state,
    steps,
)
from dreamd.checks import Candidate, Check
from dreamd.errors import StoreError
from dreamd.evidence import Attested
from dreamd.handwork import Work
from dreamd.keeping import Known, Memory, Refusal
from dreamd.ledger import Settlement
from dreamd.memory import edits, index, sourcing, store
from dreamd.memory.entry import fold
from dreamd.memory.store import Snapshot
from dreamd.records import Quote, Record

if TYPE_CHECKING:
    from dreamd.attempt import Setting
    from dreamd.keeping import Wish
    from dreamd.memory.history import Repository
    from dreamd.memory.layout import Workspace
    from dreamd.records import Change, Operation

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


class Held(Record, frozen=True):
    """The memory and what is known of it, read under the ``write`` lock."""

    current: Snapshot
    own: frozenset[str]
    rests: dict[str, tuple[Quote, ...]]
    rejected: tuple[ledger.Rejection, ...]
    told: frozenset[str]


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
    """Ask the gates and write; all under the ``write`` lock, so that of two who ask at once each sees the other's.

    A dream that is under way merges what it made with this when it is published.

    Raises:
        LockHeld: another process has been writing for ten seconds.
        StoreError: something could not be read or written. Past the decision the next command completes the step.
        ConfigError: git is missing.
    """
    places = setting.places
    repository = steps.repository(places, workspace, setting.search)
    with lock.held(places.locks, workspace.memory, "write"):
        for line in recovery.recover_writes(places, workspace, setting.search, setting.now()):
            setting.say(line)
        saved = _saved(setting, workspace, repository, wish, _held(setting, workspace))
    _tell(setting, workspace, wish, saved)
    return saved


def _held(setting: Setting, workspace: Workspace) -> Held:
    with state.database(setting.places.database, look=True) as db:
        own = ledger.statements(db, workspace.name)
        rests = ledger.all_evidence(db, workspace.name)
        rejected = ledger.rejections(db, workspace.name)
    told = instructions.read(workspace.project, setting.places)
    return Held(current=store.read(workspace), own=own, rests=rests, rejected=rejected, told=told)


def _saved(setting: Setting, workspace: Workspace, repository: Repository, wish: Wish, held: Held) -> Saved:
    staged = edits.Staged(
        workspace,
        held.current.bytes,
        held.own,
        clock.date(setting.now()),
        frozenset(hazard.name for hazard in held.current.hazards),
        held.rests,
        told=held.told,
        by_hand=True,
    )
    memory = Memory(
        workspace=workspace,
        views=staged.views(),
        index=held.current.bytes.get(workspace.index, b""),
        told=held.told,
        rejected=held.rejected,
    )
    judged = keeping.judge(wish, memory)
    if isinstance(judged, Refusal):
        return Saved(outcome="refused", reason=judged.reason, message=judged.message)
    if isinstance(judged, Known):
        message = slugs.SAVING["known"]
        return Saved(outcome="known", reason="known", topic=judged.topic, entry=judged.entry, message=message)
    if refusal := staged.apply(judged):
        return Saved(outcome="refused", reason="not_taken", message=refusal)
    return _written(setting, workspace, repository, judged, (held, staged))


def _written(
    setting: Setting,
    workspace: Workspace,
    repository: Repository,
    operation: Operation,
    staging: tuple[Held, edits.Staged],
) -> Saved:
    held, staged = staging
    after, (change,) = staged.finish(), staged.changes
    candidate = Candidate(workspace, held.current.bytes, after, held.own, staged.evidence, by_hand=True)
    shelf = cast("list[Check]", registry.entries(checks, "CHECK"))
    blocking = [found for check in shelf for found in check.run(candidate) if found.severity == "blocking"]
    if blocking:
        return Saved(outcome="refused", reason="checks", message=f"{blocking[0].file}: {blocking[0].text}")
    work = Work(
        kind="remember",
        summary=f"remember: {change.text}"[:120],
        files=after,
        changes=staged.changes,
        keys=tuple(staged.evidence),
        settlement=_settlement(workspace, staged, held, change),
    )
    attempt = handwork.begun(setting, workspace, repository)
    handwork.carry_out(attempt, held.current, work)
    _read_back(workspace, change)
    unconfirmed = operation.unconfirmed
    return Saved(
        outcome="saved" if change.op == "add" else "updated",
        reason="unconfirmed" if unconfirmed else "saved",
        topic=change.topic,
        entry=change.text,
        message=slugs.SAVING["unconfirmed"] if unconfirmed else "",
        file=change.file,
        id=attempt.note.dream_id,
        was=change.was,
        warning=_warning(after.get(workspace.index, b"")),
    )


def _settlement(workspace: Workspace, staged: edits.Staged, held: Held, change: Change) -> Settlement:
    """What was taken back before may be learned again: it was said anew."""
    lifted = (item.key for item in held.rejected if fold(item.text) == fold(change.text))
    return Settlement(
        workspace=workspace.name,
        evidence=staged.evidence,
        keys=staged.keys(),
        lifted=tuple(dict.fromkeys((*staged.evidence, *lifted))),
    )


def _read_back(workspace: Workspace, change: Change) -> None:
    """See that it stands where it was written.

    Raises:
        StoreError: it does not.
    """
    data = store.read(workspace).bytes.get(change.file, b"")
    if f"- {change.text}" not in data.decode(errors="replace"):
        raise StoreError(
            f"{store.place(workspace, change.file)} was changed at the same moment and does not say it",
            "Look at the file, then try again.",
        )


def _warning(data: bytes) -> str:
    gate, (lines, chars) = index.gate(data), index.size(data)
    size = f"MEMORY.md has {lines} lines and {chars} characters; agents cut it at 200 and 25,000"
    return "" if gate == "open" else f"{size}. Tidy it with: dreamd govern"


def _tell(setting: Setting, workspace: Workspace, wish: Wish, saved: Saved) -> None:
    """Leave it in the log. What holds a secret is not repeated there."""
    if saved.outcome == "known":
        return
    name = slugs.ENTRY_REFUSED if saved.outcome == "refused" else slugs.MEMORY_ADDED
    text = saved.entry or ("" if saved.reason == "secret" else wish.text[:500])
    fields = msgspec.to_builtins(saved) | {"text": text, "op": "update" if saved.was else "add"}
    source = wish.heard[0].quote.ref
    log.write(setting.places.log, name, setting.now(), workspace.name, source=source, **fields)
