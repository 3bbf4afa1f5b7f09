"""From a reference and words, as a model gives them, to the quote of a row."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from dreamd import invisible
from dreamd.dream import rendering
from dreamd.memory import support
from dreamd.records import Quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreamd.records import Turn

REFERENCE = re.compile(r"\[?(?:(?P<session>[^\s#\]]*)#)?L(?P<line>\d{1,9})\b.*", re.DOTALL)
PIECES = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\])\s*")
ALIKE = str.maketrans("‘’‚‛“”„‟«»–—‑", '\'\'\'\'""""""---')
SHOWN_CHARS = 300

Rows: TypeAlias = "dict[tuple[str, int], list[Turn]]"
"""(name of the session, line) -> the turns of that row."""


def rows(digest: Iterable[Sequence[Turn]]) -> Rows:
    """Every row of the digest; nothing else can be cited."""
    found = [list(turns) for turns in digest]
    called = rendering.names(found)
    made: Rows = {}
    for turns in found:
        for turn in turns:
            made.setdefault((called[turn.source, turn.session], turn.line), []).append(turn)
    return made


def turns(known: Rows, reference: str) -> list[Turn]:
    """The turns that the reference may mean; a session's name may be cut, or left out."""
    match = REFERENCE.fullmatch(reference.strip())
    if match is None:
        return []
    wanted, line = match["session"] or "", int(match["line"])
    at = [name for name, number in known if number == line]
    named = [name for name in at if name == wanted] or [name for name in at if _meant(wanted, name)]
    return [turn for name in named for turn in known[name, line]]


def _meant(wanted: str, name: str) -> bool:
    return name.startswith(wanted) or name.partition("/")[2].startswith(wanted) or (wanted.startswith(name))


def quotes(known: Rows, reference: str, words: str) -> list[Quote] | str:
    """The quotes, one for each piece of the words between ellipses; or, as text, what is wrong and how to do better.

    Spacing, the forms of quotation marks and characters that nobody sees may differ; the quote is what the row says.
    """
    said = turns(known, reference)
    if not said:
        return f"no turn of this dream is called {reference!r}; give the reference that stands before the turn"
    pieces = [piece for piece in PIECES.split(words) if piece.strip()]
    if not pieces:
        return "the quote is empty; quote the turn's own words"
    # The person's words first: a row may hold them twice, as theirs and inside a tool's result.
    said.sort(key=lambda turn: turn.role != "human")
    for turn in said:
        found = [_found(turn.text, piece) for piece in pieces]
        if all(found):
            return [_quote(turn, quote) for quote in found]
    shown = invisible.stripped(said[0].text)[:SHOWN_CHARS]
    return f"these words do not stand in {reference}; it says: {shown!r}. Quote word for word"


def _found(text: str, words: str) -> str:
    """The part of the text that reads like the words; empty where none does."""
    if support.standing(text, words) >= 0:
        return words
    folded, places = _folded(text)
    wanted = _folded(words)[0].strip()
    at = support.standing(folded, wanted) if wanted else -1
    return text[places[at] : places[at + len(wanted) - 1] + 1] if at >= 0 else ""


@lru_cache(maxsize=64)
def _folded(text: str) -> tuple[str, list[int]]:
    """The text with spaces, case and marks made alike, and for each of its characters the place it came from."""
    made: list[str] = []
    places: list[int] = []
    alike = {char: " " if char.isspace() else invisible.stripped(char).translate(ALIKE).lower() for char in set(text)}
    for at, char in enumerate(text):
        plain = alike[char]
        if len(plain) == 1 and not (plain == " " and made[-1:] == [" "]):
            made.append(plain)
            places.append(at)
    return "".join(made), places


def _quote(turn: Turn, words: str) -> Quote:
    return Quote(
        source=turn.source,
        session=turn.session,
        line=turn.line,
        quote=words,
        role=turn.role,
        date=turn.time[:10],
        row=turn.row,
    )
