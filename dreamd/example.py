"""The example: sessions that ship with dreamd, dreamt over in a scratch directory."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dreamd import config, explain, paths, spending, state, terminal
from dreamd.memory import store

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreamd.commands import Asked
    from dreamd.records import Dream

SESSIONS = Path(__file__).parent / "examples"
SHOWN = 6


def prepare(asked: Asked) -> Callable[[], None]:
    """Make a scratch HOME with the example sessions, and point the invocation at it.

    Returns:
        To be called at the end: adds what a model cost to what the person has spent this month.
    """
    own, settings, now = asked.places.database, asked.config.dream, asked.now_ns
    with state.database(own, look=True) as db:
        left = spending.left(db, settings.max_usd_per_month, now)
    home = Path(tempfile.mkdtemp(prefix="dreamd-example-"))
    shutil.copytree(SESSIONS, home, dirs_exist_ok=True, copy_function=shutil.copyfile)
    asked.places = paths.places({"HOME": str(home), "DREAMD_HOME": str(home / ".dreamd")})
    # The person's own server, key and ceilings count; their choice of an engine does not: it is free without --engine.
    asked.config = config.Config(dream=msgspec.structs.replace(settings, engine="auto", max_usd_per_month=left))
    return partial(_charge, own, asked.places.database, home.name, now)


def _charge(own: Path, scratch: Path, name: str, now_ns: int) -> None:
    with state.database(scratch, look=True) as db:
        spent = spending.this_month(db, now_ns)
    if spent:
        with state.database(own) as db:
            spending.enter(db, name, spent, now_ns)


def explain_all(asked: Asked, dreams: list[Dream]) -> list[explain.Explained]:
    """What was learned, each with its evidence."""
    wanted = {learned.text for dream in dreams for learned in dream.entries}
    with state.database(asked.places.database, look=True) as db:
        known = state.workspaces(db)
        found = [item for space in known for item in explain.matching(db, space, store.read(space), "")]
    return [item for item in found if item.text in wanted and not item.archived]


def tell(asked: Asked, dreams: list[Dream]) -> None:
    """Show from which sentences the example was learned, where it lies, and how to undo it."""
    terminal.say()
    terminal.say("Every statement leads back to the sentence that said it:", bold=True)
    for item in explain_all(asked, dreams)[:SHOWN]:
        terminal.say(f"  {item.text}")
        for quote in item.evidence[:1]:
            terminal.say(f'    {quote.date}  "{quote.quote}"  ({quote.ref})', dim=True)
    home = asked.places.home
    started = [sys.executable, "-m", "dreamd"] if sys.argv[0].endswith("__main__.py") else [sys.argv[0]]
    prefix = shlex.join(["env", f"HOME={home}", f"DREAMD_HOME={home / '.dreamd'}", *started])
    terminal.say()
    terminal.say(
        "This was a scratch directory; your own files were not touched. Look around and take it back:", bold=True
    )
    with state.database(asked.places.database, look=True) as db:
        for workspace in state.workspaces(db):
            terminal.say(f"  cat {shlex.quote(str(workspace.memory))}/*.md")
    for dream in dreams:
        if dream.outcome == "dreamed":
            terminal.say(f"  {prefix} why staging")
            terminal.say(f"  {prefix} undo {dream.dream_id}")
    terminal.say(f"When you have seen enough, it may be deleted: rm -r {shlex.quote(str(home))}")
