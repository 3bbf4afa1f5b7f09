"""The honest script: it looks around, has an explorer look, and proposes what the embedded engine finds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from dreamd.backends.scripted import reading
from dreamd.backends.scripted.reading import Finding
from dreamd.dialog import Call, Reply, Text
from dreamd.engines import Host, Work
from dreamd.engines.embedded import ENGINE
from dreamd.engines.embedded.placing import Topics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from dreamd.dialog import Request
    from dreamd.records import Operation, Quote, TopicView, Turn

AT_ONCE = 24
"""Calls in one reply."""
LISTED = re.compile(r"^([a-z-]+/\S+): ", re.MULTILINE)
LATER = "9999-12-31"
"""No row is dated after it."""

Wanted: TypeAlias = "tuple[str, Mapping[str, object]]"
"""Name and input of a call."""


def answer(request: Request) -> Reply:
    """The next reply of a dream, or of an explorer: who has no tool to propose with."""
    proposes = any(tool.name == "add" for tool in request.tools)
    return dream(request) if proposes else explore(request)


def called(request: Request, wanted: Iterable[Wanted]) -> Reply:
    """A reply that calls tools; their ids follow from the place in the dialog."""
    made = (
        Call(id=f"call-{len(request.messages)}-{number}", name=name, input=msgspec.Raw(msgspec.json.encode(given)))
        for number, (name, given) in enumerate(wanted)
    )
    return Reply(content=tuple(made), stop="tool_use")


def explore(request: Request) -> Reply:
    """List the sessions, look at some where none was shown, then report."""
    shown = "\n".join([reading.opening(request), *(one.text for one in reading.results(request).values())])
    seen = reading.turns(shown)
    if not reading.calls(request):
        return called(request, [("list_sessions", {})])
    if not seen and not any(call.name == "view_session" for call in reading.calls(request)):
        names = dict.fromkeys(found[1] for found in LISTED.finditer(shown))
        return called(request, [("view_session", {"session": name}) for name in names][:AT_ONCE])
    found = (
        Finding(one.type, one.text, tuple(_cited(quote) for quote in one.evidence))
        for one in distilled(seen, ())
        if one.op == "add"
    )
    return Reply(content=(Text(text=reading.report(found)),), stop="end_turn")


def dream(request: Request) -> Reply:
    """Look, propose what is worth keeping, confirm what was known, finish."""
    before = reading.calls(request)
    if not before:
        return called(request, _looks(reading.opening(request)))
    done = sum(call.name in {"add", "update", "confirm"} for call in before)
    wanted = _proposals(request)
    if done < len(wanted):
        return called(request, wanted[done : done + AT_ONCE])
    again = _confirmations(request)
    if again and before[-1].name != "confirm":
        return called(request, again[:AT_ONCE])
    return called(request, [("finish", {"summary": f"{len(wanted)} statements were proposed."})])


def _looks(opening: str) -> Iterator[Wanted]:
    yield ("list_topics", {})
    yield ("list_sessions", {})
    topics = reading.topics(opening)
    if topics:
        yield ("view_topic", {"topic": topics[0].name})
    seen = reading.turns(opening)
    if seen:
        yield ("grep_digest", {"words": "always"})
        task = {"task": "What does the person prefer?", "sessions": [f"{seen[0].source}/{seen[0].session}"]}
        yield ("explore", {"tasks": [task]})


def _proposals(request: Request) -> list[Wanted]:
    """What the embedded engine proposes over what was shown, and what explorers found beside that."""
    opening = reading.opening(request)
    topics = reading.topics(opening)
    wanted = [_proposed(one) for one in distilled(reading.turns(opening), topics)]
    texts = {given.get("text") for _, given in wanted}
    told = [
        opening,
        *(reading.results(request)[call.id].text for call in reading.calls(request) if call.name == "explore"),
    ]
    places = Topics(topics, full=False)
    found = {one.text: one for text in told for one in reading.findings(text) if one.text not in texts}
    return [*wanted, *(_placed(one, places) for one in found.values())]


def distilled(turns: Iterable[Turn], topics: tuple[TopicView, ...]) -> list[Operation]:
    """What the embedded engine proposes."""
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        sessions.setdefault(turn.session, []).append(turn)
    proposed: list[Operation] = []

    def propose(operation: Operation) -> str:
        proposed.append(operation)
        return ""

    work = Work(digest=tuple(map(tuple, sessions.values())), context={}, memory=topics, today=LATER)
    ENGINE.dream(work, Host(propose))
    return proposed


def _cited(quote: Quote) -> tuple[str, str]:
    return f"{quote.source}/{quote.session}#L{quote.line}", quote.quote


def _evidence(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"ref": ref, "quote": quote} for ref, quote in pairs]


def _proposed(one: Operation) -> Wanted:
    given: dict[str, object] = {"topic": one.topic, "evidence": _evidence(map(_cited, one.evidence))}
    if one.op == "confirm":
        return "confirm", given | {"entry": one.entry}
    if one.op == "update":
        return "update", given | {"entry": one.entry, "text": one.text, "reason": one.reason}
    return "add", given | {
        "type": one.type,
        "text": one.text,
        "title": one.title,
        "description": one.description,
        "why": one.why,
    }


def _placed(one: Finding, places: Topics) -> Wanted:
    place = places.place(one.text, one.type, "")
    given: dict[str, object] = {"type": one.type, "text": one.text, "evidence": _evidence(one.evidence)}
    if place is None:
        return "add", given | {"topic": "notes"}
    return "add", given | {"topic": place.topic, "title": place.title, "description": place.description}


def _confirmations(request: Request) -> list[Wanted]:
    """What was refused since the memory says it already."""
    results = reading.results(request)
    refused = [
        msgspec.json.decode(call.input, type=dict[str, object])
        for call in reading.calls(request)
        if call.name == "add" and "already known" in results[call.id].text
    ]
    return [
        ("confirm", {"topic": given["topic"], "entry": given["text"], "evidence": given["evidence"]})
        for given in refused
    ]
