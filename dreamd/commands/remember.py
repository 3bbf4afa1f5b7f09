"""``dreamd remember``: keeps what you say, in the file where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import click
import msgspec

from dreamd import caller, hearing, keeping, saving, terminal
from dreamd.commands import Asked, in_words, one, pass_asked, setting, with_output
from dreamd.keeping import Wish
from dreamd.records import EntryType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.caller import Caller
    from dreamd.keeping import Refusal
    from dreamd.memory.layout import Workspace
    from dreamd.saving import Saved

TYPES = list(get_args(EntryType))
UNHEARD = "the quote stands in no human turn of a session that is going on here"


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
    topic on its subject. What is known stays as it is; what contradicts it takes its place. Secrets, passing states,
    output of tools and procedures are refused, with the reason.

    Typed at a terminal it counts as said by you. An agent (known by the marks in its commands' environment, such as
    CLAUDECODE), and whatever runs without a terminal, needs --quote with your words from the session that is going on;
    else the entry is [unconfirmed] until: dreamd confirm
    """
    who = caller.caller(asked.environment, terminal=terminal.attended())
    wish = Wish(text=" ".join(text), type=kind, topic=topic, unconfirmed=inferred, person=who.person)
    refusal = keeping.unfit(keeping.bare(wish.text))
    if who.alone or (not refusal and hearing.alone(setting(asked), who)):
        refusal = keeping.refused("alone")
    if refusal:
        saved = saving.refuse(setting(asked), "", wish, refusal)
    else:
        workspace = one(asked, begin=True)
        wish, doubt, refusal = _with_ground(asked, workspace, who, wish, quote)
        if refusal:
            saved = saving.refuse(setting(asked), workspace.name, wish, refusal)
        else:
            saved = saving.save(setting(asked), workspace, wish)
        saved = msgspec.structs.replace(saved, message=". ".join(filter(None, (doubt, saved.message))))
    _show(asked, saved)
    if saved.outcome == "refused":
        raise click.exceptions.Exit(1)


def _with_ground(
    asked: Asked, workspace: Workspace, who: Caller, wish: Wish, quote: str
) -> tuple[Wish, str, Refusal | None]:
    """The wish with what speaks for it, why an agent's quote does not, and the refusal where it says the opposite."""
    if who.person:
        return msgspec.structs.replace(wish, heard=(saving.typed(wish.text, asked.now_ns),)), "", None
    doubt = ""
    if quote:
        attested = hearing.heard(setting(asked), workspace, who, quote)
        doubt = hearing.unsaid(wish.text, attested, workspace) if attested else UNHEARD
        if attested and not doubt:
            return msgspec.structs.replace(wish, heard=(attested,)), "", None
        if attested and hearing.denied(wish.text, attested):
            return wish, doubt, keeping.refused("contradicts")
    own_word = (saving.told_by(who.agent, wish.text, asked.now_ns),)
    return msgspec.structs.replace(wish, heard=own_word, unconfirmed=True), doubt, None


def _show(asked: Asked, saved: Saved) -> None:
    if asked.json:
        terminal.document(saved)
        return
    if saved.outcome == "refused":
        terminal.warn(f"not kept: {saved.message.rstrip('.')}.")
        return
    if not asked.quiet:
        for line in _lines(saved):
            terminal.say(line)
    if saved.warning:
        terminal.warn(saved.warning)


def _lines(saved: Saved) -> Iterator[str]:
    if saved.outcome == "known":
        yield f"Already known, in {saved.topic}: {saved.entry}"
        return
    yield f"{'Kept' if saved.outcome == 'saved' else 'Updated'} in {saved.file}: {saved.entry}"
    if saved.was and saved.was != saved.entry:
        yield f"  was: {saved.was} (archived)"
    if saved.message:
        yield f"  [unconfirmed] {saved.message}"
    yield f"  take back: dreamd undo {saved.id}"


COMMAND = command
