"""Ticks come again and again, whatever the clock does, and leave nothing behind."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from dreamd.daemon.timer import Timer

PATIENCE = 60.0
SECOND = 1_000_000_000


def test_ticks_come_again_and_again_and_none_after_the_end() -> None:
    came = threading.Semaphore(0)
    timer = Timer(0.01, came.release)
    timer.start()
    for _ in range(5):
        assert came.acquire(timeout=PATIENCE)
    timer.stop()


def test_ticks_come_no_more_often_than_they_should() -> None:
    began, came = time.monotonic(), queue.SimpleQueue[float]()
    timer = Timer(0.05, lambda: came.put(time.monotonic()))
    timer.start()
    times = [came.get(timeout=PATIENCE) - began for _ in range(10)]
    timer.stop()
    early = [number for number, passed in enumerate(times) if passed < number * 0.045]
    assert early == [], "a late one is made good by none"


def test_a_jump_of_the_clock_is_told_once_and_small_drifts_are_none() -> None:
    timer = Timer(60, lambda: None)
    assert timer.stepped(1_000 * SECOND, 5 * SECOND) == 0
    assert timer.stepped(1_010 * SECOND, 15 * SECOND) == 0
    assert timer.stepped(1_021 * SECOND, 25 * SECOND) == 0, "a second is no jump"
    assert timer.stepped(4_631 * SECOND, 35 * SECOND) == pytest.approx(3_600)
    assert timer.stepped(4_641 * SECOND, 45 * SECOND) == 0
    assert timer.stepped(1_051 * SECOND, 55 * SECOND) == pytest.approx(-3_600)


THOUSANDS = """
import sys, threading
from pathlib import Path
from dreamd.daemon.timer import Timer
came = threading.Semaphore(0)
timer = Timer(0.0005, came.release)
timer.start()
def held():
    return len(list(Path("/proc/self/task").iterdir())), len(list(Path("/proc/self/fd").iterdir()))
for _ in range(100): came.acquire()
before = held()
for _ in range(10_000): came.acquire()
print(before, held())
timer.stop()
"""


@pytest.mark.slow
def test_ten_thousand_ticks_of_the_timer_leave_no_thread_and_no_descriptor() -> None:
    if not Path("/proc/self/task").is_dir():
        pytest.skip("this system does not tell how many threads a process has")
    done = subprocess.run([sys.executable, "-c", THOUSANDS], check=True, capture_output=True, text=True)
    before, after = done.stdout.strip().removeprefix("(").removesuffix(")").split(") (")
    assert before == after


JUMPING = """
import os, sys, threading, time
from dreamd.daemon.timer import Timer
came = threading.Semaphore(0)
timer = Timer(0.2, came.release)
timer.start()
assert came.acquire(timeout=30)
timer.stepped(time.time_ns(), time.monotonic_ns())
os.truncate(sys.argv[1], 0)
with open(sys.argv[1], "w") as handle: handle.write(sys.argv[2])
deadline = time.monotonic() + 30
jumped = 0
while not jumped and time.monotonic() < deadline:
    jumped = timer.stepped(time.time_ns(), time.monotonic_ns())
assert jumped, "the jump was not seen"
timer.again(0)
while came.acquire(blocking=False): pass
for _ in range(3): assert came.acquire(timeout=30), "no tick after the jump"
print(round(jumped / 60))
timer.stop()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("jump", "minutes"), [("-1h", -60), ("+40d", 57_600), ("+10y", 5_256_000)])
def test_a_clock_that_is_set_stops_no_ticks_and_brings_no_thousands(tmp_path: Path, jump: str, minutes: int) -> None:
    if shutil.which("faketime") is None:
        pytest.skip("faketime is not installed: apt install faketime")
    library = next(iter(sorted(Path("/usr/lib").rglob("libfaketimeMT.so.1"))), None)
    assert library is not None
    stamp = tmp_path / "stamp"
    stamp.write_text("+0")
    environment = os.environ | {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(stamp),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", JUMPING, str(stamp), jump], check=False, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == pytest.approx(minutes, abs=abs(minutes) * 0.01 + 1)
