"""What a dream came to, in lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import bills, changes, models, recording, slugs, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.commands import Asked
    from dreamd.records import Dream

LEARNED = frozenset({"dreamed", "proposed", "planned"})
TROUBLE = frozenset({"failed", "rejected"})
NAMED = 6
"""Workspaces named in one line."""
SHOWN = 40
"""Entries shown a dream; the rest is in ``dreamd show``."""


def tell(asked: Asked, dream: Dream) -> None:
    """Say at once what one dream did, unless it did nothing and asked no model."""
    if asked.json:
        return
    if asked.quiet:
        if dream.outcome in TROUBLE:
            terminal.warn(f"{dream.workspace}: {dream.outcome}: {dream.message.rstrip('.')}{_spent(dream)}")
        return
    if dream.message:
        spent = "" if dream.outcome in LEARNED else _spent(dream)  # told with the figures
        terminal.say(f"{dream.workspace}: {dream.outcome}: {dream.message.rstrip('.')}{spent}", bold=True)
    if dream.outcome in LEARNED:
        _show(dream)
    elif not dream.message and models.asked(dream):
        terminal.say(f"{dream.workspace}: {_nothing(dream.reason)}{_spent(dream)}", bold=True)
    _show_promoted(dream)
    if dream.message and dream.outcome in LEARNED | {"nothing_new"}:  # the embedded engine, in a failed model's place
        terminal.say("  let the model read them later: dreamd once --again")
    recorded = (asked.places.runs / dream.dream_id / recording.NAME).exists()
    if recorded and (dream.outcome in TROUBLE or dream.reason == "dry_run"):
        terminal.say(f"  see: dreamd replay {dream.dream_id}")


def _show_promoted(dream: Dream) -> None:
    """What was said often; of a dream that learned anything, its own lines name it."""
    if not dream.promoted:
        return
    if dream.outcome not in LEARNED:
        terminal.say(f"{dream.workspace}: {_nothing(dream.reason)}", bold=True)
        for entry in dream.entries:
            terminal.say(f"  {changes.line(entry)}")
    terminal.say(f"  said often, so read at every start from now on; take back: dreamd undo {dream.promoted}")


def sum_up(asked: Asked, dreams: list[Dream]) -> None:
    """One line a reason for all that had nothing to do; with ``-v`` one line each."""
    idle = [dream for dream in dreams if dream.outcome in {"nothing_new", "skipped"}]
    silent = [dream for dream in idle if not dream.message and not dream.promoted and not models.asked(dream)]
    for reason in sorted({dream.reason for dream in silent}):
        names = [dream.workspace for dream in silent if dream.reason == reason]
        shown = names if asked.verbose else names[:NAMED]
        listed = ", ".join(shown) + (f" and {len(names) - len(shown)} more" if len(names) > len(shown) else "")
        terminal.say(f"{listed}: {_nothing(reason)}")
    if not dreams:
        terminal.say("There are no sessions to dream over here. Over every project: dreamd once --all")
        terminal.say("See where dreamd looks for sessions with: dreamd sources")


def _nothing(reason: str) -> str:
    outcome = "nothing new" if reason in {"no_sessions", "nothing_kept"} else "skipped"
    return f"{outcome}: {slugs.REASONS[reason]}"


def _show(dream: Dream) -> None:
    read = f"{terminal.count(dream.sessions, 'session')}, {terminal.count(dream.turns, 'turn')}"
    cost = f", {bills.of(dream)}" if bills.of(dream) else ""
    waits = f"{terminal.count(len(dream.entries), 'change')} wait for you"
    made = waits if dream.outcome == "proposed" else _made(dream)
    terminal.say(f"{dream.workspace}: {dream.outcome}: {read}; {made} ({dream.seconds:.1f} s{cost})", bold=True)
    if dream.coverage < 1:
        terminal.say(f"  {dream.coverage:.0%} of what is new was read; the rest waits for the next dream")
    lines = list(_lines(dream))
    for line, cut in lines[:SHOWN]:
        terminal.say(f"  {line}", cut=cut)
    if len(lines) > SHOWN:
        terminal.say(f"  ... and {len(lines) - SHOWN} more")
    if dream.diff:
        terminal.say("  in the files:")
        terminal.difference(dream.diff)
    if dream.outcome == "proposed":
        terminal.say(f"  see and decide: dreamd review {dream.dream_id}")
    if dream.outcome == "dreamed":
        terminal.say(f"  see more: dreamd show {dream.dream_id}   take back: dreamd undo {dream.dream_id}")


def _made(dream: Dream) -> str:
    """The counts: those of entries always, those of order where there are any."""
    moved = sum(entry.op == "move" for entry in dream.entries)
    renamed = sum(topic.op == "edit" for topic in dream.topics)
    order = [f"{moved} moved" if moved else "", f"{terminal.count(renamed, 'topic')} renamed" if renamed else ""]
    made = (f"{dream.added} added", f"{dream.updated} updated", f"{dream.retired} retired")
    return ", ".join([*made, *filter(None, order)])


def _lines(dream: Dream) -> Iterator[tuple[str, bool]]:
    """Each change of an entry, then what topics are called: the renamed ones tell more there.

    Whether a line may be cut: what is said of a topic is long, and ``show`` tells all of it.
    """
    yield from ((changes.line(entry), False) for entry in dream.entries if entry.op != "edit")
    yield from ((line, True) for line in changes.heads(dream.topics))


def _spent(dream: Dream) -> str:
    return f" ({bills.of(dream)})" if bills.of(dream) else ""
