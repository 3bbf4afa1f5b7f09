"""Carries out what a person chose to do about faults of a memory, as one step of the history, and reads it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import clock, governed, governing, handwork, holding, ledger, log, slugs, state
from dreamd.errors import PolicyViolation, StoreError
from dreamd.handwork import Work
from dreamd.ledger import Settlement
from dreamd.memory import entry as entries
from dreamd.memory import sourcing, store
from dreamd.memory.cleaning import Cleaning
from dreamd.records import Quote, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.attempt import Setting
    from dreamd.faults import Edit, Fault, Way
    from dreamd.holding import Held
    from dreamd.memory.cleaning import Cleaned
    from dreamd.memory.layout import Workspace

REJECTING = frozenset({"conflicts", "security"})
"""Checks of which what is archived must not be learned again from the same rows."""


class Done(Record, frozen=True):
    """What became of a person's choice."""

    id: str
    """The step; empty where no file changed."""
    applied: tuple[str, ...] = ()
    """Ids of the faults that are done with."""
    unknown: tuple[str, ...] = ()
    """Ids of which there is no fault now."""
    undecided: tuple[str, ...] = ()
    """Ids of faults for which the person has to name a way, or of which only a hand can take care."""
    refused: str = ""
    """Why nothing of it was done."""
    ways: dict[str, tuple[str, ...]] = {}
    """Id of an undecided fault -> what its ways are called."""
    left: int = 0
    """Faults that the memory has after it."""


def apply(setting: Setting, workspace: Workspace, chosen: Mapping[str, str], *, every: bool = False) -> Done:
    """Do what was chosen about the faults as they are now.

    Args:
        setting: of this invocation.
        workspace: whose memory.
        chosen: id of a fault -> name of one of its ways; empty for its proposal, where that is decided.
        every: also every fault with a decided proposal.

    Raises:
        DreamdError: as ``holding.held`` and ``handwork.carry_out``; or what was written does not stand there.
    """
    with holding.held(setting, workspace) as this:
        found = governing.findings(setting.places, workspace, setting.search, setting.now())
        wanted = dict.fromkeys((item.id for item in found if item.decided), "") if every else {}
        wanted |= chosen
        known = {item.id: item for item in found}
        picked = {name: _way(known[name], way) for name, way in wanted.items() if name in known}
        ways = [(known[name], way) for name, way in picked.items() if way is not None]
        unknown = tuple(name for name in wanted if name not in known)
        undecided = tuple(name for name, way in picked.items() if way is None)
        open_ways = {name: tuple(way.name for way in known[name].ways) for name in undecided}
        try:
            step, waiting = _carried_out(this, ways) if ways else ("", ())
        except PolicyViolation as forbidden:
            return Done(id="", unknown=unknown, undecided=undecided, refused=forbidden.message, ways=open_ways)
        ways = [(fault, way) for fault, way in ways if not any(edit in waiting for edit in way.edits)]
        _settle(setting, workspace, ways)
    applied = tuple(fault.id for fault, _ in ways)
    if applied:
        told = [f"{fault.check}: {way.name}" for fault, way in ways]
        log.write(setting.places.log, slugs.MEMORY_CLEANED, setting.now(), workspace.name, step=step, done=told)
        found = governing.look(setting.places, workspace, setting.search, setting.now())
    left = len(found) if applied else 0
    return Done(id=step, applied=applied, unknown=unknown, undecided=undecided, ways=open_ways, left=left)


def _way(fault: Fault, name: str) -> Way | None:
    if name:
        return next((way for way in fault.ways if way.name == name), None)
    return fault.ways[0] if fault.decided else None


def _carried_out(this: Held, ways: list[tuple[Fault, Way]]) -> tuple[str, tuple[Edit, ...]]:
    """Make the changes; the step's id, or nothing where no file changes, and what has to wait for the next time."""
    workspace, setting = this.workspace, this.setting
    taken = frozenset(hazard.name for hazard in this.current.hazards)
    cleaning = Cleaning(workspace, this.current.bytes, this.own, clock.date(setting.now()), taken)
    cleaning.apply(edit for _, way in ways for edit in way.edits)
    made = cleaning.result()
    settlement = _settlement(this, made, ways)
    if made.files == this.current.bytes:
        if made.confirmed:
            with state.database(setting.places.database) as db:
                ledger.settle(db, settlement, setting.now())
        return "", made.waiting
    count = len(ways)
    summary = f"govern: {count} {'fault' if count == 1 else 'faults'} cleaned"
    keys = (*settlement.evidence, *(entries.key(gone) for gone in made.gone))
    work = Work("govern", summary, made.files, made.changes, keys, settlement)
    attempt = handwork.begun(setting, workspace, this.repository)
    handwork.carry_out(attempt, this.current, work)
    _read_back(this, made, attempt.note.dream_id)
    return attempt.note.dream_id, made.waiting


def _settlement(this: Held, made: Cleaned, ways: list[tuple[Fault, Way]]) -> Settlement:
    """What a person stands by rests on their word; what they decided against is not learned again from its rows."""
    now, name = this.setting.now(), this.workspace.name
    date = clock.date(now)
    evidence: dict[str, tuple[Quote, ...]] = {
        entries.key(one): (Quote(source=sourcing.YOU, session=date, line=0, quote=one.text, role="human", date=date),)
        for one in made.confirmed
    }
    meant = any(fault.check in REJECTING for fault, _ in ways)
    lines = {place.text for fault, _ in ways if fault.check in REJECTING for place in fault.places}
    against = [gone for gone in made.gone if meant and any(gone.text in line for line in lines)]
    with state.database(this.setting.places.database, look=True) as db:
        evidence |= {new: ledger.evidence(db, name, old) for new, old in made.reworded.items()}
        rejected = tuple(
            item for gone in against for item in ledger.rejection(db, name, entries.key(gone), gone.text, now)
        )
    return Settlement(workspace=name, evidence=evidence, keys=made.keys, rejected=rejected)


def _settle(setting: Setting, workspace: Workspace, ways: list[tuple[Fault, Way]]) -> None:
    """Remember which faults a person said are none."""
    settled = [fault.id for fault, way in ways if not way.edits]
    if settled:
        known = governed.read(setting.places, workspace.name)
        whole = tuple(dict.fromkeys((*known.settled, *settled)))
        governed.write(setting.places, workspace.name, msgspec.structs.replace(known, settled=whole))


def _read_back(this: Held, made: Cleaned, step: str) -> None:
    """See that every file is as it was to be.

    Raises:
        StoreError: one is not; it names the step.
    """
    now = store.read(this.workspace).bytes
    changed = {
        name for name in {*made.files, *this.current.bytes} if made.files.get(name) != this.current.bytes.get(name)
    }
    for name in sorted(changed):
        if now.get(name) != made.files.get(name):
            place = store.place(this.workspace, name)
            fix = f"The cleaning is made; take it back with: dreamd undo {step}"
            raise StoreError(f"{place} was changed at the same moment; look whether it is right", fix)
