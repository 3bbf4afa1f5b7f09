"""What we changed, replayed on what somebody else changed meanwhile."""

from __future__ import annotations

import pytest

from dreamd.memory import merge, topic
from dreamd.records import Entry


def said(text: str, updated: str = "2026-01-01") -> Entry:
    return Entry(text=text, created="2026-01-01", updated=updated, sources=("claude-code/54bb2ec8-87cc#L1",))


def data(*entries: Entry) -> bytes:
    made = topic.new("a", "A", "Read before a", "project", "2026-01-01")
    for entry in entries:
        made = topic.add(made, entry)
    return made.data


def held(merged: bytes | None) -> tuple[Entry, ...]:
    assert merged is not None
    return topic.parse("a", merged).entries


ONE, TWO, THREE, FOUR = said("One."), said("Two."), said("Three."), said("Four.")
BASE = data(ONE, TWO)
THEIRS = Entry(text="Theirs.")


def test_what_both_sides_appended_stands_in_the_result() -> None:
    theirs = BASE + b"\nSome prose.\n- Theirs.\n"
    merged = merge.topic(BASE, data(ONE, TWO, THREE), theirs)
    assert held(merged) == (ONE, TWO, THEIRS, THREE)
    assert merged is not None
    assert b"\nSome prose.\n- Theirs.\n" in merged


def test_an_update_keeps_its_place() -> None:
    assert held(merge.topic(BASE, data(THREE, TWO), BASE + b"- Theirs.\n")) == (THREE, TWO, THEIRS)


def test_a_removal_and_a_confirmation_are_replayed() -> None:
    later = said("Two.", "2026-02-01")
    merged = merge.topic(BASE, data(later), BASE + b"- Theirs.\n")
    assert held(merged) == (later, THEIRS)
    assert merged is not None
    assert b"\nupdated: 2026-02-01\n" in merged


def test_a_removal_on_both_sides_is_one_removal() -> None:
    assert held(merge.topic(BASE, data(TWO), data(TWO, THREE))) == (TWO, THREE)


def test_an_entry_that_only_moved_stays() -> None:
    assert held(merge.topic(BASE, data(TWO, ONE), data(ONE, TWO, THREE))) == (ONE, TWO, THREE)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (data(THREE, TWO), data(FOUR, TWO)),
        (data(said("One.", "2026-02-01"), TWO), data(said("One.", "2026-03-01"), TWO)),
        (data(TWO), data(said("One.", "2026-03-01"), TWO)),
        (data(ONE, TWO, THREE), data(ONE, TWO, said("Three.", "2026-02-01"))),
        (data(ONE, TWO, THREE), b"\xff"),
        (data(ONE, TWO, THREE).replace(b"# A", b"# B"), data(ONE, TWO, FOUR)),
        (data(THREE, TWO), data(ONE, TWO, ONE)),
    ],
    ids=[
        "updated twice",
        "confirmed twice",
        "removed and confirmed",
        "added twice",
        "no topic",
        "frame",
        "stands twice",
    ],
)
def test_what_cannot_be_decided_is_not_merged(ours: bytes, theirs: bytes) -> None:
    assert merge.topic(BASE, ours, theirs) is None


def test_our_pointers_join_an_index_that_somebody_rearranged() -> None:
    base = b"# Memory\n\n- [A](a.md)\n- [B](b.md)\n"
    ours = b"# Memory\n\n- [A](a.md) - anew\n- [C](c.md)\n"
    theirs = b"# My memory\n- [B](b.md)\nprose\n- [A](a.md)\nlast"
    assert merge.index(base, ours, theirs) == b"- [A](a.md) - anew\n- [C](c.md)\n# My memory\nprose\nlast"


def test_pointers_go_behind_the_nearest_line_that_stood_before() -> None:
    base = b"- [A](a.md)\r\n- [B](b.md)"
    ours = b"- [A](a.md)\r\n- [B](b.md)\r\n- [C](c.md)\r\n"
    assert merge.index(base, ours, b"x\r\n" + base) == b"x\r\n" + ours


def test_an_index_is_merged_whatever_its_bytes() -> None:
    assert merge.index(b"", b"- [A](a.md)\n", b"\xff\x00") == b"- [A](a.md)\n\xff\x00"
