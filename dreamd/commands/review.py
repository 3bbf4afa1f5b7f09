"""``dreamd review``: what dreams in review mode propose, and what a person decides."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import click

from dreamd import awaiting, caller, changes, completion, reviewing, state, terminal
from dreamd.commands import Asked, known, pass_asked, selected, setting, with_output
from dreamd.errors import ConfigError, PolicyViolation

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.attempt import Setting
    from dreamd.awaiting import Proposal
    from dreamd.memory.layout import Workspace
    from dreamd.reviewing import Reviewed

    Decision = Callable[[Setting, Workspace, list[Proposal]], Reviewed]

SHOWN_AS = {"rename": "edit", "merge": "move", "split": "move"}
"""Operation -> the change that it makes."""


@click.command("review", short_help="Decide on what dreams propose (review mode).")
@click.argument("dream", metavar="[ID]", default="", shell_complete=completion.proposals)
@click.option("--accept", metavar="N", type=int, multiple=True, help="Accept this proposal of the dream ID.")
@click.option("--reject", metavar="N", type=int, multiple=True, help="Reject it: it is not proposed again.")
@click.option("--all", "everything", is_flag=True, help="Accept all that are left (of the dream ID, or of every one).")
@with_output
@pass_asked
def command(asked: Asked, dream: str, accept: tuple[int, ...], reject: tuple[int, ...], *, everything: bool) -> None:
    """List what dreams propose, each with the sentence it rests on; with ID also what it would change in the files.

    With [dream] mode = "review" a dream writes nothing: it leaves proposals. --accept and --reject take the numbers of
    those of one dream and may be given several times; what you accept is one step, which undo takes back.
    """
    waiting = _waiting(asked, dream)
    if not (accept or reject or everything):
        _list(asked, waiting, dream)
        return
    if caller.caller(asked.environment, terminal=terminal.attended()).marked:
        raise PolicyViolation("only a person decides on proposals", "Do it yourself, at a terminal.")
    if both := sorted({*accept} & {*reject}):
        raise ConfigError(f"proposal {both[0]} cannot be accepted and rejected", "Say one of both.")
    yes, no = _chosen(waiting, dream, accept), _chosen(waiting, dream, reject)
    if everything:
        yes = [item for item in waiting if item[1] not in {one for _, one in no}]
    done = [*_decided(asked, no, reviewing.reject), *_decided(asked, yes, reviewing.accept)]
    _tell(asked, done)


def _waiting(asked: Asked, dream: str) -> list[tuple[Workspace, Proposal]]:
    """What waits in the workspaces meant, of the dream whose id begins so."""
    spaces = known(asked) if dream else selected(asked)
    with state.database(asked.places.database, look=True) as db:
        found = [(space, item) for space in spaces for item in awaiting.waiting(db, space.name)]
    meant = [one for one in found if one[1].dream.startswith(dream)]
    if dream and len({item.dream for _, item in meant}) != 1:
        many = "several dreams' ids begin" if meant else "no proposals wait of a dream whose id begins"
        raise ConfigError(f"{many} with {dream!r}", "See all with: dreamd review")
    return meant


def _chosen(
    waiting: list[tuple[Workspace, Proposal]], dream: str, numbers: tuple[int, ...]
) -> list[tuple[Workspace, Proposal]]:
    if numbers and not dream:
        raise ConfigError("numbers are those of one dream", "Name it: dreamd review ID --accept N")
    known = {item.number for _, item in waiting}
    missing = [number for number in numbers if number not in known]
    if missing:
        raise ConfigError(f"no proposal {missing[0]} of {dream} waits", f"See: dreamd review {dream}")
    return [one for one in waiting if one[1].number in numbers]


def _decided(asked: Asked, chosen: list[tuple[Workspace, Proposal]], decide: Decision) -> list[Reviewed]:
    of: dict[str, list[Proposal]] = defaultdict(list)
    for space, proposal in chosen:
        of[space.name].append(proposal)
    spaces = {space.name: space for space, _ in chosen}
    return [decide(setting(asked), spaces[name], proposals) for name, proposals in of.items()]


def _list(asked: Asked, waiting: list[tuple[Workspace, Proposal]], dream: str) -> None:
    if asked.json:
        told = [
            {
                "id": item.id,
                "dream": item.dream,
                "number": item.number,
                "workspace": item.workspace,
                "op": item.operation.op,
                "topic": item.operation.topic,
                "text": item.operation.text or item.operation.entry,
                "was": item.operation.entry if item.operation.text else "",
                "evidence": item.operation.evidence,
            }
            for _, item in waiting
        ]
        terminal.document({"proposals": told})
        return
    shown = ""
    for _, item in waiting:
        if item.dream != shown:
            shown = item.dream
            terminal.say(f"{item.dream}  {item.workspace}", bold=True)
        _show(item)
    if not waiting:
        terminal.say('Nothing waits for you. Dreams leave proposals with: [dream] mode = "review"')
    elif dream:
        terminal.say("  in the files:")
        space = waiting[0][0]
        terminal.difference(reviewing.preview(setting(asked), space, [item for _, item in waiting]))
        terminal.say(f"accept: dreamd review {shown} --accept N   reject: --reject N   accept the rest: --all")
    else:
        terminal.say("see one with what it changes: dreamd review ID   accept all of them: dreamd review --all")


def _show(item: Proposal) -> None:
    operation = item.operation
    said = operation.text or operation.entry or operation.title
    terminal.say(f"{item.number:>4} {changes.sign(SHOWN_AS.get(operation.op, operation.op))} {said}")
    if operation.text and operation.entry:
        terminal.say(f"       was: {operation.entry}")
    terminal.say(f"       {operation.topic}{f' -> {operation.into}' if operation.into else ''}", dim=True)
    for quote in operation.evidence:
        terminal.say(f"       {quote.date}  {quote.role}  {quote.ref}", dim=True)
        if quote.quote != operation.text:
            terminal.say(f'         "{quote.quote}"', dim=True)


def _tell(asked: Asked, done: list[Reviewed]) -> None:
    refused = {name: why for one in done for name, why in one.refused.items()}
    gone = [name for one in done for name in one.gone]
    if asked.json:
        terminal.document({"reviewed": done})
    elif not asked.quiet:
        for one in done:
            if one.rejected:
                terminal.say(f"Rejected {terminal.count(len(one.rejected), 'proposal')}.")
            if one.accepted:
                terminal.say(f"Accepted {terminal.count(len(one.accepted), 'proposal')}: dreamd show {one.id}")
    for name, why in refused.items():
        terminal.warn(f"{name} goes on waiting: {why}")
    for name in gone:
        terminal.warn(f"{name} waits no longer: somebody decided on it meanwhile")
    if refused or gone:
        raise click.exceptions.Exit(1)


COMMAND = command
