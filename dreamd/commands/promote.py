"""``dreamd promote``: what should be read at every start, in every project, as a skill, or at no start any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dreamd import caller, promoting, terminal
from dreamd.commands import Asked, known, pass_asked, setting, standing_in, with_output
from dreamd.errors import ConfigError, PolicyViolation
from dreamd.memory.layout import COMMON
from dreamd.workspaces import common

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.promotion import Proposal

ABOUT = {
    "resident": "read it at every start",
    "me": "read it at every start, in every project",
    "skill": "make it a skill",
    "demote": "read it only when a task needs it: nobody has confirmed it for 180 days",
}
QUOTED = 3
"""Sentences shown of what a proposal rests on."""


@click.command("promote", short_help="Decide what is read at every start.")
@click.argument("wanted", metavar="[ID]...", nargs=-1)
@click.option("--yes", is_flag=True, help="Take all (or those named) without asking.")
@with_output
@pass_asked
def command(asked: Asked, wanted: tuple[str, ...], *, yes: bool) -> None:
    """Go through what is proposed: corrections made three times, or in two projects, repeated procedures, old rules.

    Asks of each one on a terminal: yes, no (it is not proposed again), or later. Without a terminal it lists them and
    changes nothing, unless you say --yes; an agent may not. Each is a step; what you undo is not proposed again either.
    """
    if yes and caller.caller(asked.environment, terminal=terminal.attended()).marked:
        raise PolicyViolation("only a person decides what is read at every start", "Let the person run it.")
    found = _of_here(asked)
    if unknown := set(wanted) - {item.id for item in found}:
        raise ConfigError(f"nothing that is proposed here is called {min(unknown)}", "See all with: dreamd promote")
    found = [item for item in found if not wanted or item.id in wanted]
    told: list[dict[str, object]] = []
    asks = terminal.attended() and not asked.json
    for item in found:
        if not asked.json:
            _show(item)
        agreed = "yes" if yes else _answer(item) if asks else "later"
        told.append({"id": item.id} | dict(_done(asked, item, agreed)))
    if asked.json:
        terminal.document({"proposals": found, "done": [one for one in told if len(one) > 1]})
    elif not found and not asked.quiet:
        terminal.say("Nothing is proposed.")
    elif found and not (yes or asks):
        terminal.warn("nothing was changed, since nobody is here to be asked; add --yes, with the ids of some or none")


def _of_here(asked: Asked) -> list[Proposal]:
    """The proposals for the workspace that is named or stood in, and for every project; where it is neither, all."""
    spaces, place = known(asked), standing_in()
    found = promoting.look(asked.places, spaces, asked.now_ns)
    if asked.workspace is not None:
        names = {asked.workspace} | {item.name for item in spaces if str(item.project) == asked.workspace}
    else:
        names = {item.name for item in spaces if item.project == place}
    return [item for item in found if not names or item.workspace in names or (item.workspace == COMMON)]


def _show(item: Proposal) -> None:
    terminal.say(f"{item.id}  {item.workspace}: {ABOUT[item.kind]}", bold=True)
    terminal.say(f"  {item.text}")
    times = f", said {item.times} times" if item.times > 1 else ""
    terminal.say(f"  from {item.origin} to {item.to}{times}, last on {item.updated}", dim=True)
    for quote in item.evidence[-QUOTED:]:
        terminal.say(f'    {quote.date}  {quote.ref}  "{quote.quote}"', dim=True)
    if item.blocked:
        terminal.say(f"  not now: {item.blocked}")


def _answer(item: Proposal) -> str:
    """What the person says to it; to what cannot be taken now only no, or later."""
    choices = ["no", "later"] if item.blocked or item.kind == "skill" else ["yes", "no", "later"]
    return str(click.prompt("  So?", type=click.Choice(choices), default="later", err=True))


def _done(asked: Asked, item: Proposal, agreed: str) -> Iterable[tuple[str, object]]:
    if agreed == "no":
        promoting.deny(asked.places, item, asked.now_ns)
        yield "outcome", "denied"
    elif agreed == "yes":
        yield from _taken(asked, item)


def _taken(asked: Asked, item: Proposal) -> Iterator[tuple[str, object]]:
    spaces = [*known(asked), common(asked.places)]
    workspace = next(one for one in spaces if one.name == item.workspace)
    taken = promoting.take(setting(asked), workspace, [item])
    yield "outcome", "taken" if taken.step else "refused"
    yield ("step", taken.step) if taken.step else ("message", "; ".join(taken.refused))
    if asked.json or asked.quiet:
        return
    if taken.step:
        (change,) = taken.changes
        terminal.say(f"  now in {change.file}; take back: dreamd undo {taken.step}")
    else:
        terminal.warn(f"it stays a proposal: {'; '.join(taken.refused)}")


COMMAND = command
