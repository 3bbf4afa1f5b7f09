"""``dreamd hooks``: makes agents load the resident layer at their start, and takes that back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from dreamd import terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.errors import ConfigError, DreamdError
from dreamd.hooks import agents, calling, installing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreamd.hooks.agents import Target
    from dreamd.hooks.installing import Change, Standing

AGENT = click.option(
    "--agent", type=click.Choice(list(agents.FILES)), help="This agent alone, instead of all that are found."
)
YES = click.option("--yes", is_flag=True, help="Do it without asking.")
TOLD = {
    "installed": "loads the memory at its start",
    "absent": "does not load it",
    "not_found": "not found",
    "changed": "loads it otherwise than a new installation would",
    "unreadable": "cannot be told",
}


@click.group("hooks", short_help="Have your agents load the memory at their start.")
@with_output
def command() -> None:
    """Have agents run "dreamd resident" at their start, so that they know what you told any of them before.

    In Claude Code's settings it is a hook; in your AGENTS.md of Codex and GEMINI.md of Gemini CLI a marked block that
    asks them to run it. No project is touched, and nothing of others in these files.
    """


@command.command("install", short_help="Show what would change, ask, and do it.")
@AGENT
@YES
@with_output
@pass_asked
def install(asked: Asked, *, agent: str | None, yes: bool) -> None:
    """Make the agents load the memory. What is to change is shown, and asked for; twice is once."""
    targets = _found(asked, agent)
    changes = [installing.installation(asked.places, target, _command(asked, target)) for target in targets]
    _carry_out(asked, targets, changes, yes=yes, done="Installed.", idle="Nothing changes: it is installed already.")


@command.command("uninstall", short_help="Take it out again; the rest of the files stays.")
@AGENT
@YES
@with_output
@pass_asked
def uninstall(asked: Asked, *, agent: str | None, yes: bool) -> None:
    """Take out what was put in. A file that nobody has changed since is again what it was, byte for byte.

    A file that cannot be changed keeps none of the others: it is told, and the command ends with 1.
    """
    _found(asked, agent)
    there = [target for target in agents.everywhere(asked.places, _names(agent)) if target.found]
    failed: list[DreamdError] = []
    changes = [_removal(asked, target, failed) for target in there]
    targets = [target for target, change in zip(there, changes, strict=True) if target.heeded or change]
    idle = "Nothing changed." if failed else "Nothing changes: nothing of ours is there."
    _carry_out(asked, targets, changes, yes=yes, done="Taken out.", idle=idle, failed=failed)
    for error in failed:
        terminal.warn(error.message)
    if failed:
        raise click.exceptions.Exit(1)


@command.command("show", short_help="Which agents load it, and how; changes nothing.")
@AGENT
@with_output
@pass_asked
def show(asked: Asked, *, agent: str | None) -> None:
    """Show for each agent whether it loads the memory at its start, and what somebody changed of that."""
    targets = agents.targets(asked.places, _names(agent))
    _tell(asked, targets, [])


def _command(asked: Asked, target: Target) -> str:
    own = str(asked.places.state) if asked.environment.get(calling.CARRIED) else ""
    return calling.command(sys.executable, own, target.agent)


def _names(agent: str | None) -> list[str]:
    return [agent] if agent else list(agents.FILES)


def _removal(asked: Asked, target: Target, failed: list[DreamdError]) -> Change | None:
    """What takes our part out; why it cannot be is kept. What the agent does not read and we cannot is none of ours."""
    try:
        return installing.removal(asked.places, target)
    except DreamdError as error:
        failed += [error] if target.heeded else []
        return None


def _found(asked: Asked, agent: str | None) -> list[Target]:
    """The agents that are here.

    Raises:
        ConfigError: the named one is not, or none is.
    """
    targets = agents.targets(asked.places, _names(agent))
    found = [target for target in targets if target.found]
    if not found:
        looked = ", ".join(str(target.path.parent) for target in targets)
        raise ConfigError(
            f"no agent is found: {looked} {'is' if len(targets) == 1 else 'are'} not there",
            "Start the agent once, or name its directory as it does (CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME).",
        )
    return found


def _carry_out(
    asked: Asked,
    targets: list[Target],
    planned: Sequence[Change | None],
    *,
    yes: bool,
    done: str,
    idle: str,
    failed: list[DreamdError] | None = None,
) -> None:
    """Show the changes, ask, do them, and tell how things stand then.

    Args:
        asked: the invocation.
        targets: what is told of.
        planned: what would change.
        yes: without asking.
        done: what to say where something changed.
        idle: what to say where nothing would.
        failed: gets why one cannot be done; without it that stops the others.
    """
    changes = [change for change in planned if change is not None]
    if not (asked.json or asked.quiet):
        for change in changes:
            terminal.difference(installing.told(change))
    if changes:
        _agree(asked, changes, yes=yes)
    made = installing.applied(asked.places, changes, failed)
    if not (asked.json or asked.quiet):
        terminal.say(done if made else idle, bold=True)
    _tell(asked, targets, changes)


def _agree(asked: Asked, changes: list[Change], *, yes: bool) -> None:
    """Ask before anything is changed.

    Raises:
        ConfigError: nobody is here to be asked.
    """
    if yes:
        return
    if asked.json or not terminal.attended():
        named = ", ".join(str(change.target.path) for change in changes)
        raise ConfigError(f"this would change {named}, and nobody is here to be asked", "Add --yes.")
    terminal.agree("Do it?", err=True)


def _tell(asked: Asked, targets: Sequence[Target], changes: Sequence[Change]) -> None:
    standings = [installing.look(target, _command(asked, target)) for target in targets]
    if asked.json:
        diffs = {change.target.path: installing.told(change) for change in changes}
        terminal.document(
            {
                "hooks": [
                    {
                        "agent": one.agent,
                        "path": one.path,
                        "state": one.state,
                        "detail": one.detail,
                        "changed": target.path in diffs,
                        "diff": diffs.get(target.path, []),
                    }
                    for one, target in zip(standings, targets, strict=True)
                ]
            }
        )
        return
    if not asked.quiet:
        for one, target in zip(standings, targets, strict=True):
            _line(one, target.title)


def _line(one: Standing, title: str) -> None:
    terminal.say(f"{title}: {TOLD[one.state]} ({one.path})")
    if one.detail:
        terminal.say(f"  {one.detail}")


COMMAND = command
