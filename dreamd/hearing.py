"""Looks up, for an agent that asks to remember, whether the person just said so: in a session that is going on here."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from dreamd import clock, grounds, intake, state
from dreamd.evidence import Attested, Witness
from dreamd.memory import polarity
from dreamd.memory.entry import plain
from dreamd.memory.layout import COMMON
from dreamd.records import Operation, Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.attempt import Setting
    from dreamd.caller import Caller
    from dreamd.memory.layout import Workspace
    from dreamd.records import Transcript
    from dreamd.state import Session

RUN = re.compile(r"[^\W_]+(?: [^\W_]+)*")
"""Words in a row: no way to write JSON changes them but for escapes of what is not ASCII."""


def heard(setting: Setting, workspace: Workspace, caller: Caller, quote: str) -> Attested | None:
    """The human turn of a live session of this workspace in which the quote stands; ``None`` where there is none.

    Sessions are surveyed first, in a worker; here no row is read but those that hold the quote's words.

    Raises:
        DreamdError: as ``intake.scan``.
    """
    scanned = intake.scan(setting.places, setting.config, setting.now(), setting.told)
    for session in _live(setting, workspace, caller):
        transcript = scanned.found.get((session.source, session.session))
        if transcript is None:
            continue
        witness = Witness({(session.source, session.session): transcript})
        for line in _lines(transcript, quote):
            place = Quote(
                source=session.source, session=session.session, line=line, quote=quote.strip(), role="human", date=""
            )
            attested = witness.confirm(place)
            if attested is not None and attested.quote.role == "human":
                return attested
    return None


def alone(setting: Setting, caller: Caller) -> bool:
    """Whether the session that calls is one that no person leads: a program's, or a subagent's with its own rows.

    Sessions are surveyed first. An agent that does not say which session it is, is not asked further.

    Raises:
        DreamdError: as ``intake.scan``.
    """
    if not caller.session:
        return False
    intake.scan(setting.places, setting.config, setting.now(), setting.told)
    with state.database(setting.places.database, look=True) as db:
        return any(_is(item, caller) and (item.own or _program(setting, item)) for item in state.sessions(db))


def _is(item: Session, caller: Caller) -> bool:
    return (item.source, item.session) == (caller.agent, caller.session)


def _program(setting: Setting, item: Session) -> bool:
    """Whether a program leads the session, and its words are not to count as a person's."""
    return item.headless and not setting.config.sources.headless


def unsaid(text: str, attested: Attested, workspace: Workspace) -> str:
    """Why the quoted turn does not say the text; empty where it does: whole clauses of it, word for word."""
    operation = Operation(op="add", topic="", text=plain(text), evidence=(attested.quote,))
    return grounds.groundless(operation, [attested], workspace.project.name, model=True)


def denied(text: str, attested: Attested) -> bool:
    """Whether the quoted turn says the opposite of the text."""
    return bool(polarity.turned(plain(text), [attested.around]))


def _live(setting: Setting, workspace: Workspace, caller: Caller) -> list[Session]:
    """The calling session where it says which it is, else those of its agent: led by a person, and still going on."""
    with state.database(setting.places.database, look=True) as db:
        known = state.sessions(db, None if workspace.name == COMMON else workspace.name)
    now, idle = setting.now(), int(setting.config.gates.idle_minutes * clock.MINUTE)
    any_source = caller.agent in {"agent", "script"}
    own = [item for item in known if _is(item, caller)]
    return [
        item
        for item in reversed(own or known)
        if (any_source or item.source == caller.agent)
        and not item.own
        and not _program(setting, item)
        and (last := clock.parse(item.last)) is not None
        and abs(now - last) < idle
    ]


def _lines(transcript: Transcript, quote: str) -> Iterator[int]:
    """Numbers of the lines that hold the quote's longest run of words, newest first."""
    run = max(RUN.findall(quote), key=len, default="")
    forms = {run.encode(), json.dumps(run)[1:-1].encode()}
    if not run:
        return
    with transcript.path.open("rb") as handle:
        found = [number for number, line in enumerate(handle, 1) if any(form in line for form in forms)]
    yield from reversed(found)
