"""Finds what is proposed for other places in the memories, and carries out what a person, or the settings, agree to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from dreamd import (
    budgets,
    clock,
    denials,
    holding,
    instructions,
    keeping,
    ledger,
    lock,
    log,
    promotion,
    redact,
    slugs,
    state,
)
from dreamd.errors import BudgetExceeded, DreamdError, LockHeld, PolicyViolation
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import contents, relocating, store
from dreamd.memory.layout import COMMON
from dreamd.promotion import Memory, Proposal
from dreamd.records import Change, Operation
from dreamd.workspaces import common

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from dreamd.attempt import Setting
    from dreamd.holding import Held
    from dreamd.memory.layout import Workspace
    from dreamd.memory.relocating import Moved
    from dreamd.paths import Places
    from dreamd.records import Quote


class Taken(NamedTuple):
    """What became of proposals."""

    step: str = ""
    """Empty where all of them stay proposals."""
    changes: tuple[Change, ...] = ()
    refused: tuple[str, ...] = ()
    """Why others stay."""


def look(places: Places, workspaces: Iterable[Workspace], now_ns: int) -> tuple[Proposal, ...]:
    """What is proposed for these workspaces; nothing is written. A memory that cannot be read proposes nothing.

    Raises:
        StoreError: our own state cannot be read.
    """
    memories = []
    with state.database(places.database, look=True) as db:
        for workspace in workspaces:
            try:
                memories.append(_memory(places, workspace, db))
            except DreamdError:
                continue
        if all(item.workspace.name != COMMON for item in memories):
            memories.append(_memory(places, common(places), db))
    found = promotion.proposals(memories, clock.date(now_ns))
    named = {memory.workspace.name: memory for memory in memories}
    return tuple(_judged(named[item.workspace], item, named[COMMON]) for item in found)


def _memory(places: Places, workspace: Workspace, db: sqlite3.Connection) -> Memory:
    return Memory(
        workspace=workspace,
        files=store.read(workspace).bytes,
        own=ledger.statements(db, workspace.name),
        evidence=ledger.all_evidence(db, workspace.name),
        told=instructions.read(workspace.project, places),
        denied=denials.keys(db, workspace.name),
    )


def _judged(memory: Memory, proposal: Proposal, everywhere: Memory) -> Proposal:
    """The proposal, with the reason where it cannot be taken as things are."""
    if proposal.blocked or proposal.kind in {"me", "skill"}:
        return proposal
    try:
        _moved(memory, proposal, frozenset(), budgets.size(everywhere.workspace, everywhere.files))
    except (PolicyViolation, BudgetExceeded) as refused:
        return msgspec.structs.replace(proposal, blocked=_told(refused))
    return proposal


def _moved(memory: Memory, proposal: Proposal, taken: frozenset[str], besides: int) -> Moved:
    """The memory after the proposal; ``besides`` are bytes that every start holds already.

    Raises:
        PolicyViolation: the entry is not there any more, or may not go there.
        BudgetExceeded: it would not fit.
    """
    workspace = memory.workspace
    found = [
        one
        for one in relocating.find(workspace, memory.files, proposal.text, memory.own)
        if (one.file in workspace.people) is (proposal.kind == "demote")
    ]
    if not found:
        raise PolicyViolation("it stands there no more")
    kind = contents.kind(workspace, found[0].file, contents.topics(workspace, memory.files)[found[0].file])
    home = promotion.home(memory, proposal, kind)
    if home is None:
        raise PolicyViolation("no topic has room for it, and the index takes no new one")
    made = relocating.moved(workspace, memory.files, memory.own, taken, found[0], home)
    if proposal.kind != "demote":
        budgets.must_fit(budgets.size(workspace, made.files) + besides, made.file)
    return made


def take(setting: Setting, workspace: Workspace, proposals: Sequence[Proposal], *, unasked: bool = False) -> Taken:
    """Carry proposals for one workspace out, in one step; one for every project takes a step of its own.

    Args:
        setting: ours.
        workspace: the one that they name.
        proposals: what is agreed to; all of them moves, or one alone.
        unasked: by the settings, not by a person; see ``handwork.begun``.

    Raises:
        DreamdError: as ``holding.held`` and ``holding.publish``.
    """
    ready = [item for item in proposals if not item.blocked and item.kind != "skill"]
    refused = tuple(item.blocked or f"a skill is made with: {item.to}" for item in proposals if item not in ready)
    if not ready:
        return Taken(refused=refused)
    besides = budgets.besides(setting.places, workspace)
    try:
        with holding.held(setting, workspace) as this:
            done = _added(this, ready[0]) if ready[0].kind == "me" else _carried(this, ready, besides, unasked=unasked)
    except (PolicyViolation, BudgetExceeded) as error:
        return Taken(refused=(*refused, _told(error)))
    for change in done.changes:
        log.write(
            setting.places.log,
            slugs.MEMORY_PROMOTED,
            setting.now(),
            workspace.name,
            step=done.step,
            message=f"{change.text} (now in {change.topic})",
        )
    return done._replace(refused=(*refused, *done.refused))


def _told(error: DreamdError) -> str:
    return f"{error.message}; {error.fix}" if error.fix else error.message


def _carried(this: Held, proposals: Sequence[Proposal], besides: int, *, unasked: bool) -> Taken:
    """Move entries within their workspace, as many as may go."""
    name = this.workspace.name
    with state.database(this.setting.places.database, look=True) as db:
        evidence = ledger.all_evidence(db, name)
    memory = Memory(this.workspace, this.current.bytes, this.own, evidence, this.told, frozenset())
    taken = frozenset(hazard.name for hazard in this.current.hazards)
    changes, keys, refused = list[Change](), dict[str, None](), list[str]()
    moved: dict[str, tuple[Quote, ...]] = {}
    for proposal in proposals:
        try:
            made = _moved(memory, proposal, taken, besides)
        except (PolicyViolation, BudgetExceeded) as error:
            refused.append(_told(error))
            continue
        memory = msgspec.structs.replace(memory, files=made.files, own=memory.own | frozenset(made.keys))
        key, quotes = made.keys[0], evidence.get(made.keys[0], ())
        topic = this.workspace.stem(made.file) or made.file.removesuffix(".md")
        source = ";".join(dict.fromkeys(quote.ref for quote in quotes))
        changes.append(Change(op="move", file=made.file, topic=topic, text=proposal.text, source=source))
        keys |= dict.fromkeys(made.keys)
        moved[key] = quotes
    if not changes:
        return Taken(refused=tuple(refused))
    word = "demote" if proposals[0].kind == "demote" else "promote"
    summary = redact.redact(f"{word}: {'; '.join(change.text for change in changes)}")[: holding.SUMMARY]
    settlement = Settlement(workspace=name, evidence=moved, keys=tuple(keys))
    work = Work("promote", summary, memory.files, tuple(changes), tuple(moved), settlement)
    return Taken(holding.carry_out(this, work, unasked=unasked), tuple(changes), tuple(refused))


def _added(this: Held, proposal: Proposal) -> Taken:
    """Add to what is true in every project; the projects keep theirs."""
    stem = proposal.to.partition("/")[2].removesuffix(".md")
    to = keeping.home(this.workspace, "user" if stem == keeping.home(this.workspace, "user").stem else "feedback")
    said = tuple(quote for quote in proposal.evidence if quote.role == "human")
    wish = Operation(
        op="add",
        topic=to.stem,
        type=to.type,
        title=to.title,
        description=to.description,
        text=proposal.text,
        evidence=said,
    )
    if refused := this.staged.apply(wish):
        raise PolicyViolation(refused)
    step = holding.publish(this, "promote", f"promote: {proposal.text}", lifted=tuple(this.staged.evidence))
    return Taken(step, this.staged.changes)


def deny(places: Places, proposal: Proposal, now_ns: int) -> None:
    """Never propose it again.

    Raises:
        StoreError: our own state cannot be written.
    """
    denied = denials.rejection(proposal.kind, proposal.text, now_ns)
    with state.database(places.database) as db:
        ledger.settle(db, Settlement(workspace=proposal.workspace, rejected=(denied,)), now_ns)


def after_dream(setting: Setting, workspace: Workspace) -> Taken:
    """Make resident what was said often enough, where the settings let us, in one step.

    A dream is never the worse for it: what goes wrong here is told, and the next dream tries again.
    """
    if setting.config.resident.promote != "auto":
        return Taken()
    try:
        found = look(setting.places, [workspace], setting.now())
        ready = [item for item in found if item.kind == "resident" and not item.blocked]
        if not ready:
            return Taken()
        with lock.held(setting.places.locks, workspace.memory, "dream"):
            return take(setting, workspace, ready, unasked=True)
    except LockHeld:  # whoever is at work here comes to it
        return Taken()
    except DreamdError as error:
        setting.say(f"nothing was promoted: {error.message}")
        return Taken()


def waiting(proposals: Sequence[Proposal], *, auto: bool) -> dict[str, int]:
    """Workspace -> how many proposals on it wait for the person; with ``auto`` dreams take some by themselves."""
    wait = [item for item in proposals if not (auto and item.kind == "resident" and not item.blocked)]
    said = (name for item in wait if item.kind == "me" for name in item.origin.split(", "))
    return Counter([*(item.workspace for item in wait), *said])
