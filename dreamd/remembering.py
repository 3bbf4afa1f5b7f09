"""What becomes of a wish to remember, on whose word, and how that is told: for who types it and for agents alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import hearing, keeping, saving
from dreamd.commands import one, setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.caller import Caller
    from dreamd.commands import Asked
    from dreamd.keeping import Refusal, Wish
    from dreamd.memory.layout import Workspace
    from dreamd.saving import Saved

UNHEARD = "the quote stands in no human turn of a session that is going on here"
REWORDED = "{}. They said “{}”; say it in whole clauses of theirs"
SHOWN_CHARS = 160


def remember(asked: Asked, who: Caller, wish: Wish, quote: str) -> Saved:
    """Ask the gates, look for the person's words, and keep it.

    Args:
        asked: the invocation.
        who: on whose word.
        wish: what is to be kept.
        quote: for an agent, the person's words; may be empty.

    Raises:
        ConfigError: one stands in no project.
        DreamdError: as ``saving.save``.
    """
    refusal = keeping.unfit(keeping.bare(wish.text))
    if not refusal and (who.alone or hearing.alone(setting(asked), who)):
        refusal = keeping.refused("alone")
    if refusal:
        return saving.refuse(setting(asked), "", wish, refusal)
    workspace = one(asked, begin=True)
    wish, doubt, refusal = _with_ground(asked, workspace, who, wish, quote)
    if refusal:
        saved = saving.refuse(setting(asked), workspace.name, wish, refusal)
    else:
        saved = saving.save(setting(asked), workspace, wish)
    if doubt and saved.reason == "unconfirmed":
        return msgspec.structs.replace(saved, message=f"{doubt}, or let the person confirm it: dreamd confirm")
    return msgspec.structs.replace(saved, message=". ".join(filter(None, (doubt, saved.message))))


def _with_ground(
    asked: Asked, workspace: Workspace, who: Caller, wish: Wish, quote: str
) -> tuple[Wish, str, Refusal | None]:
    """The wish with what speaks for it, why an agent's quote does not, and the refusal where it says the opposite."""
    if who.person:
        return msgspec.structs.replace(wish, heard=(saving.typed(wish.text, asked.now_ns),)), "", None
    doubt = ""
    if quote:
        attested = hearing.heard(setting(asked), workspace, who, quote)
        doubt = UNHEARD
        if attested:
            said = attested.quote.quote[:SHOWN_CHARS]
            unsaid = hearing.unsaid(wish.text, attested, workspace)
            doubt = REWORDED.format(unsaid, said) if unsaid else ""
        if attested and not doubt:
            return msgspec.structs.replace(wish, heard=(attested,)), "", None
        if attested and hearing.denied(wish.text, attested):
            return wish, doubt, keeping.refused("contradicts")
    own_word = (saving.told_by(who.agent, wish.text, asked.now_ns),)
    return msgspec.structs.replace(wish, heard=own_word, unconfirmed=True), doubt, None


def lines(saved: Saved) -> Iterator[str]:
    """What was kept, in words; not for what was refused."""
    if saved.outcome == "known":
        yield f"Already known, in {saved.topic}: {saved.entry}"
        return
    yield f"{'Kept' if saved.outcome == 'saved' else 'Updated'} in {saved.file}: {saved.entry}"
    if saved.was and saved.was != saved.entry:
        yield f"  was: {saved.was} (archived)"
    if saved.message:
        yield f"  [unconfirmed] {saved.message}"
    yield f"  take back: dreamd undo {saved.id}"
