"""What a model may look at: lists, pages and finds, each answer within a budget of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamd import invisible
from dreamd.dream import citing, memory_text, rendering

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dreamd.dream.citing import Rows
    from dreamd.dream.rendering import Page
    from dreamd.engines import Work
    from dreamd.records import TopicView, Turn

LOOK_BYTES = 8_000
"""Of one answer."""
LINE_BYTES = 2_000
FINDS = 60
AROUND_CHARS = 160
"""What is shown on either side of a find."""


@dataclass(frozen=True, slots=True)
class Sessions:
    """The sessions of a dream."""

    pages: Mapping[str, tuple[Page, ...]]
    """By the session's name, newest first."""
    turns: Mapping[str, Sequence[Turn]]
    """By the session's name."""
    rows: Rows
    ids: Mapping[str, str]
    """By the session's name, its id."""


def sessions(work: Work) -> Sessions:
    """All new sessions, ready to be looked at."""
    called = rendering.names(work.digest)
    return Sessions(
        pages=rendering.rendered(work.digest, work.context),
        turns={called[turns[0].source, turns[0].session]: turns for turns in work.digest if turns},
        rows=citing.rows(work.digest),
        ids={name: session for (_, session), name in called.items()},
    )


def within(lines: Iterable[str], most: int = LOOK_BYTES, more: int = 0) -> str:
    """The lines up to the budget, and how many more there are; ``more`` are not among them from the start."""
    kept: list[str] = []
    left, size = more, 0
    for whole in lines:
        line = cut(whole, LINE_BYTES)
        size += len(line.encode("utf-8", "replace")) + 1
        if size <= most and left == more:
            kept.append(line)
        else:
            left += 1
    return "\n".join([*kept, f"[{left} more lines; ask for less]"] if left else kept or ["nothing"])


def cut(text: str, most: int) -> str:
    """The beginning of a text that is longer than so many bytes."""
    data = text.encode("utf-8", "replace")
    return text if len(data) <= most else f"{data[:most].decode('utf-8', 'ignore')} [cut]"


def list_sessions(known: Sessions) -> str:
    """A line on each session, newest first."""
    return within(_about(known, name, held) for name, held in known.pages.items())


def _about(known: Sessions, name: str, held: tuple[Page, ...]) -> str:
    turns = known.turns[name]
    human = [turn for turn in turns if turn.role == "human"]
    dates = sorted(turn.time[:10] for turn in turns if turn.time)
    span = f"{dates[0]} to {dates[-1]}, " if dates else ""
    first = " ".join(invisible.stripped(human[0].text[:LINE_BYTES]).split())[:AROUND_CHARS] if human else ""
    return f"{name}: {span}{len(human)} human of {len(turns)} turns, {len(held)} pages; begins: {first}"


def view_session(known: Sessions, name: str, page: int) -> str | None:
    """One page; ``None`` where there is no such session or page."""
    held = named(known, name)
    return held[page - 1].text if 1 <= page <= len(held) else None


def named(known: Sessions, name: str) -> tuple[Page, ...]:
    """The pages of the session that is meant; its name may be cut, or go on up to a line's reference."""
    wanted = name.strip().partition("#")[0]
    found = [one for one in known.pages if wanted and (one.startswith(wanted) or wanted.startswith(one))]
    return known.pages[found[0]] if len(found) == 1 else known.pages.get(wanted, ())


def view_turn(known: Sessions, reference: str) -> str | None:
    """Whole turns of one row; ``None`` where there is no such row."""
    found = citing.turns(known.rows, reference)
    lines = (line for turn in found for line in (f"[{turn.ref} {turn.role} {turn.time[:10]}]", *_lines(turn.text)))
    return cut("\n".join(lines), LOOK_BYTES) if found else None


def _lines(text: str) -> list[str]:
    return [f" {line}" for line in invisible.stripped(text[:LOOK_BYTES]).splitlines() if line.strip()]


def grep_sessions(known: Sessions, words: str) -> str:
    """The turns that hold all the words, whatever the case, with what stands around the first."""
    wanted = words.casefold().split()
    found = [
        (name, line, turn)
        for (name, line), row in known.rows.items()
        for turn in row
        if wanted and _holds(turn.text, wanted)
    ]
    shown = (
        f"[{name}#L{line} {turn.role} {turn.time[:10]}] {_around(turn, wanted[0])}"
        for name, line, turn in found[:FINDS]
    )
    return within(shown, more=max(0, len(found) - FINDS))


def _holds(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def _around(turn: Turn, word: str) -> str:
    at = max(0, turn.text.casefold().find(word))
    return " ".join(invisible.stripped(turn.text[max(0, at - AROUND_CHARS) : at + AROUND_CHARS]).split())


def list_topics(topics: Mapping[str, TopicView]) -> str:
    """A line on each topic."""
    return within(memory_text.head(held) for held in topics.values())


def grep_memory(topics: Mapping[str, TopicView], words: str) -> str:
    """The entries that hold all the words, whatever the case."""
    wanted = words.casefold().split()
    return within(
        f"{held.name}: {line}"
        for held in topics.values()
        for line in memory_text.entry_lines(held)
        if wanted and all(word in line.casefold() for word in wanted)
    )
