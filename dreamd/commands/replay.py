"""``dreamd replay``: a dream with a model, turn by turn."""

from __future__ import annotations

import click

from dreamd import recording, terminal
from dreamd.commands import Asked, pass_asked, with_output
from dreamd.dialog import Call, Result, Text
from dreamd.errors import ConfigError
from dreamd.recording import Answered, Ended, Failed, Proposed
from dreamd.recording import Asked as Prompted

CUT = 400
"""Characters of a text that are shown without ``-v``."""


@click.command("replay", short_help="Show a dream with a model, turn by turn.")
@click.argument("dream_id", metavar="ID")
@with_output
@pass_asked
def command(asked: Asked, dream_id: str) -> None:
    """Show what a model was asked and what it answered, what was applied and what was refused, and what it cost.

    Records are redacted, readable by you alone, and kept for 30 days. Under --json one entry a line.
    """
    folders = sorted(path.parent for path in asked.places.runs.glob(f"*/{recording.NAME}"))
    found = [folder for folder in folders if folder.name.startswith(dream_id)]
    if len(found) != 1:
        known = ", ".join(folder.name for folder in folders[-10:]) or "none yet; dreams without a model have none"
        raise ConfigError(f"{len(found)} records of dreams start with {dream_id!r}", f"Recorded: {known}.")
    for entry in recording.read(found[0]):
        if asked.json:
            terminal.document(entry)
        else:
            _show(entry, whole=asked.verbose)


def _show(entry: recording.Entry, *, whole: bool) -> None:
    match entry:
        case Prompted():
            terminal.say(f"{entry.number:>3} {entry.agent} asks, about {entry.estimate:,} tokens", bold=True)
            for message in entry.messages:
                _show_blocks(message.content, whole=whole)
        case Answered():
            tokens = entry.reply.tokens
            terminal.say(f"{entry.number:>3} answer, {tokens.output:,} tokens, {entry.usd:.4f} dollars", bold=True)
            _show_blocks(entry.reply.content, whole=whole)
        case Failed():
            again = f"; again after {entry.again:g} s" if entry.again is not None else ""
            terminal.say(f"{entry.number:>3} failed: {entry.message}{again}", bold=True)
        case Proposed():
            verdict = f"refused: {entry.refusal}" if entry.refusal else "applied"
            text = entry.operation.text or entry.operation.entry or entry.operation.topic
            terminal.say(f"    {entry.operation.op} {_cut(text, whole=whole)}: {verdict}")
        case Ended():
            dream = entry.dream
            terminal.say(f"ended: {dream.outcome}{f', {dream.reason}' if dream.reason else ''}", bold=True)


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
