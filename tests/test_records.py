"""References fit an entry's bracket, whatever a session's file is called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dreamd.memory import entry
from dreamd.records import Entry, reference


@given(st.text(min_size=1, max_size=40))
def test_a_reference_survives_its_entry_whatever_the_session_is_called(session: str) -> None:
    made = Entry(text="One.", created="2026-01-01", updated="2026-01-01", sources=(reference("codex", session, 7),))
    (item,) = entry.parse(entry.render(made))
    assert item.entry == made
