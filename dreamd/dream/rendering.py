"""New sessions as text that a model reads: each turn under its reference, each session in pages of a known size."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dreamd import estimate, invisible
from dreamd.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dreamd.records import Turn

PAGE_TOKENS = 4_000
HEAD_CHARS, TAIL_CHARS = 200, 500
"""What is kept of a turn that is not the person's: how it begins, and how it ends, since questions stand there."""
PIECE_CHARS = 4_000
"""A longer turn is shown in pieces, each under the same reference."""


class Page(Record, frozen=True):
    """A part of one session."""

    session: str
    """The session's name within this dream, e.g. ``claude-code/54bb2ec8-87cc``."""
    number: int
    """From 1."""
    text: str
    tokens: int
    """Estimated from above."""


def names(digest: Iterable[Sequence[Turn]]) -> dict[tuple[str, str], str]:
    """(source, session) -> its name within this dream: 13 characters of it, or all where these mean two sessions."""
    sessions = dict.fromkeys((turn.source, turn.session) for turns in digest for turn in turns)
    short = {place: f"{place[0]}/{place[1][:13]}" for place in sessions}
    count = Counter(short.values())
    return {place: name if count[name] == 1 else f"{place[0]}/{place[1]}" for place, name in short.items()}


def pages(name: str, turns: Sequence[Turn], before: Sequence[Turn] = ()) -> tuple[Page, ...]:
    """The session's pages; a turn that is too large for one goes on over several.

    Args:
        name: of the session, see ``names``.
        turns: the new ones.
        before: the last ones before them, shown without reference: they are no evidence.
    """
    cwd = next((turn.cwd for turn in turns if turn.cwd), "")
    head = f"## {name}" + (f" in {invisible.stripped(cwd)}" if cwd else "")
    pieces = [*_context(before), *(piece for turn in turns for piece in _pieces(name, turn))]
    texts = [[head]]
    size = estimate.tokens(head)
    for piece in pieces:
        cost = estimate.tokens(piece)
        if size + cost > PAGE_TOKENS and len(texts[-1]) > 1:
            texts.append([f"{head} (page {len(texts) + 1})"])
            size = estimate.tokens(head)
        texts[-1].append(piece)
        size += cost
    return tuple(_page(name, number, "\n".join(lines)) for number, lines in enumerate(texts, 1))


def _page(name: str, number: int, text: str) -> Page:
    return Page(session=name, number=number, text=text, tokens=estimate.tokens(text))


def _context(before: Sequence[Turn]) -> Iterator[str]:
    for turn in before:
        yield f"[before, {turn.role}, not to be cited]\n{_indented(shortened(turn.text))}"


def _pieces(name: str, turn: Turn) -> Iterator[str]:
    """The turn under its reference: the person's words whole, others' cut."""
    head = f"[{name}#L{turn.line} {turn.role} {turn.time[:10]}".rstrip() + "]"
    text = turn.text if turn.role == "human" else shortened(turn.text)
    for at in range(0, len(text) or 1, PIECE_CHARS):
        yield f"{head}\n{_indented(text[at : at + PIECE_CHARS])}"


def shortened(text: str) -> str:
    """The beginning and the end of a long text."""
    if len(text) <= HEAD_CHARS + TAIL_CHARS:
        return text
    return f"{text[:HEAD_CHARS]}\n[...]\n{text[-TAIL_CHARS:]}"


def _indented(text: str) -> str:
    """So that no line of a text can pass for the head of another turn."""
    return "\n".join(f" {line}" for line in invisible.stripped(text).splitlines() if line.strip())


def newest_first(digest: Iterable[Sequence[Turn]]) -> list[Sequence[Turn]]:
    """The sessions by the time of their last turn; those without a time come last."""
    return sorted(
        (turns for turns in digest if turns),
        key=lambda turns: (max(turn.time for turn in turns), turns[0].session),
        reverse=True,
    )


def rendered(digest: Iterable[Sequence[Turn]], context: Mapping[str, Sequence[Turn]]) -> dict[str, tuple[Page, ...]]:
    """Session name -> its pages, newest session first."""
    found = list(digest)
    called = names(found)
    return {
        called[turns[0].source, turns[0].session]: pages(
            called[turns[0].source, turns[0].session], turns, context.get(turns[0].session, ())
        )
        for turns in newest_first(found)
    }
