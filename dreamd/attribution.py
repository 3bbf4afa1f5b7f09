"""Gives a person's turn back as their own words, behind the words of others that they quote or paste."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dreamd import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.records import Turn

WHOLE = frozenset({"bash_input"})
"""Reasons for which a turn is the person's, in which no quotation means anything."""


def attributed(turn: Turn) -> Iterator[Turn]:
    """The turns that one turn of any role makes, whichever agent heard it.

    Everything of others comes first, and then all own words as one turn: a passage that a quotation interrupts goes on.
    """
    if turn.role != "human" or turn.why in WHOLE:
        yield turn
        return
    parts = quoted.parts(turn.text)
    if len(parts) == 1 and not parts[0].why:
        yield turn
        return
    for part in parts:
        if part.why and part.text.strip():
            yield msgspec.structs.replace(turn, role="pasted", text=part.text.strip(), why=part.why)
    words = _own(parts)
    if any(char.isalnum() for char in words):
        yield msgspec.structs.replace(turn, text=words)


def _own(parts: list[quoted.Part]) -> str:
    """The person's parts, those of one line on one line."""
    own = [""]
    for part in parts:
        if part.why or not part.text.strip():
            continue
        if own[-1].rstrip(" \t")[-1:] not in {"", "\n", "\r"} and part.text.splitlines()[0].strip():
            own[-1] += part.text  # the same line goes on behind a quotation
        else:
            own.append(part.text)
    return "\n\n".join(piece.strip() for piece in own if piece.strip())
