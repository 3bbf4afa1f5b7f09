"""Times go out as ISO 8601 in UTC and come back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamd import clock


@given(st.integers(0, 4_000_000_000_000))
def test_milliseconds_survive_the_way_out_and_back(milliseconds: int) -> None:
    ns = milliseconds * 1_000_000
    assert clock.parse(clock.iso(ns)) == ns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-10T09:00:00.000Z", "2026-03-10T09:00:00.000Z"),
        ("2026-03-10T09:00:00+02:00", "2026-03-10T07:00:00.000Z"),
        ("2026-03-10", "2026-03-10T00:00:00.000Z"),
    ],
)
def test_zones_are_converted_and_no_zone_means_utc(text: str, expected: str) -> None:
    assert clock.iso(clock.parse(text) or 0) == expected


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert clock.parse(text) is None
