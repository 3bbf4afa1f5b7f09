"""The gates are pure: each test states what was measured and what must follow."""

from __future__ import annotations

import pytest

from dreamd import clock, gates
from dreamd.config import Gates

NOW = clock.parse("2026-11-30T12:00:00Z") or 0
DEFAULT = Gates()


@pytest.mark.parametrize("hours", [0, 1, 23.9])
def test_time_gate_is_closed_before_min_hours_and_says_when_to_retry(hours: float) -> None:
    watermark = NOW - int(hours * clock.HOUR)
    verdict = gates.time(DEFAULT, watermark, NOW)
    assert not verdict.open
    assert verdict.retry_at == clock.iso(watermark + 24 * clock.HOUR)


@pytest.mark.parametrize("watermark", [None, NOW - 24 * clock.HOUR, NOW + clock.DAY, 0])
def test_time_gate_is_open_when_never_dreamed_or_long_ago_or_stamped_in_the_future(watermark: int | None) -> None:
    assert gates.time(DEFAULT, watermark, NOW).open


def test_scan_gate_throttles_for_ten_minutes() -> None:
    assert not gates.scan(DEFAULT, NOW - 9 * clock.MINUTE, NOW).open
    assert gates.scan(DEFAULT, NOW - 10 * clock.MINUTE, NOW).open
    assert gates.scan(DEFAULT, NOW + clock.MINUTE, NOW).open, "a stamp from the future must not block"


def test_session_gate_counts_to_five() -> None:
    assert not gates.sessions(DEFAULT, 4, NOW, NOW).open
    assert gates.sessions(DEFAULT, 5, NOW, NOW).open


def test_one_session_is_enough_after_seven_days() -> None:
    assert gates.sessions(DEFAULT, 1, NOW - 7 * clock.DAY, NOW).open
    assert not gates.sessions(DEFAULT, 1, NOW - 6 * clock.DAY, NOW).open
    assert not gates.sessions(DEFAULT, 0, None, NOW).open


def test_lock_gate_names_the_foreign_process() -> None:
    assert gates.lock(None).open
    assert "4711" in gates.lock(4711).reason


def test_backoff_waits_and_a_pause_has_no_end_by_itself() -> None:
    waiting = gates.backoff(NOW + clock.HOUR, "", NOW)
    paused = gates.backoff(0, "the disk is full", NOW)
    assert (waiting.open, waiting.retry_at) == (False, clock.iso(NOW + clock.HOUR))
    assert (paused.open, paused.retry_at) == (False, "")
    assert "the disk is full" in paused.reason
    assert gates.backoff(NOW - 1, "", NOW).open
