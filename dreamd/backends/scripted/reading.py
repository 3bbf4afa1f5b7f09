"""Reads back what a prompt shows: turns, topics, findings."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple, get_args

from dreamd.dialog import Call, Result, Text
from dreamd.records import Entry, EntryType, Role, TopicView, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dreamd.dialog import Request

TURN = re.compile(
    r"\[(?P<source>[^\s/\]]+)/(?P<session>[^\s#\]]+)#L(?P<line>\d+) (?P<role>\w+)(?: (?P<date>[\d-]+))?\]"
)
TOPIC = re.compile(r"## (?P<name>[a-z0-9-]+) \((?P<type>\w+), \d+ entr[^)]*\) (?P<title>[^:]*): (?P<description>.*)")
MARKS = re.compile(r" \[((?:updated \d|seen \d|unconfirmed|foreign)[^\]]*)\]$")
FINDING = re.compile(r"- \((?P<type>\w+)\) (?P<text>.*?) (?P<evidence>(?:\[[^\]\s]+\] \"(?:[^\"\\]|\\.)*\" ?)+)")
EVIDENCE = re.compile(r"\[([^\]\s]+)\] (\"(?:[^\"\\]|\\.)*\")")


class Finding(NamedTuple):
    """One line of an explorer's report."""

    type: EntryType
    text: str
    evidence: tuple[tuple[str, str], ...]
    """References and quotes."""


def opening(request: Request) -> str:
    """What the agent was told first."""
    return "\n".join(block.text for block in request.messages[0].content if isinstance(block, Text))


def results(request: Request) -> dict[str, Result]:
    """By the call's id, what the tools answered."""
    blocks = (block for message in request.messages for block in message.content)
    return {block.id: block for block in blocks if isinstance(block, Result)}


def calls(request: Request) -> list[Call]:
    """What was called so far, in order."""
    return [block for message in request.messages for block in message.content if isinstance(block, Call)]


def turns(text: str) -> list[Turn]:
    """The turns that stand in a text under their references."""
    found: list[tuple[re.Match[str], list[str]]] = []
    inside = False
    for line in text.splitlines():
        head = TURN.fullmatch(line)
        inside = bool(head) or (inside and line.startswith(" "))
        if head:
            found.append((head, []))
        elif inside:
            found[-1][1].append(line[1:])
    return [_turn(head, lines) for head, lines in found]


def _turn(head: re.Match[str], lines: Iterable[str]) -> Turn:
    roles: tuple[Role, ...] = get_args(Role)
    role: Role = next((role for role in roles if role == head["role"]), "injected")
    return Turn(
        source=head["source"],
        session=head["session"],
        line=int(head["line"]),
        role=role,
        text="\n".join(lines),
        time=head["date"] or "",
        why="typed" if role == "human" else "",
    )


def topics(text: str) -> tuple[TopicView, ...]:
    """The topics that stand in a text with their entries."""
    found: list[tuple[re.Match[str], list[Entry], list[bool]]] = []
    for line in text.splitlines():
        head = TOPIC.fullmatch(line)
        if head:
            found.append((head, [], []))
        elif line.startswith("- ") and found:
            marks = MARKS.search(line)
            told = marks[1] if marks else ""
            date = re.search(r"updated (\S+?)(?:,|$)", told)
            said = line[2 : marks.start() if marks else None]
            found[-1][1].append(Entry(text=said, updated=date[1] if date else ""))
            found[-1][2].append("foreign" in told)
        elif line.startswith("# "):
            break
    return tuple(_topic(*one) for one in found)


def _topic(head: re.Match[str], entries: list[Entry], foreign: list[bool]) -> TopicView:
    kind = _kind(head["type"]) or "project"
    return TopicView(
        name=head["name"],
        title=head["title"],
        description=head["description"],
        type=kind,
        size=0,
        entries=tuple(entries),
        foreign=tuple(foreign),
    )


def _kind(word: str) -> EntryType | None:
    kinds: tuple[EntryType, ...] = get_args(EntryType)
    return next((kind for kind in kinds if kind == word), None)


def findings(text: str) -> Iterator[Finding]:
    """The findings that stand in a text, see ``report``."""
    for line in text.splitlines():
        found = FINDING.fullmatch(line)
        kind = _kind(found["type"]) if found else None
        if found and kind:
            pairs = tuple((ref, str(json.loads(quote))) for ref, quote in EVIDENCE.findall(found["evidence"]))
            yield Finding(kind, found["text"], pairs)


def report(found: Iterable[Finding]) -> str:
    """Findings, a line each."""
    lines = []
    for one in found:
        told = " ".join(f"[{ref}] {json.dumps(quote, ensure_ascii=False)}" for ref, quote in one.evidence)
        lines.append(f"- ({one.type}) {one.text} {told}")
    return "\n".join(lines) or "Nothing."
