"""Shows faults of a memory to people, asks what to do about each, and says what was done."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
import msgspec

from dreamd import cleanup, governance, governing, redact, registry, terminal
from dreamd.commands import setting
from dreamd.faults import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dreamd.cleanup import Done
    from dreamd.commands import Asked
    from dreamd.faults import Fault
    from dreamd.memory.layout import Workspace

HEADINGS = {"blocking": "Grave", "warning": "To mend", "note": "To look at"}
LINES = 6
"""Lines of one place that are shown."""
SKIP, STOP = "s", "q"
EVERY = "!"
"""Behind an answer: the same for all of the kind that are left."""


def split(text: str) -> tuple[str, str]:
    """An id and the way that stands behind it, if any: ``3f2a:archive``."""
    name, _, way = text.partition(":")
    return name, way


def titles() -> dict[str, str]:
    """Name of each check -> what it is called."""
    shelf = registry.entries(governance, "CHECK")
    return {check.name: check.title for check in shelf if isinstance(check, governance.Check)}


def document(workspace: Workspace, fault: Fault) -> dict[str, object]:
    """A fault as scripts see it; no secret of the memory stands in it."""
    fields = redact.values(msgspec.to_builtins(fault))
    return {"workspace": workspace.name, **fields, "id": fault.id}


def report(asked: Asked, found: Sequence[tuple[Workspace, Fault]]) -> None:
    """Print all of them; nothing is asked."""
    if asked.json:
        terminal.document({"findings": [document(workspace, fault) for workspace, fault in found]})
        return
    for severity in GRAVITY:
        mine = [item for item in found if item[1].severity == severity]
        if mine:
            terminal.say(f"{HEADINGS[severity]} ({len(mine)})", bold=True)
        for workspace, fault in mine:
            for line in shown(workspace, fault):
                terminal.say(line)
            if fault.ways and not fault.decided:
                terminal.say(f"      --apply {' | '.join(f'{fault.id}:{way.name}' for way in fault.ways)}", dim=True)
    if not found and not asked.quiet:
        terminal.say("Nothing rots here.")
    elif found and not asked.quiet:
        terminal.say(
            "Nothing was changed. At a terminal dreamd govern asks about each; --apply ID does what is proposed."
        )


def shown(workspace: Workspace, fault: Fault) -> Iterator[str]:
    """The lines that tell people of a fault."""
    line = f":{fault.line}" if fault.line else ""
    yield f"  {fault.id}  {workspace.name}  {fault.file}{line}: {redact.redact(fault.text)}"
    for at in fault.places:
        said = " ".join(filter(None, (at.date, ", ".join(at.sources))))
        yield f"      {at.file}:{at.line}{f'  ({said})' if said else ''}"
        lines = redact.redact(at.text).split("\n")
        yield from (f"      | {text}" for text in lines[:LINES])
        if len(lines) > LINES:
            yield f"      | ... {len(lines) - LINES} more lines"
    if fault.proposal:
        yield f"      {redact.redact(fault.proposal)}"


def ask(asked: Asked, workspace: Workspace) -> None:
    """Show one fault after the other and do at once what the person answers, to one or to all like it."""
    left = list(governing.look(asked.places, workspace, asked.search, asked.now_ns))
    if not left:
        terminal.say(f"{workspace.name}: nothing rots here.")
    names, gravity, count, settled = titles(), "", len(left), 0
    while left:
        fault, *left = left
        if fault.severity != gravity:
            gravity = fault.severity
            terminal.say(HEADINGS[gravity], bold=True)
        terminal.say(f" {names.get(fault.check, fault.check)} ({count - len(left)} of {count})", dim=True)
        for line in shown(workspace, fault):
            terminal.say(line)
        if not fault.ways:
            continue
        alike = [one for one in left if _kind(one) == _kind(fault)]
        answer, every = _answer(fault, len(alike))
        if answer == STOP:
            break
        same = [one for one in alike if every and answer in (SKIP, *(way.name for way in one.ways))]
        left = [one for one in left if one not in same]
        if answer != SKIP:
            done = cleanup.apply(setting(asked), workspace, {one.id: answer for one in (fault, *same)})
            said(done)
            settled += len(done.applied)
    if count:
        terminal.say(f"{workspace.name}: {settled} of {terminal.count(count, 'fault')} done with.")


def _kind(fault: Fault) -> tuple[object, ...]:
    """What two faults have in common that one answer may settle."""
    return fault.check, fault.severity, fault.decided, tuple(way.name for way in fault.ways)


def _answer(fault: Fault, alike: int) -> tuple[str, bool]:
    """The way that the person chooses, or that it is passed over; and whether so for all that are like it."""
    for way in fault.ways:
        terminal.say(f"      {way.name}: {redact.redact(way.text)}")
    ways = [way.name for way in fault.ways]
    general = SKIP if min(map(len, ways)) == 1 else ways[0]  # which of two statements stands is no answer for others
    rest = f"; {general}{EVERY} for this and the {alike} more of its kind" if alike else ""
    told = f"      What to do? ({', '.join(ways)}, {SKIP} to skip, {STOP} to stop{rest})"
    answer: tuple[str, bool] = click.prompt(
        told, default=SKIP, show_default=False, prompt_suffix=" ", value_proc=partial(_meant, [*ways, SKIP, STOP])
    )
    return answer


def _meant(choices: Sequence[str], answer: str) -> tuple[str, bool]:
    """The choice that an answer begins, and whether it is for all of the kind; one letter names one of two statements.

    Raises:
        UsageError: it begins none, or several; or the one of two is to be chosen for others, too.
    """
    said, every = answer.strip().lower().removesuffix(EVERY).rstrip(), answer.rstrip().endswith(EVERY)
    begun = [said] if said in choices else [choice for choice in choices if said and choice.startswith(said)]
    if len(begun) != 1 or (every and begun[0] != SKIP and len(begun[0]) == 1):
        raise click.UsageError(f"{answer!r} is none of: {', '.join(choices)}")
    return begun[0], every


def said(done: Done) -> None:
    """Tell what became of one answer."""
    if done.refused:
        terminal.warn(f"nothing changed: {done.refused}")
    elif done.unknown:
        terminal.say("      It is gone already.")
    elif done.id:
        terminal.say(f"      Done. Take back: dreamd undo {done.id}")
    elif done.applied:
        terminal.say("      Noted; it is not shown again.")


def _undecided(name: str, ways: Sequence[str]) -> str:
    if not ways:
        return f"{name} can only be mended by your own hand; see: dreamd govern"
    each = ", ".join(f"{name}:{way}" for way in ways)
    return f"{name} needs one of its ways behind it, after --apply: {each}; see: dreamd govern"


def told(asked: Asked, done: Iterable[tuple[Workspace, Done]], chosen: dict[str, str]) -> None:
    """Tell what became of all that was asked for; what could not be done ends the command with 1."""
    results = list(done)
    unknown = [name for name in chosen if all(name in result.unknown for _, result in results)]
    failed = bool(unknown) or any(result.undecided or result.refused for _, result in results)
    if asked.json:
        steps = [
            {
                "workspace": item.name,
                "id": one.id,
                "applied": one.applied,
                "undecided": one.undecided,
                "refused": one.refused,
            }
            for item, one in results
        ]
        terminal.document({"steps": steps, "unknown": unknown})
    else:
        for item, one in results:
            if one.applied:
                way = f" Take back: dreamd undo {one.id}" if one.id else ""
                terminal.say(f"{item.name}: {terminal.count(len(one.applied), 'fault')} done with.{way}")
            for name in one.undecided:
                terminal.warn(_undecided(name, one.ways.get(name, ())))
            if one.left and not asked.quiet:
                terminal.say(f"{item.name}: {terminal.count(one.left, 'fault')} left; see: dreamd govern")
            if one.refused:
                terminal.warn(f"nothing changed: {one.refused}")
        for name in unknown:
            terminal.warn(f"there is no fault {name} now; see: dreamd govern")
        if not failed and not any(one.applied for _, one in results):
            terminal.say("There is nothing to do without a choice of yours.")
    if failed:
        raise click.exceptions.Exit(1)
