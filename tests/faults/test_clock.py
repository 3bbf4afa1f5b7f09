"""Clocks that jump and processes that sleep: libfaketime tells dreamd a time of its own."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from dreamd import clock
from dreamd.memory import topic
from tests.faults import promises
from tests.faults.promises import LOCK
from tests.faults.scenes import begun
from tests.faults.shim import How

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Cli, Picture, Ran, World
    from tests.faults.conftest import Stage
    from tests.faults.promises import Before

    Staging = Callable[[Callable[[World], list[str]]], Stage]


@dataclass(frozen=True)
class Clock:
    """What the time of a process is taken from."""

    file: Path
    library: str

    def set(self, offset: str) -> None:
        """From now on it is that much later (``+2h``), or that moment (``@1970-01-01 00:10:00``)."""
        new = self.file.with_suffix(".new")
        new.write_text(f"{offset}\n")
        new.replace(self.file)

    def of(self, cli: Cli) -> Cli:
        """The command line under this clock; the times of its files stay real."""
        return cli.having(
            LD_PRELOAD=self.library,
            FAKETIME_TIMESTAMP_FILE=str(self.file),
            FAKETIME_NO_CACHE="1",
            NO_FAKE_STAT="1",
            TZ="UTC",
        )


@pytest.fixture
def false_clock(tmp_path: Path) -> Clock:
    """A clock that goes right until it is set."""
    program = shutil.which("faketime")
    if program is None:
        pytest.skip("no faketime: apt install faketime")
    told = subprocess.run([program, "-f", "+0", "env"], capture_output=True, text=True, check=True).stdout
    library = next(line.partition("=")[2] for line in told.splitlines() if line.startswith("LD_PRELOAD="))
    made = Clock(tmp_path / "clock", library)
    made.set("+0")
    return made


EARLY = (45, 50, 55, 60, 65)
"""Hundredths of a dream's changes; at the first of them at which it holds the lock file nothing is decided yet."""
LATE = (80, 76, 72, 68, 64, 60, 56, 52, 48, 44)
"""At the first of these at which the memory has not changed all that is dated bears its date."""


def jumped(here: Stage, false_clock: Clock, offset: str, parts: tuple[int, ...]) -> tuple[Before, int]:
    """Stop a dream while it has the lock file, let the clock jump, and let it go on; how it ended."""
    changes, shim = len(here.changes()), here.forks.shim
    loaded = shim.environment | {"LD_PRELOAD": f"{false_clock.library}:{shim.library}"}
    for part in parts:
        was, cli = here.again(), false_clock.of(here.world.cli)
        shim.arm(How.STOP, changes * part // 100)
        process = cli.having(PYTHONDONTWRITEBYTECODE="1", **loaded).start(*here.command)
        assert here.stops(process.pid), process.communicate()
        holds = (here.side.memory / LOCK).read_bytes() == b"%d" % process.pid
        if holds and here.side.words() == was.files:
            break
        process.kill()
        process.communicate()
    else:
        pytest.fail("at none of these moments the dream had the lock file")
    false_clock.set(offset)
    shim.arm(How.COUNT)
    process.send_signal(signal.SIGCONT)
    process.communicate()
    return was, process.returncode


@pytest.mark.parametrize("offset", ["+1h", pytest.param("+40d", marks=pytest.mark.slow)])
def test_a_dream_that_slept_past_the_hour_puts_everything_back(stage: Staging, false_clock: Clock, offset: str) -> None:
    here = stage(begun)
    was, code = jumped(here, false_clock, offset, EARLY)
    assert code == 1
    assert (here.side.files(), here.side.stamp()) == (was.files, was.prior)
    promises.kept(was, here.end)


@pytest.mark.slow
@pytest.mark.parametrize("offset", ["-1h", "+50m", "-40d", "@1970-01-01 00:10:00"])
def test_a_clock_that_jumps_during_a_dream_loses_nothing(stage: Staging, false_clock: Clock, offset: str) -> None:
    here = stage(begun)
    was, code = jumped(here, false_clock, offset, LATE)
    assert code == 0
    promises.kept(was, here.end)


@pytest.mark.slow
@pytest.mark.parametrize("offset", ["+40d", "-40d", "@1970-01-01 00:10:00"])
def test_a_dream_under_a_wrong_clock_is_one_dream_and_the_right_clock_closes_no_gate_for_ever(
    stage: Staging, false_clock: Clock, offset: str
) -> None:
    here = stage(begun)
    here.again()
    false_clock.set(offset)
    ran = false_clock.of(here.world.cli)(*here.command)
    assert ran.code == 0, ran.err
    assert said(here.side.files()) == said(here.end.files)
    wrong = here.side.stamp()
    assert wrong
    assert abs(wrong[0] - time.time_ns()) > 30 * clock.DAY
    assert gated(here).document["dreams"][0]["reason"] == "sessions", "the time gate is open"
    here.world.talk("fourth", "Never touch the billing tables by hand.", "> Noted.", day="2026-11-08")
    assert here.side.run("once").code == 0
    right = here.side.stamp()
    assert right
    assert abs(right[0] - time.time_ns()) < clock.DAY
    assert gated(here).document["dreams"][0]["reason"] == "time"


def said(files: Picture) -> list[tuple[str, str]]:
    """The entries with their files; nothing is dated later than the day on which it is written, so dates differ."""
    topics = [topic.parse(name, data) for name, (_, _, data) in sorted(files.items()) if name.endswith(".md")]
    return [(one.name, entry.text) for one in topics for entry in one.entries]


def gated(here: Stage) -> Ran:
    return here.side.run("once", "--gated", "--json")
