"""A merge loses nothing of theirs, brings everything of ours, and repeating it changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamd.memory import merge, topic
from dreamd.records import Entry

WORDS = ("One.", "Two.", "Three.", "Four.", "Five.", "六。")
DATES = ("2026-01-01", "2026-02-01")
entries_of = st.dictionaries(st.sampled_from(WORDS), st.sampled_from(DATES), max_size=5)
lines = st.lists(st.sampled_from(["- [A](a.md)", "- [B](b.md)", "- [C](c.md)", "# Memory", "", "prose"]), max_size=7)


def data(said: dict[str, str]) -> bytes:
    made = topic.new("a", "A", "Read before a", "project", "2026-01-01")
    for text, date in said.items():
        made = topic.add(made, Entry(text=text, created="2026-01-01", updated=date, sources=("s",)))
    return made.data


def texts(merged: bytes) -> dict[str, str]:
    return {entry.text: entry.updated for entry in topic.parse("a", merged).entries}


@settings(max_examples=150, deadline=None)
@given(entries_of, entries_of, entries_of)
def test_a_merged_topic_holds_both_sides_changes(
    base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]
) -> None:
    merged = merge.topic(data(base), data(ours), data(theirs))
    if merged is None:
        return
    result = texts(merged)
    for text in {*base, *ours, *theirs}:
        old, new, now = base.get(text), ours.get(text), theirs.get(text)
        assert result.get(text) == (now if new == old else new)
    assert merge.topic(data(base), data(ours), merged) == merged


@settings(max_examples=150, deadline=None)
@given(entries_of, entries_of)
def test_a_side_that_changed_nothing_yields_to_the_other(base: dict[str, str], ours: dict[str, str]) -> None:
    assert merge.topic(data(base), data(base), data(ours)) == data(ours)
    merged = merge.topic(data(base), data(ours), data(base))
    assert merged is not None
    assert texts(merged) == ours


@settings(max_examples=150, deadline=None)
@given(lines, lines, lines)
def test_a_merged_index_keeps_their_lines_and_has_ours(base: list[str], ours: list[str], theirs: list[str]) -> None:
    old, new, now = ("".join(f"{line}\n" for line in side).encode() for side in (base, ours, theirs))
    merged = merge.index(old, new, now).decode().splitlines()
    kept = [line for line in theirs if line in ours or line not in base]
    assert [line for line in merged if line in kept and line in theirs] == kept or set(kept) <= set(merged)
    assert {line for line in ours if line and line not in base} <= set(merged)
    assert not {line for line in base if line and line not in ours} & set(merged)
    again = merge.index(old, new, "".join(f"{line}\n" for line in merged).encode())
    assert again.decode().splitlines() == merged
