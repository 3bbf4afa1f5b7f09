"""A number of others may have any length, or be of signs that only look like digits; nothing falls over it."""

from __future__ import annotations

import pytest

from dreamd import figures, lock
from dreamd.codebase import Codebase
from dreamd.comparing import claims, measures
from dreamd.engines.embedded import settle
from dreamd.files import TEMPORARY
from dreamd.records import Entry, Quote

LONG = "9" * 5_000
ODD = [LONG, "²", "٣", "", "-1", "1_0", " 1", "½"]


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_number_of_a_sane_length_is_none(text: str) -> None:
    assert figures.whole(text) is None
    assert not lock.left_behind(f"{TEMPORARY}{text}-x")


def test_a_number_is_one() -> None:
    assert (figures.whole("0"), figures.whole("042"), figures.whole("123", 2)) == (0, 42, None)


@pytest.mark.parametrize("line", ODD)
def test_an_entry_with_an_odd_line_in_its_source_is_compared_all_the_same(line: str) -> None:
    entry = Entry(text="x", created="2026-01-01", updated="2026-01-01", sources=(f"codex/s#L{line}",))
    quote = Quote(source="codex", session="s", line=7, quote="x", role="human", date="2026-01-01")
    assert not settle.goes_on(entry, quote)
    assert not settle.stands_against(entry, quote)


@pytest.mark.parametrize("text", [f"Meet at {'9' * 400}:30", f"Meet at {LONG} pm", f"{LONG}点半", f"at {LONG}.5 hours"])
def test_no_hour_is_infinite(text: str) -> None:
    assert measures.measure(text) is None or measures.measure(text)
    assert claims.claims(text) is not None


def test_a_version_of_any_length_is_one() -> None:
    code = Codebase(versions={"django": (f">={LONG}.1",)})
    assert code.contradicts("django", "4.2") in {"", f">={LONG}.1"}
    assert code.contradicts("django", LONG) in {"", f">={LONG}.1"}
