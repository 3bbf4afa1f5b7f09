"""``dreamd skills``: the library of procedures: what there is, one whole, looked over, made, put before agents."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, get_args

import click
import msgspec

from dreamd import caller, making, registry, skilled, terminal
from dreamd import commands as shelf
from dreamd import skills as library
from dreamd.commands import Asked, here, one, pass_asked, setting, with_output
from dreamd.errors import ConfigError
from dreamd.making import Made
from dreamd.skills import Origin, homes, lint, pages
from dreamd.skills.tools import Known

if TYPE_CHECKING:
    from collections.abc import Container

    from click.shell_completion import CompletionItem

    from dreamd.caller import Caller
    from dreamd.memory.layout import Workspace
    from dreamd.skills import Library, Skill

AGENT = click.option("--agent", "agents", type=click.Choice(homes.AGENTS), multiple=True, help="This agent alone.")


def offered(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of skills, for a shell's TAB."""
    from dreamd import completion  # noqa: PLC0415 (it loads the histories, and few runs are a shell's TAB)

    return completion.skill_names(context, parameter, incomplete)


@click.group("skills", short_help="Procedures for your agents: list, show, make, check, install.")
@with_output
def command() -> None:
    """Keep procedures for your agents: a skill is a Markdown file that says when to use it, and then what to do.

    Memory is for what agents should know, a skill for what they should do the same way each time. Yours come before
    those that ship with dreamd. A skill is knowledge, never permission.
    """


@command.command("list", short_help="Every skill, with what it is for.")
@with_output
@pass_asked
def listed(asked: Asked) -> None:
    """List the skills that hold where you stand, yours before those that ship, each with what it is for."""
    found = _library(asked)
    if _marked(asked):
        found = msgspec.structs.replace(found, skills=tuple(map(skilled.offered, found.skills)))
    if asked.json:
        terminal.document(found)
        return
    for item in found.skills:
        terminal.say(f"{item.name}  ({item.origin})", bold=True)
        terminal.say(f"  {item.description or 'does not say when to use it'}")
        if asked.verbose:
            terminal.say(f"  {item.path}", dim=True)
    for left in found.left_alone:
        terminal.say(f"left alone: {left.path}: {left.reason.replace('_', ' ')}", dim=True)


@command.command("show", short_help="One skill, whole.")
@click.argument("name", shell_complete=offered)
@with_output
@pass_asked
def show(asked: Asked, name: str) -> None:
    """Show what one skill says, up to 20,000 characters. Secrets are taken out; the file stays as it is.

    An agent is not shown one that claims to waive an approval or gives it orders; you are, with what is wrong with it.
    """
    skill = _named(_library(asked), name)
    found = skilled.unfit(skill)
    if found and _marked(asked):
        raise ConfigError(skilled.withheld(skill, found), "Tell the person: dreamd skills check")
    body = library.body(skill)
    if asked.json:
        terminal.document({"skills": [skill], "text": body.text, "left_out": body.left_out, "findings": found})
        return
    skilled.tell(found)
    if not asked.quiet:
        terminal.say(f"{skill.name}  ({skill.origin})  {skill.path}", bold=True)
        terminal.say(skill.description)
        terminal.say()
    for line in body.text.split("\n"):
        click.echo(terminal.safe(line))


@command.command("check", short_help="Look the skills over; change nothing.")
@with_output
@pass_asked
@click.pass_context
def check(context: click.Context, asked: Asked) -> None:
    """Look the skills over: two that are alike, tools that do not exist, descriptions that trigger nothing.

    A skill that claims to waive an approval is a finding, too. That one does not say what to look at first, when to
    stop, what needs approval or how to tell that it worked is a note. Exits with 1 if there is more than notes.
    """
    found = _library(asked)
    told = list(lint.findings(list(pages.read(found.skills)), _tools(asked)))
    told += [skilled.left(item) for item in found.left_alone]
    if asked.json:
        terminal.document({"findings": told})
    else:
        skilled.tell(told)
        if not told and not asked.quiet:
            terminal.say("Nothing is to be mended.")
    context.exit(1 if any(item.severity == "blocking" for item in told) else 0)


@command.command("new", short_help="Make a skill of a text, or of a session.")
@click.argument("name")
@click.option("--from", "session", metavar="SESSION", default="", help="Draft it from this session; last: the latest.")
@click.option("--quote", metavar="WORDS", default="", help="For agents: how the person asked for it, in this session.")
@with_output
@pass_asked
def new(asked: Asked, name: str, session: str, quote: str) -> None:
    """Make the skill NAME, a verb and a noun such as write-standup, of a SKILL.md on standard input.

    With --from it is drafted from a session (dreamd sessions lists them): what you asked for becomes its triggers, what
    the agent did its steps, what you corrected is marked CRITICAL. Nothing is ever overwritten, and a text with
    a secret, or one that claims to waive an approval, is refused.

    An agent needs --quote with the words in which you asked for it, from the session that is going on.
    """
    terminal_here = terminal.attended() or sys.stderr.isatty()  # standard input may be the text
    who = caller.caller(asked.environment, terminal=terminal_here)
    made = making.refused("alone") if who.alone else _new(asked, who, name, session, quote)
    if asked.json:
        terminal.document(made)
    else:
        skilled.report(made, quiet=asked.quiet)
    if made.outcome == "refused":
        raise click.exceptions.Exit(1)


def _new(asked: Asked, who: Caller, name: str, session: str, quote: str) -> Made:
    workspace = one(asked, begin=True)
    if not who.person and not _asked_for(asked, workspace, who, quote):
        return making.refused("not_asked")
    if session:
        from dreamd import rehearsal  # noqa: PLC0415 (it loads all that reads sessions)

        drafted = rehearsal.draft(setting(asked), workspace, session, name)
        if isinstance(drafted, Made):
            return drafted
        made = making.make(setting(asked), workspace, name, drafted.text, _tools(asked))
        return msgspec.structs.replace(made, session=drafted.session)
    if terminal.attended() and not asked.quiet:
        terminal.warn("type the SKILL.md, its head first; end it with Ctrl-D")
    try:
        text = sys.stdin.buffer.read(making.MOST_BYTES + 1).decode() if sys.stdin is not None else ""
    except UnicodeDecodeError:
        return making.refused("empty", "standard input is not UTF-8; save the text as UTF-8")
    return making.make(setting(asked), workspace, name, text, _tools(asked))


def _asked_for(asked: Asked, workspace: Workspace, who: Caller, quote: str) -> bool:
    """Whether the person asks for a skill in these words, in a session that is going on."""
    if not quote:
        return False
    from dreamd import hearing  # noqa: PLC0415 (it loads all that reads sessions)

    attested = hearing.heard(setting(asked), workspace, who, quote)
    return attested is not None and making.asked(attested)


@command.command("install", short_help="Put skills where your agents look for them.")
@click.argument("names", nargs=-1, shell_complete=offered)
@AGENT
@click.option("--remove", is_flag=True, help="Take away the copies that nobody changed.")
@with_output
@pass_asked
def install(asked: Asked, names: tuple[str, ...], agents: tuple[str, ...], *, remove: bool) -> None:
    """Copy skills to where your agents look: those that ship and your own of dreamd's, or those that you name.

    Without --agent it is every agent that has a directory here; all their projects have them then. Done again it brings
    older copies up to date; what you changed, or what another wrote, stays as it is and is told. A skill that holds a
    secret, claims to waive an approval, or gives agents orders is refused and told; then this exits with 1.
    """
    from dreamd import teaching  # noqa: PLC0415 (what only lists skills writes nothing)

    chosen = [home for home in homes.HOMES if home.agent in agents] if agents else homes.here(asked.places)
    if not chosen:
        raise ConfigError("no agent was found here", f"Name one: --agent {homes.AGENTS[0]}")
    if remove:
        taught = teaching.remove(setting(asked), chosen, names)
    else:
        ours = _library(asked, skilled.OURS)  # what an agent has already would hide it
        wanted = [_named(ours, name, _library(asked)) for name in names] or list(ours.skills)
        taught = teaching.teach(setting(asked), wanted, chosen)
    if asked.json:
        terminal.document({"skills": taught})
    else:
        skilled.installed(taught, quiet=asked.quiet)
    if any(item.state in skilled.REFUSED for item in taught):
        raise click.exceptions.Exit(1)


def _library(asked: Asked, origins: Container[str] = frozenset(get_args(Origin))) -> Library:
    """What holds where the person stands: the project's, and what is true in every project."""
    workspaces = here(asked)
    shelves = library.shelves(asked.places, workspaces[0] if workspaces else None)
    return library.look(item for item in shelves if item.origin in origins)


def _marked(asked: Asked) -> bool:
    return caller.caller(asked.environment, terminal=True).marked


def _named(found: Library, name: str, otherwise: Library | None = None) -> Skill:
    """The skill of that name.

    Raises:
        ConfigError: there is none.
    """
    every = (*found.skills, *(otherwise.skills if otherwise else ()))
    skill = next((item for item in every if item.name == name), None)
    if skill is None:
        names = ", ".join(dict.fromkeys(item.name for item in every))
        raise ConfigError(f"there is no skill {name!r}", f"There are: {names}.")
    return skill


def _tools(asked: Asked) -> Known:
    names = frozenset(name.replace("_", "-") for name in registry.names(shelf))
    return Known(names, lambda name: shutil.which(name, path=asked.search) is not None)


COMMAND = command
