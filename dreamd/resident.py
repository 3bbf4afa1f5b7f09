"""Composes the text an agent has at every start: who the person is, how to work, what moved lately.

An entry, or a paragraph, is the least that is shown: what does not fit is left out whole and counted in the last line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd import caution
from dreamd.memory import blocks
from dreamd.memory import entry as entries
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dreamd.memory.blocks import Block

RESIDENT_BYTES = 12 * 1024
"""All parts together, with what stands around them."""
HOOK_CHARS = {"claude-code": 9_900}
"""Where an agent cuts what a hook says at its start, in UTF-16 units."""
NOTE_UNITS = 100
"""What the line on pointers that did not fit may take."""
LAST_LINE = 512
"""Bytes that the line on what was left out may take."""


class Given(Record, frozen=True):
    """One file of the resident layer, as it may be shown."""

    name: str
    """As people know it: ``user.md``, ``me/agent.md``."""
    heading: str
    text: str
    """Redacted as a whole."""
    size: int
    """Bytes of the file."""
    budget: int
    ours: frozenset[str] | None = None
    """Keys of the entries that may be shown; ``None``: all may, whoever wrote them."""
    spoilt: frozenset[int] = frozenset()
    """Numbers of the lines, from 0, that give agents orders or are a program's; no entry of them is shown."""


class Part(Record, frozen=True):
    """One file of the resident layer, in figures."""

    name: str
    bytes: int
    budget: int


class Resident(Record, frozen=True):
    """The resident layer; the fields are the JSON keys of ``resident`` (cli.md)."""

    parts: tuple[Part, ...]
    text: str
    over: tuple[str, ...]
    """Names of the parts over their budgets; ``resident`` where all of it together is."""
    left_out: int
    """Entries that did not fit."""
    index: str = ""
    """The index whole, where it was asked for; it counts beside the budget."""


class Room(Record, frozen=True):
    """What may still be said."""

    bytes: int
    units: int
    """UTF-16."""

    def without(self, text: str) -> Room:
        """What is left after a text and a line end."""
        return Room(bytes=self.bytes - size(text) - 1, units=self.units - _units(text) - 1)

    @property
    def open(self) -> bool:
        """Whether it was not overdrawn."""
        return self.bytes >= 0 and self.units >= 0


def compose(title: str, given: Sequence[Given], agent: str = "", odd: Sequence[str] = (), index: str = "") -> Resident:
    """The layer of these files, in their order, within ``RESIDENT_BYTES`` and what the agent's hook may say.

    Args:
        title: whose memory it is.
        given: the files.
        agent: whose start it is.
        odd: names of files that are there and are no plain text: that they are missing is said, too.
        index: what is to be said beside it; an agent whose hook may not say all has its first lines.
    """
    spare = min(_units(index), NOTE_UNITS) + 2 if index else 0
    whole = Room(bytes=RESIDENT_BYTES, units=HOOK_CHARS.get(agent, RESIDENT_BYTES + spare) - spare)
    lines, left = _laid(title, given, whole, odd)
    if left:
        lines, left = _laid(title, given, Room(bytes=whole.bytes - LAST_LINE, units=whole.units - LAST_LINE), odd)
        lines += ["", _told(left)]
    over = [item.name for item in given if item.size > item.budget]
    over += ["resident"] if sum(item.size for item in given) > RESIDENT_BYTES else []
    return Resident(
        parts=tuple(Part(name=item.name, bytes=item.size, budget=item.budget) for item in given),
        text="\n".join(lines),
        over=tuple(over),
        left_out=sum(left.values()),
        index=_fitting(index, HOOK_CHARS[agent] - _units("\n".join(lines)) - 3) if agent in HOOK_CHARS else index,
    )


def _fitting(index: str, units: int) -> str:
    """The index, or as many of its lines as the agent's hook may say beside the layer, with the others counted."""
    if _units(index) <= units:
        return index
    lines = index.split("\n")
    shown, room = 0, units - NOTE_UNITS
    while (room := room - _units(lines[shown]) - 1) >= 0:
        shown += 1
    return "\n".join(
        [*lines[:shown], f"{len(lines) - shown} more lines of it do not fit here: dreamd recall finds topics."]
    )


def _laid(title: str, given: Sequence[Given], room: Room, odd: Sequence[str]) -> tuple[list[str], dict[str, int]]:
    """The lines, and how many entries of which file do not fit."""
    lines = [f"# {title}", "", *caution.LINES, 'Ask it for more with: dreamd recall "a few words on the task"']
    lines += [f"{', '.join(odd)}: left alone, since it is no plain text file (dreamd check)."] if odd else []
    lines += [f"{withheld}."] if (withheld := "; ".join(_withheld(given))) else []
    for line in lines:
        room = room.without(line)
    left: dict[str, int] = {}
    for item in given:
        shown, missing = _part(item, room)
        lines += shown
        for line in shown:
            room = room.without(line)
        if missing:
            left[item.name] = missing
    return lines, left


def _withheld(given: Sequence[Given]) -> Iterator[str]:
    """What stands in files and is put before no agent."""
    for item in given:
        source = item.text.split("\n")
        count = sum(block.start in item.spoilt for block in blocks.split(source, blocks.head(source)) if item.spoilt)
        if count:
            told = "1 entry is" if count == 1 else f"{count} entries are"
            yield f"{item.name}: {told} not shown, since no person gives such orders or speaks so (dreamd govern)"


def _part(item: Given, room: Room) -> tuple[list[str], int]:
    """The lines of one file, and how many entries do not fit into its budget or the room."""
    source = item.text.split("\n")
    start = blocks.head(source)
    lines = ["", f"## {item.heading} ({item.name})"]
    for line in lines:
        room = room.without(line)
    used = sum(size(line) + 1 for line in source[:start])
    left = 0
    for block in blocks.split(source, start):
        if block.start in item.spoilt or not _may_be_shown(block, item.ours):
            continue
        said = list(_lines(block, source))
        takes = sum(size(line) + 1 for line in (*block.headings, *source[block.start : block.stop]))
        after = room
        for line in said:
            after = after.without(line)
        if used + takes > item.budget or not after.open:
            left += 1
            continue
        lines, room, used = lines + said, after, used + takes
    return (lines if len(lines) > 2 else []), left  # noqa: PLR2004 (a blank line and the heading)


def _may_be_shown(block: Block, ours: frozenset[str] | None) -> bool:
    """What nobody said waits for the person's word; outside people's files nothing stands that dreamd did not write."""
    entry = block.entry
    mine = ours is None or bool(entry.sources and entries.key(entry) in ours)
    return bool(entry.text) and not entry.unconfirmed and mine


def _lines(block: Block, source: Sequence[str]) -> Iterator[str]:
    """The block as it stands, with its date alone for its bracket, and without what it replaces."""
    for heading in block.headings:
        if not heading.startswith("# "):
            yield f"#{heading}" if heading.startswith("## ") else heading
    if not block.listed:
        yield ""
    text = "\n".join(line.rstrip() for line in source[block.start : block.stop])
    date = f"[{block.entry.updated}]" if block.entry.updated else ""
    first, void = True, False
    for line in entries.BRACKET.sub("\0", text).split("\n"):
        bare = line.replace("\0", date if first else "")
        first = first and "\0" not in line
        if label := entries.LABEL.match(bare.strip()):
            why, old = entries.voided(label[3])
            void = bool(old) and not why
            bare = bare.replace(label[3], why) if old else bare
        if bare.strip() and not void:
            yield bare.rstrip().expandtabs(4)


def _told(left: dict[str, int]) -> str:
    count = sum(left.values())
    where = ", ".join(f"{name}: {number}" for name, number in left.items())
    noun = "entry does" if count == 1 else "entries do"
    told = f"{count} {noun} not fit and {'was' if count == 1 else 'were'} left out"
    ways = "shorten what stands there, move it to a topic, or split it (dreamd check)"
    full = f"{told} ({where}): {ways}."
    return full if size(full) < LAST_LINE - 2 else f"{told}: {ways}."


def size(text: str) -> int:
    """Bytes in UTF-8."""
    return len(text.encode("utf-8", "replace"))


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2
