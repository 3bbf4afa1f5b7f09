"""How changes of a memory are shown to people: a sign and the words of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreamd.records import Change, ChangeOp, Headed, Learned

SIGNS: dict[ChangeOp, str] = {
    "add": "+",
    "update": "~",
    "confirm": "=",
    "retire": "-",
    "move": ">",
    "restore": "+",
    "new": "+",
    "remove": "-",
    "edit": "~",
}
"""One for each kind of change there is; a test holds the two together."""
HEADS = {"new": "new topic", "edit": "renamed topic", "remove": "topic gone"}


def line(change: Change | Learned) -> str:
    """One change of an entry, or of a topic as a whole."""
    place = f"  (now in {change.topic})" if change.op == "move" else ""
    return f"{sign(change.op)} {change.text or change.topic}{place}"


def sign(op: str) -> str:
    """The sign of a change; one that a later dreamd wrote has none."""
    return next((mark for known, mark in SIGNS.items() if known == op), "?")


def heads(topics: tuple[Headed, ...]) -> Iterator[str]:
    """Two lines at most for each topic that is new, called otherwise or gone: the words that the index has of it."""
    for topic in topics:
        yield f"{SIGNS[topic.op]} {HEADS[topic.op]} {topic.topic}: {topic.text}"
        if topic.was:
            yield f"  was: {topic.was}"
