"""``dreamd replay``: a dream with a model, turn by turn."""

from __future__ import annotations

import click

from dreamd import bills, completion, recording, replays, state, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.dialog import Call, Result, Text
from dreamd.recording import Answered, Ended, Failed, Proposed
from dreamd.recording import Asked as Prompted

CUT = 400
"""Characters of a text that are shown without ``-v``."""
LISTED = 20


@click.command("replay", short_help="Show a dream with a model, turn by turn.")
@click.argument("dream_id", metavar="[ID]", required=False, shell_complete=completion.records)
@with_output
@pass_asked
def command(asked: Asked, dream_id: str | None) -> None:
    """Show what a model was asked and what it answered, what was applied and what was refused, and what it cost.

    Without an ID the newest records are listed. -v shows all of each text, the instructions and the tools as well.
    Records are redacted, readable by you alone, and kept for 30 days. Under --json one entry a line.
    """
    if dream_id is None:
        _list(asked)
        return
    entry, agents = None, dict[int, str]()
    for entry in recording.read(replays.find(asked.places.runs, dream_id)):
        if asked.json:
            terminal.document(entry)
        else:
            _show(entry, agents, whole=asked.verbose)
    if not isinstance(entry, Ended) and not asked.json:
        terminal.say("no end: the dream was interrupted, or is still under way", bold=True)


def _list(asked: Asked) -> None:
    with state.database(asked.places.database, look=True) as db:
        rows = [replays.kept(db, folder) for folder in replays.folders(asked.places.runs)[:LISTED]]
    if asked.json:
        terminal.document({"records": rows})
        return
    for row in rows:
        ended = row.outcome.replace("_", " ") + (f" ({row.reason})" if row.reason else "")
        cost = bills.dollars(row.usd) if row.usd or row.answered else "nothing spent"
        terminal.say(f"{row.id}  {terminal.when(row.time)}  {row.workspace or '-'}  {ended}  {cost}")
    if not rows:
        terminal.say("There are no records yet; only dreams with a model have one.")


def _show(entry: recording.Entry, agents: dict[int, str], *, whole: bool) -> None:
    match entry:
        case Prompted():
            agents[entry.number] = entry.agent
            terminal.say(f"{entry.number:>3} {entry.agent} asks, about {entry.estimate:,} tokens", bold=True)
            if whole:
                _show_offer(entry)
            for message in entry.messages:
                if message.role == "user" or not entry.before:  # its own answers stand above
                    _show_blocks(message.content, whole=whole)
        case Answered():
            tokens = entry.reply.tokens
            answered = f"{entry.number:>3} answer to {agents.get(entry.number, 'an agent')}"
            terminal.say(f"{answered}, {tokens.output:,} tokens, {bills.dollars(entry.usd)}", bold=True)
            _show_blocks(entry.reply.content, whole=whole)
        case Failed():
            again = f"; again after {entry.again:g} s" if entry.again is not None else ""
            agent = agents.get(entry.number, "")
            terminal.say(f"{entry.number:>3} {agent} got no answer: {entry.message}{again}", bold=True)
        case Proposed():
            verdict = f"refused: {entry.refusal}" if entry.refusal else "applied"
            made = entry.operation
            text = made.text or made.entry or " ".join(filter(None, (made.topic, made.into, made.title)))
            terminal.say(f"    {made.op} {_cut(text, whole=whole)}: {verdict}")
        case Ended():
            dream = entry.dream
            cost = f", {told}" if (told := bills.of(dream)) else ""
            terminal.say(f"ended: {dream.outcome}{f', {dream.reason}' if dream.reason else ''}{cost}", bold=True)


def _show_offer(entry: Prompted) -> None:
    """The instructions and tools, where they are not those of the prompt before."""
    for line in entry.system.splitlines():
        terminal.say(f"    system: {line}", dim=True)
    for tool in entry.tools:
        terminal.say(f"    tool {tool.name}: {tool.description}", dim=True)


def _show_blocks(blocks: tuple[object, ...], *, whole: bool) -> None:
    for block in blocks:
        match block:
            case Text():
                terminal.say(f"    {_cut(block.text, whole=whole)}")
            case Call():
                terminal.say(f"    calls {block.name} {_cut(bytes(block.input).decode(errors='replace'), whole=whole)}")
            case Result():
                terminal.say(f"    result {_cut(block.text, whole=whole)}", dim=True)
            case _:
                terminal.say("    (thinking)", dim=True)


def _cut(text: str, *, whole: bool) -> str:
    line = " ".join(text.split())
    return line if whole or len(line) <= CUT else f"{line[:CUT]}..."


COMMAND = command
