"""Cuts a file at its headings into topics, each byte where it was in its part; pure."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from dreamd.errors import PolicyViolation
from dreamd.memory import entry as entries
from dreamd.memory import front_matter, headings, index, topic
from dreamd.memory.layout import IDENTITY, STEM, TOPIC_BYTES
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from dreamd.memory.headings import Heading
    from dreamd.memory.layout import Workspace
    from dreamd.memory.topic import Topic
    from dreamd.records import EntryType

PART_BYTES = TOPIC_BYTES - 800
"""A part that is longer is cut at its own headings: a head comes before it, and there should be room for more."""
SMALL_BYTES = 1_024
"""Neighbours stay together while they are smaller together: each topic takes a line of the index."""
TITLE_CHARS = 60
DESCRIPTION_CHARS = 150
WHOLE_CHARS = 40
HAN = re.compile(r"[\u3400-\u9fff]")
NOTES = "notes"
"""What parts of a file are called whose own name is none for a topic."""


class Part(Record, frozen=True):
    """What moves: lines ``start`` up to, not including, ``stop`` of the file, counted from 0."""

    start: int
    stop: int
    headings: tuple[str, ...]
    """All of them, in order."""


class Piece(Record, frozen=True):
    """A part as a topic of its own."""

    name: str
    """Its stem."""
    title: str
    description: str
    headings: tuple[str, ...]
    data: bytes


class Cut(Record, frozen=True):
    """A file that was split."""

    rest: bytes
    """What stays in it."""
    pieces: tuple[Piece, ...]


def cut(workspace: Workspace, name: str, data: bytes, taken: Collection[str], today: str) -> Cut:
    """Split the file with that name.

    What stands before the first heading to cut at stays, and in the index each part that points to files. A new
    topic's title and description are made from its headings.

    Args:
        workspace: whose memory.
        name: the file's.
        data: its bytes.
        taken: names of files in use.
        today: the date of a topic that holds no dated entry.

    Raises:
        PolicyViolation: there is nothing to split, or the file is none to split.
        TopicInvalid: it is not UTF-8.
    """
    stem = workspace.stem(name)
    if name == IDENTITY or not (stem or name == workspace.index or name in workspace.people):
        raise PolicyViolation(f"{name} is for people to order")
    held = topic.parse(stem or name.removesuffix(".md"), data)
    pointed = name == workspace.index
    parts = _parts(held, pointed=pointed)
    if not parts:
        raise PolicyViolation(
            f"{name} has no headings to split it at: only whole parts below a heading of their own move"
        )
    used = {item.casefold() for item in taken} | {"memory.md", *workspace.people}
    made: list[Piece] = []
    base = NOTES if pointed else _slug(held.name) or NOTES
    for part in parts:
        called = next(item for item in _names(part, base, pointed=pointed) if _free(workspace, item, used))
        used.add(workspace.topic(called).casefold())
        made.append(_piece(workspace, held, part, called, today))
    moved = {at for part in parts for at in range(part.start, part.stop)}
    rest = "".join(line for at, line in enumerate(held.lines) if at not in moved)
    return Cut(rest=rest.encode(), pieces=tuple(made))


def _free(workspace: Workspace, stem: str, used: Collection[str]) -> bool:
    return workspace.topic(stem).casefold() not in used and f"{stem}.md" not in used


def _parts(held: Topic, *, pointed: bool) -> list[Part]:
    """What moves, in the order of the file."""
    heads = headings.find(held.lines, held.front.stop)
    cuts = _cuts(heads)
    if not cuts:
        return []
    ranges: list[tuple[int, int]] = []
    for start, stop in zip(cuts, [*cuts[1:], len(held.lines)], strict=True):
        ranges += _ranges(held, heads, start, stop, pointed=pointed)
    ranges = _joined(held, ranges, pointed=pointed)
    if pointed:
        ranges = [pair for pair in ranges if not _points(held, *pair)]
    elif not _says(held, heads, cuts[0]):
        ranges = ranges[1:]  # a file with nothing but a title is of no use to anybody
    return [Part(start, stop, tuple(h.text for h in heads if start <= h.line < stop)) for start, stop in ranges]


def _says(held: Topic, heads: Sequence[Heading], first: int) -> bool:
    """Whether anything but the file's title stands before that line."""
    titles = {head.line for head in heads if head.line < first}
    body = range(held.front.stop, first)
    return any(held.lines[at].strip() and at not in titles and not _underlines(held.lines[at]) for at in body)


def _underlines(line: str) -> bool:
    return bool(headings.UNDERLINE.fullmatch(line.rstrip("\r\n")))


def _cuts(heads: Sequence[Heading], own: int = -1) -> list[int]:
    """Lines of the headings that stand below no other; but for the one at line ``own``, or a title above them all."""
    inner = [head for head in heads if head.line != own]
    tops: list[Heading] = []
    for head in inner:
        if not tops or head.level <= tops[-1].level:
            tops.append(head)
    if own < 0 and len(tops) == 1 and len(inner) > 1:
        return _cuts(inner, tops[0].line)
    return [head.line for head in tops]


def _ranges(
    held: Topic, heads: Sequence[Heading], start: int, stop: int, *, pointed: bool
) -> Iterator[tuple[int, int]]:
    """The part as it is, or what its own headings cut it into where it is too long, or some of it points to files."""
    inner = [head for head in heads if start <= head.line < stop]
    cuts = _cuts(inner, start)
    long = _bytes(held, start, stop) > PART_BYTES
    if not cuts or not (long or (pointed and _points(held, start, stop))):
        yield start, stop
        return
    yield start, cuts[0]
    for first, last in zip(cuts, [*cuts[1:], stop], strict=True):
        yield from _ranges(held, heads, first, last, pointed=pointed)


def _joined(held: Topic, ranges: Sequence[tuple[int, int]], *, pointed: bool) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, stop in ranges:
        joins = found and found[-1][1] == start and _bytes(held, found[-1][0], stop) < SMALL_BYTES
        if joins and not (pointed and _points(held, found[-1][0], stop)):
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return found


def _bytes(held: Topic, start: int, stop: int) -> int:
    return len("".join(held.lines[start:stop]).encode())


def _points(held: Topic, start: int, stop: int) -> bool:
    return bool(index.pointers("".join(held.lines[start:stop]).encode()))


def _names(part: Part, base: str, *, pointed: bool) -> Iterator[str]:
    """Stems for the part, the best first."""
    own = _slug(part.headings[0])
    wanted = (own if pointed else f"{base}-{own}") if own else ""
    wanted = wanted[:60].rstrip("-")
    if STEM.fullmatch(wanted):
        yield wanted
    number = 2
    while True:
        yield f"{(wanted or base)[:58]}-{number}"
        number += 1


def _slug(text: str) -> str:
    """The words of a text that can stand in a topic's name."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _piece(workspace: Workspace, held: Topic, part: Part, name: str, today: str) -> Piece:
    body = held.lines[part.start : part.stop]
    dates = [item.entry for item in entries.parse(body)]
    created = min((one.created for one in dates if entries.DATE.fullmatch(one.created)), default=today)
    updated = max((one.updated for one in dates if entries.DATE.fullmatch(one.updated)), default=created)
    told = [said for text in dict.fromkeys(part.headings) if (said := entries.plain(text))] or [held.title]
    title, description = _title(told), _description(told, "" if held.name == "MEMORY" else entries.plain(held.title))
    head = {
        "name": title,
        "description": description,
        "type": _kind(workspace, held),
        "created": min(created, updated),
        "updated": updated,
    }
    end = "\r\n" if held.lines[0].endswith("\r\n") else "\n"
    lines = [f"{line}{end}" for line in front_matter.render(head)]
    return Piece(name, title, description, part.headings, "".join([*lines, *body]).encode())


def _kind(workspace: Workspace, held: Topic) -> EntryType:
    people: dict[str, EntryType] = {workspace.resident("user"): "user", workspace.resident("feedback"): "feedback"}
    return people.get(held.name, held.type)


def _title(told: Sequence[str]) -> str:
    """As many of the headings as fit, at least a part of the first."""
    return _listed(told, ", ", TITLE_CHARS) or _short(told[0], TITLE_CHARS)


def _description(told: Sequence[str], whole: str) -> str:
    """When to read it: a trigger, in the language of the headings."""
    chinese = bool(HAN.search("".join(told)))
    frame, mark = ("涉及{}前读", "、") if chinese else ("Read before anything about {}", ", ")
    origin = ("（选自{}）" if chinese else " (from {})").format(_short(whole, WHOLE_CHARS)) if whole else ""
    room = DESCRIPTION_CHARS - len(frame) - len(origin)
    return frame.format(_listed(told, mark, room) or _short(told[0], room)) + origin


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _listed(told: Sequence[str], mark: str, room: int) -> str:
    shown: list[str] = []
    for text in told:
        if len(mark.join([*shown, text])) > room:
            break
        shown.append(text)
    return mark.join(shown)
