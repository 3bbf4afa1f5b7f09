"""``dreamd remember``: keeps what you say, in the file where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click

from dreamd import caller, remembering, terminal
from dreamd.commands import Asked, in_words, pass_asked, with_output
from dreamd.keeping import Wish
from dreamd.records import EntryType

if TYPE_CHECKING:
    from dreamd.saving import Saved

TYPES = list(get_args(EntryType))


@click.command("remember", short_help="Keep what you say.")
@click.argument("text", nargs=-1, required=True, callback=in_words)
@click.option("--type", "kind", type=click.Choice(TYPES), help="What it is, where the words do not tell.")
@click.option("--topic", metavar="NAME", default="", help="The topic that it belongs to, e.g. release-process.")
@click.option(
    "--quote",
    metavar="WORDS",
    default="",
    callback=in_words,
    help="For agents: the person's words, from this very session.",
)
@click.option("--inferred", is_flag=True, help="Nobody said it: keep it as [unconfirmed].")
@with_output
@pass_asked
def command(
    asked: Asked, text: tuple[str, ...], kind: EntryType | None, topic: str, quote: str, *, inferred: bool
) -> None:
    """Keep what you say: one sentence, at most 500 characters, that will still help in three months.

    What you are and prefer goes to the file about you, how agents must behave to their rules, anything else to the
    topic on its subject. What is known stays as it is; another value for it takes its place; what else contradicts it
    is told, and both stand until you choose (dreamd govern). Secrets, passing states, output of tools and procedures
    are refused, with the reason; a procedure becomes a skill (dreamd skills new).

    Typed at a terminal it counts as said by you. An agent (known by the marks in its commands' environment, such as
    CLAUDECODE), and whatever runs without a terminal, needs --quote with your words from the session that is going on;
    else the entry is [unconfirmed] until: dreamd confirm
    """
    who = caller.caller(asked.environment, terminal=terminal.attended())
    wish = Wish(text=" ".join(text), type=kind, topic=topic, unconfirmed=inferred, person=who.person)
    saved = remembering.remember(asked, who, wish, quote)
    _show(asked, saved)
    if saved.outcome == "refused":
        raise click.exceptions.Exit(1)


def _show(asked: Asked, saved: Saved) -> None:
    if asked.json:
        terminal.document(saved)
        return
    if saved.outcome == "refused":
        terminal.warn(f"not kept: {saved.message.rstrip('.')}.")
        return
    if not asked.quiet:
        for line in remembering.lines(saved):
            terminal.say(line)
    if saved.warning:
        terminal.warn(saved.warning)


COMMAND = command
