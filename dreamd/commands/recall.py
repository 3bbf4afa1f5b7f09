"""``dreamd recall``: what memory holds on a question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from dreamd import clock, recall, recalled, state, terminal, words
from dreamd.commands import Asked, answering, here, in_words, pass_asked, with_output
from dreamd.errors import ConfigError
from dreamd.memory.layout import COMMON

if TYPE_CHECKING:
    import sqlite3


@click.command("recall", short_help="Answer a question from memory, within a budget of bytes.")
@click.argument("query", nargs=-1, required=True, callback=in_words)
@click.option(
    "--bytes",
    "size",
    type=click.IntRange(min=recall.LEAST_BYTES),
    default=recall.BYTES,
    show_default=True,
    help="What the answer may take.",
)
@click.option(
    "--sessions", is_flag=True, help="Show what was said in past sessions, too, not only where no entry answers."
)
@with_output
@pass_asked
def command(asked: Asked, query: tuple[str, ...], size: int, *, sessions: bool) -> None:
    """Lead a question to one or two topics of memory, and show the entries that speak of it, with dates and source.

    Where no entry answers, what was said in past sessions of this project is shown, word for word. Nothing is changed.
    What is old, inferred, not written by dreamd, or gone from the repository is marked. In a repository that has no
    memory yet, only what is true in every project answers.
    """
    chosen, question = answering(asked), " ".join(query)
    with state.database(asked.places.database, look=True) as db:
        today = clock.date(asked.now_ns)
        remembered = partial(recall.answer, asked.places, chosen, db, question, today)
        if words.idle(question):
            found = remembered(size)
        else:
            found = recall.together(remembered, partial(_said, asked, db, question), size, beside=sessions)
    if asked.json:
        terminal.document(found)
    elif found.entries or found.passages:
        for line in recalled.lines(found):
            terminal.say(line)
    else:
        alone = asked.workspace is None and all(item.name == COMMON for item in chosen)
        others = " This project has no memory yet; ask another's with --workspace NAME." if alone else ""
        idle = " Such words stand in every question: name what it is about." if words.idle(question) else ""
        terminal.say(f"Memory holds nothing on that.{idle or others}")


def _said(asked: Asked, db: sqlite3.Connection, question: str, room: int) -> recalled.Answer:
    """What past sessions of the one project that is asked about hold; nobody else's are looked into.

    Raises:
        ConfigError: they are not kept, or no project was named.
    """
    from dreamd import verbatim  # noqa: PLC0415 (loads the rules of redaction; as a rule entries answer)

    settings, mine = asked.config.sources, here(asked)
    if not settings.session_texts:
        raise ConfigError("what was said in past sessions is not kept", "Set [sources] session_texts = true.")
    if not mine:
        raise ConfigError("past sessions belong to a project", "Stand in one, or name it with --workspace NAME.")
    return verbatim.answer(asked.places.conversations, db, mine, settings.exclude, question, room)


COMMAND = command
