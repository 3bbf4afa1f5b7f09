"""What waiting costs, counted by the kernel: a closed time gate is one stat of each lock file a tick."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from dreamd import paths, scanner
from dreamd.config import Sources
from dreamd.daemon import presence
from tests.daemon.running import PATIENCE, configure

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Memory, Talk

NAMED = re.compile(r'^\d+ +(?P<time>[\d.]+) (?P<call>\w+)\((?:(?:AT_FDCWD|\d+), )?"(?P<path>[^"]*)"')
"""A call that names a file, be it below a directory that is open, or by the descriptor that is to watch it."""
LOOKS = 90
"""At lock files, in all: thirty ticks."""
TICK_SECONDS = 0.2
SLACK = 4
"""Ticks that may have waited for the loop, or for our count to begin."""
PROJECTS = ("/w/a", "/w/b", "/w/c")


@pytest.fixture
def dreamed(cli: Cli, talk: Talk) -> None:
    """Three projects that have just dreamed."""
    for cwd in PROJECTS:
        talk(cwd, "Always use pnpm instead of npm in this repo.", cwd=cwd)
    cli.once("--all")
    configure(cli.own)
    settings = cli.own / "config.toml"
    settings.write_text(re.sub(r"tick_seconds = .*", f"tick_seconds = {TICK_SECONDS}", settings.read_text()))


@pytest.mark.usefixtures("dreamed")
def test_a_closed_time_gate_costs_one_stat_of_each_lock_file_a_tick(cli: Cli, memory: Memory, tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: apt install strace")
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-ttt", "-e", "trace=%file", "-o", str(trace)]
    command += [sys.executable, "-m", "dreamd", "run"]
    locks = {str(memory(cwd) / ".consolidate-lock") for cwd in PROJECTS}
    with subprocess.Popen(command, env=cli.environment, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + PATIENCE
        while calls(trace)[0] < LOOKS and time.monotonic() < until:
            time.sleep(0.2)
        found = presence.read(paths.places(cli.environment))
        assert found is not None
        os.kill(found.pid, signal.SIGTERM)  # the daemon itself: one that traces it would leave it alone
        process.wait(PATIENCE)
    looks, seconds, asked = calls(trace)
    assert looks >= LOOKS, "it has ticked"
    places = paths.places(cli.environment)
    roots = {str(root) for source in scanner.enabled(Sources()) for root in source.roots(places)}
    ticks = asked[("stat", str(cli.home / ".claude" / "projects"))]
    assert ticks - SLACK <= 1.25 * seconds / TICK_SECONDS, "it ticks no more often than it should, however slow we are"
    counted = {path: number for (call, path), number in asked.items() if path in locks and call == "stat"}
    assert set(counted) == locks
    assert all(abs(number - ticks) <= 1 for number in counted.values()), (ticks, counted)
    others = {path for _, path in asked if path not in locks | roots}
    assert not others, "beside the lock files and the watched roots nothing is looked at"


def calls(trace: Path) -> tuple[int, float, Counter[tuple[str, str]]]:
    """How often a lock file was looked at; the seconds between two such looks, and all calls then by kind and path."""
    lines = trace.read_text(errors="replace").splitlines() if trace.exists() else []
    looks = [number for number, line in enumerate(lines) if ".consolidate-lock" in line and "stat" in line]
    found: Counter[tuple[str, str]] = Counter()
    between = lines[looks[10] : looks[-1] + 1] if len(looks) > 20 else []  # it has begun, and does not end yet
    times = []
    for line in between:
        if named := NAMED.match(line):
            times.append(float(named["time"]))
            found["stat" if "stat" in named["call"] else named["call"], named["path"]] += 1
    return len(looks), max(times, default=0.0) - min(times, default=0.0), found
