"""Looks an entry's quotes up in the rows they name: what is not there, word for word, is no evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dreamd import redact, scanner
from dreamd.memory import support
from dreamd.records import Quote, Record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dreamd.jsonl import Trail
    from dreamd.records import Transcript, Turn


END = re.compile(r"[.!?]+(?=\s)|[。！？\n]")


class Attested(Record, frozen=True):
    """A quote that stands in its row."""

    quote: Quote
    """With role, date and row as the transcript has them."""
    time: str
    """The row's own time; empty where it has none."""
    around: str
    """The whole sentences in which it stands: a "not" may stand before the quoted words."""
    turn: str = ""
    """All that the person says in that row; empty where nothing more is known."""


class Witness:
    """Re-reads cited rows, each once; many of one transcript cost about one reading of it.

    Args:
        transcripts: (source, session) -> the file, for the sessions of this dream alone: nothing else can be cited.
    """

    def __init__(self, transcripts: Mapping[tuple[str, str], Transcript]) -> None:
        self._transcripts = transcripts
        self._rows: dict[tuple[str, str, int], list[Turn]] = {}
        self._trails: dict[tuple[str, str], Trail] = {}

    def confirm(self, quote: Quote) -> Attested | None:
        """What the row says of the quote, or ``None`` where the words do not stand there.

        The row is redacted before it is searched, as it was before the engine saw it.
        """
        if not quote.quote.strip():
            return None
        turns = self._row(quote)
        # A refusal's row holds the person's words twice: as theirs, and inside the tool result that carried them.
        for turn in sorted(turns, key=lambda turn: turn.role != "human"):
            if (start := support.standing(turn.text, quote.quote)) >= 0:
                true = msgspec.structs.replace(quote, role=turn.role, date=turn.time[:10], row=turn.row)
                around = sentences(turn.text, start, start + len(quote.quote))
                whole = "\n".join(one.text for one in turns if one.role == turn.role)
                return Attested(quote=true, time=turn.time, around=around, turn=whole)
        return None

    def said(self, turn: Turn) -> bool:
        """Whether what somebody calls a person's turn is one; a turn of others claims nothing."""
        place = Quote(
            source=turn.source, session=turn.session, line=turn.line, quote=turn.text, role=turn.role, date=""
        )
        heard = self._row(place) if turn.role == "human" else []
        return turn.role != "human" or any((one.role, one.text) == ("human", turn.text) for one in heard)

    def _row(self, quote: Quote) -> list[Turn]:
        place = (quote.source, quote.session, quote.line)
        if place not in self._rows:
            transcript = self._transcripts.get(place[:2])
            turns: list[Turn] = []
            if transcript is not None:
                try:
                    trail = self._trails.setdefault(place[:2], [])
                    turns = scanner.rows(transcript, quote.line, trail)
                except OSError:
                    turns = []
            self._rows[place] = [msgspec.structs.replace(turn, text=redact.redact(turn.text)) for turn in turns]
        return self._rows[place]


def sentences(text: str, start: int, end: int) -> str:
    """The whole sentences of which a part stands between these places of a text."""
    first = max((mark.end() for mark in END.finditer(text, 0, start)), default=0)
    last = END.search(text, end - 1)
    return text[first : last.end() if last else len(text)]
