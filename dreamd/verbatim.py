"""Answers a question with what was said in past sessions, word for word: whole turns or paragraphs, in a budget."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from dreamd import conversations, invisible, kin, recalled, redact, state, words, workspaces
from dreamd.recalled import Answer, Passage

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from dreamd.conversations import Said
    from dreamd.memory.layout import Workspace

Terms: TypeAlias = "Mapping[str, frozenset[str]]"
"""Each term of a question -> the words that may stand for it."""
LOOKED_AT = 60
"""Turns, of those that share words with the question, that are looked at closely."""
SHARED = 0.25
"""Part of the question's terms that a turn must hold to be worth reading."""
FAINT = 0.3
"""How near it must come to the nearest."""
MOST_OF_IT = 0.5
"""Part of the budget that one turn may take where others wait; of a longer one the nearest paragraphs are shown."""
ALIKE_CHARS = 5
"""Words that begin alike for so long count as one."""
FRAME = sum(len(line.encode()) + 1 for line in (recalled.PAST, recalled.turns_left_out(1_000_000)))
"""Bytes of what stands around the passages."""
GAP = re.compile(r"\n[ \t]*\n\s*")


NOTHING = Answer(topics=(), entries=(), left_out=0)


def answer(
    path: Path, db: sqlite3.Connection, chosen: Iterable[Workspace], exclude: Sequence[str], question: str, room: int
) -> Answer:
    """Look into the sessions of these workspaces, and of no others.

    Args:
        path: the words that were kept.
        db: our state, which knows whose session is whose.
        chosen: the workspaces.
        exclude: directories of projects that are never read; what was kept of them before is not shown either.
        question: in anybody's words.
        room: bytes that the passages may take in words (``recalled.past``).

    Raises:
        StoreError: what was kept cannot be used.
    """
    homes = {
        (item.source, item.session): space.name
        for space in chosen
        for item in state.sessions(db, space.name)
        if not workspaces.excluded(item.cwd, exclude)
    }
    terms = {term: kin.of(term) for term in words.asked(question)}
    if not terms or not homes:
        return NOTHING
    with conversations.opened(path, look=True) as kept:
        numbers = conversations.numbers(kept, homes)
        heard = _near(terms, conversations.search(kept, numbers, _match(terms), LOOKED_AT))
        if not heard:
            related = dict.fromkeys(word for term, others in terms.items() for word in (term, *sorted(others)))
            heard = _near(terms, conversations.search(kept, numbers, _match(related), LOOKED_AT))
    return _within(heard, homes, terms, room)


def _match(terms: Iterable[str]) -> str:
    return " OR ".join(f'"{term}"*' if len(term) == 1 and not term.isascii() else f'"{term}"' for term in terms)


def _near(terms: Terms, said: Iterable[Said]) -> list[tuple[float, Said]]:
    """The turns that hold enough of what was asked for, nearest first; a copy (sessions are forked) is left out."""
    first: dict[str, Said] = {}
    for one in sorted(said, key=lambda one: (one.time or "~", one.id)):
        first.setdefault(one.text, one)
    weighed = [(one.score * share, one) for one in first.values() if (share := _share(terms, one.text)) >= SHARED]
    weighed.sort(key=lambda pair: -pair[0])
    return [pair for pair in weighed if pair[0] >= FAINT * weighed[0][0]]


def _share(terms: Terms, text: str) -> float:
    """Part of the terms that stand in the text; a kindred word counts less."""
    there = set(words.indexed(text).split())
    alike = {word[:ALIKE_CHARS] for word in there if len(word) >= ALIKE_CHARS}
    count = 0.0
    for term, others in terms.items():
        if term in there or (term.isascii() and term[:ALIKE_CHARS] in alike):
            count += 1
        elif not others.isdisjoint(there):
            count += kin.LIKENESS
    return count / len(terms)


def _within(heard: list[tuple[float, Said]], homes: dict[tuple[str, str], str], terms: Terms, room: int) -> Answer:
    """What fits, whole."""
    taken: list[Passage] = []
    left = room - FRAME
    for score, said in heard:
        whole = _passage(score, said, homes[said.source, said.session])
        most = left if len(heard) == 1 else min(left, int(MOST_OF_IT * room))
        fits = whole if _cost(whole) <= most else _cut(whole, terms, most)
        if fits is not None:
            taken.append(fits)
            left -= _cost(fits)
    return msgspec.structs.replace(NOTHING, passages=tuple(taken), passages_left_out=len(heard) - len(taken))


def _passage(score: float, said: Said, workspace: str) -> Passage:
    """The whole turn; redacted as a whole, by the rules of today, before anything is cut."""
    return Passage(
        source=said.source,
        session=said.session,
        line=said.line,
        role=said.role,
        date=said.time[:10],
        workspace=workspace,
        text=invisible.shown(redact.redact(said.text)).strip(),
        score=score,
        left_out=0,
    )


def _cut(whole: Passage, terms: Terms, room: int) -> Passage | None:
    """The paragraphs that are nearest to the question and fit, in their order; ``None`` where none does."""
    parts = GAP.split(whole.text)
    ranked = sorted(range(len(parts)), key=lambda at: (-_share(terms, parts[at]), at))
    chosen: list[int] = []
    for at in ranked:
        shown = sorted([*chosen, at])
        if _share(terms, parts[at]) and _cost(_of(whole, parts, shown)) <= room:
            chosen = shown
    return _of(whole, parts, chosen) if chosen else None


def _of(whole: Passage, parts: list[str], shown: list[int]) -> Passage:
    text = "\n\n".join(parts[at] for at in shown)
    return msgspec.structs.replace(whole, text=text, left_out=len(parts) - len(shown))


def _cost(passage: Passage) -> int:
    return sum(len(line.encode()) + 1 for line in recalled.spoken(passage))
