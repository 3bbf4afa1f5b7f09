"""Whether dreams may begin: the person's own conditions, and the battery."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dreamd import clock, gates
from dreamd.config import Daemon
from dreamd.daemon import conditions

if TYPE_CHECKING:
    from pathlib import Path

SUPPLIES: dict[str, tuple[dict[str, tuple[str, ...]], bool]] = {
    "a laptop on its battery": ({"AC": ("Mains", "0", ""), "BAT0": ("Battery", "", "Discharging")}, True),
    "a laptop on the mains": ({"AC": ("Mains", "1", ""), "BAT0": ("Battery", "", "Charging")}, False),
    "held below full on the mains": ({"AC": ("Mains", "1", ""), "BAT0": ("Battery", "", "Discharging")}, False),
    "a laptop that charges by USB": ({"ucsi": ("USB", "1", ""), "BAT0": ("Battery", "", "Charging")}, False),
    "a computer": ({}, False),
    "a wireless mouse": ({"hidpp": ("Battery", "", "Discharging", "Device")}, False),
}


@pytest.mark.parametrize("name", SUPPLIES)
def test_the_battery(tmp_path: Path, name: str) -> None:
    supplies, expected = SUPPLIES[name]
    for supply, lines in supplies.items():
        folder = tmp_path / supply
        folder.mkdir()
        for file, text in zip(("type", "online", "status", "scope"), lines, strict=False):
            if text:
                (folder / file).write_text(f"{text}\n")
    assert conditions.on_battery(tmp_path) is expected
    assert gates.power(Daemon(), battery=expected).open
    assert gates.power(Daemon(on_battery=False), battery=expected).open is not expected


def test_no_such_directory_is_no_battery(tmp_path: Path) -> None:
    assert not conditions.on_battery(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("hours", "minute", "is_open"),
    [
        ("09:00-17:30", 9 * 60, False),
        ("09:00-17:30", 17 * 60 + 29, False),
        ("09:00-17:30", 17 * 60 + 30, True),
        ("09:00-17:30", 8 * 60 + 59, True),
        ("23:00-07:00", 23 * 60, False),
        ("23:00-07:00", 0, False),
        ("23:00-07:00", 6 * 60 + 59, False),
        ("23:00-07:00", 7 * 60, True),
        ("23:00-07:00", 12 * 60, True),
    ],
)
def test_quiet_hours_go_past_midnight(hours: str, minute: int, *, is_open: bool) -> None:
    verdict = gates.quiet(Daemon(quiet_hours=(hours,)), minute)
    assert verdict.open is is_open
    assert is_open or hours[-5:] in verdict.reason


def test_idle_waits_for_agents_to_have_been_silent() -> None:
    settings = Daemon(idle_minutes=30)
    now = 1_000 * clock.HOUR
    assert not gates.idle(settings, now - 29 * clock.MINUTE, now).open
    assert gates.idle(settings, now - 30 * clock.MINUTE, now).open
    assert gates.idle(settings, 0, now).open, "nobody has written since we began"
    assert gates.idle(settings, now + clock.HOUR, now).open, "a clock that was set back does not close it for ever"
    assert gates.idle(Daemon(), now, now).open
