"""Drafts a skill from one session: its words are read in a worker, and what is a person's is looked up once more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from dreamd import intake, making, redact, scanner, state
from dreamd.digest import Reading
from dreamd.engines.embedded import wording
from dreamd.evidence import Witness
from dreamd.records import reference
from dreamd.skills import drafting
from dreamd.worker import process, vetting
from dreamd.worker.protocol import Kept, Scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.attempt import Setting
    from dreamd.jsonl import Trail
    from dreamd.making import Made
    from dreamd.memory.layout import Workspace
    from dreamd.records import Transcript, Turn
    from dreamd.state import Session
    from dreamd.worker.protocol import Heard, Surveyed, Unreadable

LAST = "last"
"""The session in which something was said last."""
GAP = re.compile(r"\"\"|“”|「」|『』")
"""What attribution leaves of a quotation inside a person's sentence."""
QUOTE_CHARS = 120


class Draft(NamedTuple):
    """A skill as a session tells it."""

    text: str
    """The whole ``SKILL.md``."""
    session: str
    """Which one, and when something was said there last, for people."""


def draft(setting: Setting, workspace: Workspace, wanted: str, name: str) -> Draft | Made:
    """A skill of that name; or why there is none.

    Args:
        setting: as for an attempt.
        workspace: whose session.
        wanted: how its id begins, with or without its source before it; or ``last``.
        name: the skill's.

    Raises:
        DreamdError: as ``intake.scan``.
    """
    scanned = intake.scan(setting.places, setting.config, setting.now(), setting.told)
    with state.database(setting.places.database, look=True) as db:
        known = [item for item in state.sessions(db, workspace.name) if not item.own]
    chosen = list(_chosen(known, wanted))
    if len(chosen) > 1:
        names = ", ".join(_named(item) for item in chosen[:5])
        return making.refused("no_session", f"several sessions are called so: {names}; say more of the one you mean")
    transcript = scanned.found.get((chosen[0].source, chosen[0].session)) if chosen else None
    if transcript is None:
        return making.refused("no_session")
    found = drafting.material(_words(setting, transcript), name, wording.opened)
    if found is None:
        return making.refused("nothing_asked")
    session, day = _named(chosen[0]), chosen[0].last[:10]
    return Draft(drafting.text(found, name, session, day), f"{session}, {day}")


def _chosen(known: list[Session], wanted: str) -> Iterator[Session]:
    if wanted == LAST:
        led = [item for item in known if not item.headless and item.human + item.dreamed]
        yield from [max(led, key=lambda item: item.last)] if led else []
        return
    for item in known:
        if item.session.startswith(wanted) or f"{item.source}/{item.session}".startswith(wanted):
            yield item


def _named(session: Session) -> str:
    return reference(session.source, session.session, 0)


def _words(setting: Setting, transcript: Transcript) -> list[Turn]:
    """What person and agent say and what tools it calls, redacted; the worker is not believed whose words they are."""
    held: list[Turn] = []

    def each(report: Surveyed | Kept | Heard | Unreadable) -> None:
        if isinstance(report, Kept) and report.transcript.path == transcript.path:
            held.extend(report.turns)

    sandbox = vetting.policy(setting.config.dream.sandbox, model=False)
    asked = Scan(jobs=(), keep=(Reading(transcript=transcript),), calls=True)
    process.scan(asked, each, setting.told, setting.config.dream.minutes, sandbox)
    witness = Witness({(transcript.source, transcript.session): transcript})
    trail: Trail = []
    said = (_quoting(transcript, turn, trail) for turn in held if witness.said(turn))
    return [msgspec.structs.replace(turn, text=redact.redact(turn.text)) for turn in said]


def _quoting(transcript: Transcript, turn: Turn, trail: Trail) -> Turn:
    """The turn with what stood in its quotation marks, where that is short: a form that they ask for, say.

    As a statement it would be another's; what somebody else is reported to say stays out here, too.
    """
    gaps = GAP.findall(turn.text) if turn.role == "human" else []
    if not gaps:
        return turn
    parts = scanner.rows(transcript, turn.line, trail)
    quotes = [part.text for part in parts if part.role == "pasted" and part.why == "quotation"]
    if len(quotes) != len(gaps) or any(len(quote) > QUOTE_CHARS or "\n" in quote for quote in quotes):
        return turn
    left = iter(quotes)
    return msgspec.structs.replace(turn, text=GAP.sub(lambda gap: f"{gap[0][0]}{next(left)}{gap[0][1]}", turn.text))
